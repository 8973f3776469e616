//! A server whose calls take their time, and which cannot be constructed where `SLOW_FAILS` is set.

use std::{error::Error, fmt, io, process::ExitCode, time::Duration};

use pegboard::prelude::*;

struct Slow;

/// Slow things.
#[toolset(name = "slow")]
impl Slow {
    /// Takes a moment where `SLOW_START` is set.
    #[on_start(timeout = "60m")]
    async fn begin() {
        if std::env::var_os("SLOW_START").is_some() {
            tracing::info!("starting");
            tokio::time::sleep(Duration::from_secs(1)).await;
        }
    }

    /// Fails where `SLOW_STOP` is set; calls in flight would have an hour.
    #[on_stop(timeout = "60m")]
    fn finish() -> Result<(), String> {
        tracing::info!("slow has stopped");
        match std::env::var_os("SLOW_STOP") {
            Some(_) => Err("the disk is full".to_owned()),
            None => Ok(()),
        }
    }

    /// Takes a moment.
    #[tool]
    async fn moment() {
        tracing::info!("working");
        tokio::time::sleep(Duration::from_millis(1200)).await;
    }

    /// Panics before there is a future.
    #[tool]
    fn panic_at_once() {
        panic!("the secret is 1234");
    }

    /// Panics half-way.
    #[tool]
    async fn panic_later() {
        tokio::time::sleep(Duration::from_millis(10)).await;
        panic!("the secret is 1234");
    }

    /// Takes for ever.
    #[tool]
    async fn forever() {
        tracing::info!("working");
        std::future::pending::<()>().await;
    }
}

#[derive(Server)]
#[server(name = "slow")]
struct Host {
    slow: Slow,
}

#[derive(Debug)]
struct Away(io::Error);

impl fmt::Display for Away {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the database is away")
    }
}

impl Error for Away {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.0)
    }
}

fn connect() -> Result<Host, Away> {
    match std::env::var_os("SLOW_FAILS") {
        Some(_) => Err(Away(io::ErrorKind::ConnectionRefused.into())),
        None => Ok(Host { slow: Slow }),
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    pegboard::cli::run(connect).await
}
