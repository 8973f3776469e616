//! What another process takes and may take, as Linux counts it.

use std::{fs, process::Command};

/// How much of it is resident, in KiB.
pub(crate) fn resident(process: u32) -> u64 {
    status(process, "VmRSS:")
}

/// How much of it ever was, in KiB.
pub(crate) fn peak(process: u32) -> u64 {
    status(process, "VmHWM:")
}

fn status(process: u32, field: &str) -> u64 {
    let text = fs::read_to_string(format!("/proc/{process}/status")).expect("the process runs");
    let value = text.lines().find_map(|line| line.strip_prefix(field)).expect("Linux counts it");
    value.trim().trim_end_matches(" kB").parse().expect("a number")
}

/// KiB as people read them.
#[allow(clippy::cast_precision_loss, reason = "far below 2^52")]
pub(crate) fn mib(kib: u64) -> String {
    format!("{:.1} MiB", kib as f64 / 1024.0)
}

/// The one in the middle.
pub(crate) fn median<T: Ord + Copy>(values: &[T]) -> T {
    let mut values = values.to_vec();
    values.sort_unstable();
    values[values.len() / 2]
}

/// How many files a process may have open from now on.
pub(crate) fn limit_files(process: u32, files: u64) {
    let arguments = ["--pid".to_owned(), process.to_string(), format!("--nofile={files}:")];
    let status = Command::new("prlimit").args(arguments).status().expect("prlimit of util-linux can be run");
    assert!(status.success());
}
