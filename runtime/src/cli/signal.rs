//! SIGINT and SIGTERM, which mean the same; a second one ends at once.

use std::{future::Future, process};
#[cfg(unix)]
use std::{future::poll_fn, task::Poll};

/// Waits for the first signal from now on, and has the second end the process.
pub(super) fn end() -> impl Future<Output = ()> + Send + 'static {
    let mut signals = Signals::new();
    async move {
        signals.next().await;
        tracing::info!("ending; a second signal ends at once");
        tokio::spawn(async move {
            signals.next().await;
            process::exit(1);
        });
    }
}

#[cfg(unix)]
struct Signals([Option<tokio::signal::unix::Signal>; 2]);

#[cfg(unix)]
impl Signals {
    fn new() -> Self {
        use tokio::signal::unix::{SignalKind, signal};
        // Where one cannot be had, the process ends as the system does it.
        Self([SignalKind::interrupt(), SignalKind::terminate()].map(|kind| signal(kind).ok()))
    }

    async fn next(&mut self) {
        poll_fn(|cx| {
            let signals = self.0.iter_mut().flatten();
            let came =
                signals.map(|signal| signal.poll_recv(cx)).fold(false, |came, poll| came | poll.is_ready());
            if came { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
    }
}

#[cfg(not(unix))]
struct Signals;

#[cfg(not(unix))]
impl Signals {
    fn new() -> Self {
        Self
    }

    async fn next(&mut self) {
        // Where it cannot be had, the process ends as the system does it.
        let _ = tokio::signal::ctrl_c().await;
    }
}
