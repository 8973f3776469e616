//! Runs a component's function: its panic is an error of that call alone, and so is its taking too long.

use std::{
    fmt::Display,
    future::{Future, poll_fn},
    panic::{AssertUnwindSafe, catch_unwind},
    pin::pin,
    task::Poll,
    time::Duration,
};

use rmcp::ErrorData;
use tokio::time::timeout;

use crate::incident;

/// Runs to the end, to a panic, or for so long.
pub(crate) async fn bounded<A>(
    what: impl Display,
    limit: Duration,
    running: impl Future<Output = Result<A, ErrorData>>,
) -> Result<A, ErrorData> {
    let mut running = pin!(running);
    // What it leaves behind half done is its own, behind locks that say so.
    let caught = poll_fn(|cx| match catch_unwind(AssertUnwindSafe(|| running.as_mut().poll(cx))) {
        Ok(poll) => poll.map(Ok),
        Err(panic) => Poll::Ready(Err(panic)),
    });
    match timeout(limit, caught).await {
        Ok(Ok(result)) => result,
        Ok(Err(panic)) => {
            let id = incident::id();
            tracing::error!("{what} panicked ({id}): {}", incident::panic_text(&*panic));
            Err(ErrorData::internal_error(format!("{what} failed (the log has the cause under {id})"), None))
        }
        Err(_) => {
            tracing::warn!("{what} took longer than {limit:?}, and was dropped");
            Err(ErrorData::internal_error(
                format!("{what} took longer than {limit:?}, and was dropped"),
                None,
            ))
        }
    }
}
