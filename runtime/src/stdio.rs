//! A deployment on standard input and output.

use std::{future::Future, pin::Pin, sync::Arc};

use rmcp::{ServiceExt, transport::stdio};

use crate::{
    deployment::Deployment,
    selection::Selection,
    server::Handler,
    toolsets_tool::HowToSelect,
    wake::{StartError, StopsAtTheEnd},
};

/// Why serving on standard input and output ended badly.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StdioError {
    /// The client went away, or spoke no MCP, before the two had agreed on a version.
    #[error("the client did not open a session: {0}")]
    Opening(String),
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

/// Serves one client until its end of standard input, with the toolsets of a selection.
///
/// Standard output carries the protocol alone; write what you have to say to standard error.
pub fn serve(
    deployment: Deployment,
    selection: &Selection,
) -> Pin<Box<dyn Future<Output = Result<(), StdioError>> + Send>> {
    let resolved = Arc::new(deployment.decisions().resolve(selection));
    // Boxed, so that this crate and not the user's compiles rmcp's transport.
    Box::pin(async move {
        deployment.start().await.map_err(StdioError::Starting)?;
        let lives = StopsAtTheEnd::new(deployment.clone());
        let handler = Handler::new(deployment, resolved, HowToSelect::Argument);
        let running = handler.serve(stdio()).await.map_err(|error| StdioError::Opening(error.to_string()))?;
        running.waiting().await.map_err(|error| StdioError::Serving(error.to_string()))?;
        lives.stop().await.map_err(|faults| StdioError::Stopping(faults.join("; ")))
    })
}
