//! The command of `atlas`.

use std::{env, path::PathBuf, process::ExitCode};

use atlas::Atlas;

#[tokio::main]
async fn main() -> ExitCode {
    // In a temporary folder, unless one is given.
    let folder = env::var_os("ATLAS_JOURNAL").map_or_else(env::temp_dir, PathBuf::from);
    pegboard::cli::run(|| Atlas::new(folder)).await
}
