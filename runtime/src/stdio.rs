//! A deployment on standard input and output.

use std::{
    future::Future,
    pin::{Pin, pin},
    sync::Arc,
    time::Duration,
};

use rmcp::{ServiceExt, transport::stdio};

use crate::{
    decisions::Resolved,
    deployment::Deployment,
    handler::Handler,
    selection::Selection,
    toolsets_tool::HowToSelect,
    wake::{Serving, StartError},
};

/// Why serving on standard input and output ended badly.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StdioError {
    /// The client went away, or spoke no MCP, before the two had agreed on a version.
    #[error("the client did not open a session: {0}")]
    Opening(String),
    /// This was built to accept a snapshot that nobody has reviewed.
    #[error("{0}")]
    Unreviewed(&'static str),
    /// An extension did not start.
    #[error(transparent)]
    Starting(StartError),
    /// Extensions did not stop well.
    #[error("{0}")]
    Stopping(String),
    /// The task that serves the client failed.
    #[error("serving the client failed: {0}")]
    Serving(String),
}

/// Serves one client until its end of standard input, with the toolsets of a selection; then calls in flight have five seconds.
///
/// Standard output carries the protocol alone; write what you have to say to standard error.
pub fn serve(
    deployment: Deployment,
    selection: &Selection,
) -> Pin<Box<dyn Future<Output = Result<(), StdioError>> + Send>> {
    let served = serve_until(deployment, selection, std::future::pending(), Duration::ZERO);
    Box::pin(async move { served.await.map(|_| ()) })
}

/// What a session ended by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// The end of standard input.
    Input,
    /// It was told to.
    Told,
}

/// The same until it is told to end, where calls in flight have `time`.
pub(crate) fn serve_until(
    deployment: Deployment,
    selection: &Selection,
    end: impl Future<Output = ()> + Send + 'static,
    time: Duration,
) -> Pin<Box<dyn Future<Output = Result<Ended, StdioError>> + Send>> {
    let resolved = Arc::new(deployment.decisions().resolve(selection));
    // Boxed, so that this crate and not the user's compiles rmcp's transport.
    Box::pin(async move {
        deployment.is_reviewed().map_err(StdioError::Unreviewed)?;
        let serving = Serving::new(deployment.clone());
        let served = session(&deployment, resolved, &serving, end, time).await;
        let stopped = serving.end().await.map_err(|faults| StdioError::Stopping(faults.join("; ")));
        let ended = served?;
        stopped.map(|()| ended)
    })
}

async fn session(
    deployment: &Deployment,
    resolved: Arc<Resolved>,
    serving: &Serving,
    end: impl Future<Output = ()>,
    time: Duration,
) -> Result<Ended, StdioError> {
    let mut end = pin!(end);
    tokio::select! {
        started = deployment.start() => started.map_err(StdioError::Starting)?,
        () = &mut end => return Ok(Ended::Told),
    }
    let handler = Handler::new(deployment.clone(), resolved, HowToSelect::Argument);
    let running = tokio::select! {
        opened = handler.serve(stdio()) => opened.map_err(|error| StdioError::Opening(error.to_string()))?,
        () = &mut end => return Ok(Ended::Told),
    };
    let mut done = pin!(running.waiting());
    tokio::select! {
        done = &mut done => {
            return done.map(|_| Ended::Input).map_err(|error| StdioError::Serving(error.to_string()));
        }
        () = end => serving.serve_no_more(),
    }
    // The session goes on, so that what is in flight is answered.
    tokio::select! {
        _ = done => {}
        () = deployment.calls().none_within(time) => {}
    }
    Ok(Ended::Told)
}
