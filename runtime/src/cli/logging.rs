//! Logs, on standard error alone: on stdio, standard output is the protocol's.

use std::io::{self, IsTerminal};

use tracing_subscriber::EnvFilter;

use super::args::{LogFormat, Options};

/// Starts logging; a program that has its own subscriber keeps it.
pub(super) fn start(options: &Options) -> Result<(), String> {
    let filter = EnvFilter::try_new(&options.log_level)
        .map_err(|error| format!("--log-level {:?} is no level and no filter: {error}", options.log_level))?;
    // rmcp logs the ids of sessions below this level; whoever has one has the session.
    let quiet = "rmcp=warn".parse().map_err(|error| format!("{error}"))?;
    let logs = tracing_subscriber::fmt()
        .with_env_filter(filter.add_directive(quiet))
        .with_writer(io::stderr)
        .with_ansi(io::stderr().is_terminal());
    // A program that has its own subscriber keeps it.
    let _ = match options.log_format {
        LogFormat::Plain => logs.try_init(),
        LogFormat::Json => logs.json().try_init(),
    };
    Ok(())
}
