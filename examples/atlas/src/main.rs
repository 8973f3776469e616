//! The command of `atlas`.

use std::process::ExitCode;

use atlas::Atlas;

#[tokio::main]
async fn main() -> ExitCode {
    pegboard::cli::run(async || Atlas::new()).await
}
