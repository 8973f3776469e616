//! Logs, on standard error alone: on stdio, standard output is the protocol's.

use std::io::{self, IsTerminal};

use tracing::Level;
use tracing_subscriber::{
    EnvFilter, Layer,
    filter::{FilterExt, filter_fn},
    fmt,
    layer::SubscriberExt,
    registry,
    util::SubscriberInitExt,
};

use super::args::{LogFormat, Options};

/// Starts logging; a program that has its own subscriber keeps it.
pub(super) fn start(options: &Options) -> Result<(), String> {
    let filter = EnvFilter::try_new(&options.log_level)
        .map_err(|error| format!("--log-level {:?} is no level and no filter: {error}", options.log_level))?;
    // rmcp logs the ids of sessions below this level; whoever has one has the session.
    let quiet = filter_fn(|metadata| {
        *metadata.level() <= Level::WARN
            || !metadata.target().starts_with("rmcp::transport::streamable_http_server")
    });
    let lines = fmt::layer().with_writer(io::stderr).with_ansi(io::stderr().is_terminal());
    // A program that has its own subscriber keeps it.
    let _ = match options.log_format {
        LogFormat::Plain => registry().with(lines.with_filter(filter.and(quiet))).try_init(),
        LogFormat::Json => registry().with(lines.json().with_filter(filter.and(quiet))).try_init(),
    };
    Ok(())
}
