//! The built `atlas`, as a process.

use std::{
    ffi::OsStr,
    fmt::Write,
    path::PathBuf,
    process::{Command, Stdio},
    sync::{Arc, Mutex, OnceLock},
};

use serde_json::Value;
use tokio::{
    io::{AsyncBufReadExt, BufReader},
    process::Child,
    task::JoinHandle,
};

/// The binary that `cargo build -p atlas` makes.
pub(crate) fn binary() -> &'static PathBuf {
    static BINARY: OnceLock<PathBuf> = OnceLock::new();
    BINARY.get_or_init(|| {
        let built = Command::new(env!("CARGO"))
            .args(["build", "--locked", "--package", "atlas", "--message-format", "json"])
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
            .stderr(Stdio::inherit())
            .output()
            .expect("cargo can be run");
        let messages = String::from_utf8(built.stdout).expect("cargo writes UTF-8");
        let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
        let mut executables =
            messages.filter_map(|message| message["executable"].as_str().map(PathBuf::from));
        executables.next_back().expect("cargo builds `atlas`")
    })
}

/// `atlas` over HTTP, ended when it is dropped.
pub(crate) struct Atlas {
    /// `http://127.0.0.1:PORT`
    pub(crate) url: String,
    process: Child,
    log: Arc<Mutex<String>>,
    reading: JoinHandle<()>,
}

impl Atlas {
    /// Starts it on a free port and reads the URL from what it prints.
    pub(crate) async fn serve(arguments: &[&str]) -> Self {
        Self::serve_binary(binary(), arguments).await
    }

    /// The same for another server's binary.
    pub(crate) async fn serve_binary(binary: impl AsRef<OsStr>, arguments: &[&str]) -> Self {
        Self::serve_with(binary, arguments, &[]).await
    }

    /// The same with variables of its own.
    pub(crate) async fn serve_with(
        binary: impl AsRef<OsStr>,
        arguments: &[&str],
        variables: &[(&str, &str)],
    ) -> Self {
        let mut process = tokio::process::Command::new(binary)
            .args(["--port", "0"])
            .args(arguments)
            .envs(variables.iter().copied())
            .stdin(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("atlas can be run");
        let stderr = process.stderr.take().expect("standard error is piped");
        let mut lines = BufReader::new(stderr).lines();
        let log = Arc::new(Mutex::new(String::new()));
        let url = loop {
            let line = lines.next_line().await.expect("readable").expect("atlas says where it serves");
            writeln!(log.lock().expect("not poisoned"), "{line}").expect("a string takes everything");
            if let Some((_, url)) = line.split_once(" serves MCP at ") {
                break url.trim_end_matches("/mcp").to_owned();
            }
        };
        // Read on, so that a full pipe never stops the process.
        let written = Arc::clone(&log);
        let reading = tokio::spawn(async move {
            while let Ok(Some(line)) = lines.next_line().await {
                writeln!(written.lock().expect("not poisoned"), "{line}").expect("a string takes everything");
            }
        });
        Self { url, process, log, reading }
    }

    /// What it has written to standard error.
    pub(crate) fn log(&self) -> String {
        self.log.lock().expect("not poisoned").clone()
    }

    /// Sends it a signal such as `TERM`.
    pub(crate) fn signal(&self, name: &str) {
        let id = self.id().to_string();
        let sent = Command::new("kill").args([&format!("-{name}"), &id]).status().expect("kill can be run");
        assert!(sent.success());
    }

    /// Waits for its end.
    pub(crate) async fn status(mut self) -> Option<i32> {
        self.process.wait().await.expect("it ends").code()
    }

    /// The id of its process.
    pub(crate) fn id(&self) -> u32 {
        self.process.id().expect("it runs")
    }

    /// Ends it: the status, and all that it wrote to standard error.
    pub(crate) async fn end(mut self) -> (Option<i32>, String) {
        self.signal("TERM");
        let status = self.process.wait().await.expect("it ends").code();
        self.reading.await.expect("no panic");
        let log = self.log.lock().expect("not poisoned").clone();
        (status, log)
    }

    /// The endpoint under a query.
    pub(crate) fn mcp(&self, query: &str) -> String {
        format!("{}/mcp{query}", self.url)
    }
}

/// Runs `atlas` to its end: status, standard output, standard error.
pub(crate) fn run(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output =
        Command::new(binary()).args(arguments).stdin(Stdio::null()).output().expect("atlas can be run");
    let text = |bytes| String::from_utf8(bytes).expect("atlas writes UTF-8");
    (output.status.code(), text(output.stdout), text(output.stderr))
}

/// Waits for something that happens in another process or task; a generous deadline turns a hang into a failure.
pub(crate) async fn until(happened: impl Fn() -> bool) {
    for _ in 0..12_000 {
        if happened() {
            return;
        }
        tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    }
    panic!("it did not happen within a minute");
}
