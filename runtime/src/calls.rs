//! The calls in flight, so that an end can wait for theirs.

use std::{sync::Arc, time::Duration};

use tokio::sync::watch;

/// Counts calls.
#[derive(Clone, Debug)]
pub(crate) struct Calls {
    count: Arc<watch::Sender<usize>>,
}

/// How long answers that are ready have to leave, once no call is in flight.
const FLUSH: Duration = Duration::from_millis(200);

impl Default for Calls {
    fn default() -> Self {
        Self { count: Arc::new(watch::Sender::new(0)) }
    }
}

impl Calls {
    /// One more, until what is returned is dropped.
    pub(crate) fn start(&self) -> InFlight {
        // Nobody waits for there being more.
        self.count.send_if_modified(|count| {
            *count += 1;
            false
        });
        InFlight { calls: self.clone() }
    }

    /// Waits until there is none and what was ready has left, but no longer than this.
    pub(crate) async fn none_within(&self, time: Duration) {
        let none = async {
            let mut counts = self.count.subscribe();
            loop {
                // The sender lives as long as this, so the channel is open.
                let _ = counts.wait_for(|count| *count == 0).await;
                tokio::time::sleep(FLUSH).await;
                if *counts.borrow_and_update() == 0 {
                    return;
                }
            }
        };
        if tokio::time::timeout(time, none).await.is_err() {
            tracing::warn!("calls were in flight after {time:?}; they are left unanswered");
        }
    }
}

/// A call in flight.
#[derive(Debug)]
pub(crate) struct InFlight {
    calls: Calls,
}

impl Drop for InFlight {
    fn drop(&mut self) {
        let count = &self.calls.count;
        // Who begins to wait later looks first.
        count.send_if_modified(|calls| {
            *calls -= 1;
            *calls == 0 && count.receiver_count() > 0
        });
    }
}
