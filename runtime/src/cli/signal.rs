//! SIGINT and SIGTERM, which mean the same; a second one ends at once.

use std::process;

/// Waits for the first signal, and has the second end the process.
pub(super) async fn end() {
    next().await;
    tracing::info!("ending; a second signal ends at once");
    tokio::spawn(async {
        next().await;
        process::exit(1);
    });
}

async fn next() {
    let interrupt = tokio::signal::ctrl_c();
    #[cfg(unix)]
    {
        use tokio::signal::unix::{SignalKind, signal};
        if let Ok(mut terminate) = signal(SignalKind::terminate()) {
            tokio::select! {
                _ = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
    }
    // Where signals cannot be had, the process ends as the system does it.
    let _ = interrupt.await;
}
