//! The calls in flight, so that an end can wait for theirs.

use tokio::sync::watch;

/// Counts calls.
#[derive(Debug)]
pub(crate) struct Calls {
    count: watch::Sender<usize>,
}

impl Default for Calls {
    fn default() -> Self {
        Self { count: watch::Sender::new(0) }
    }
}

impl Calls {
    /// One more, until what is returned is dropped.
    pub(crate) fn start(&self) -> InFlight<'_> {
        self.count.send_modify(|count| *count += 1);
        InFlight { calls: self }
    }

    /// Waits until there is none.
    pub(crate) async fn none(&self) {
        // The sender lives as long as this, so the channel is open.
        let _ = self.count.subscribe().wait_for(|count| *count == 0).await;
    }
}

/// A call in flight.
#[derive(Debug)]
pub(crate) struct InFlight<'a> {
    calls: &'a Calls,
}

impl Drop for InFlight<'_> {
    fn drop(&mut self) {
        self.calls.count.send_modify(|count| *count -= 1);
    }
}
