//! A use of an extension, or why there is none.

use std::{
    future::{Future, poll_fn},
    sync::Arc,
};

use rmcp::ErrorData;

use super::{held::Using, recipe::Runs};

/// What runs: an extension that was made, or none where the server holds it itself.
pub(crate) type Instance = Option<Arc<dyn Runs>>;

/// A use of an extension; without one, what needs no waking.
#[derive(Default)]
pub(crate) struct Used {
    pub(super) using: Option<Using<Instance>>,
    pub(super) toolsets: String,
}

impl Used {
    /// What is used, if it is not the server's own.
    pub(crate) fn instance(&self) -> Option<&dyn Runs> {
        self.using.as_ref().and_then(|using| using.instance().as_deref())
    }

    /// Runs to the end, unless the extension is stopped and has no more time.
    pub(crate) async fn run<A>(
        &self,
        running: impl Future<Output = Result<A, ErrorData>>,
    ) -> Result<A, ErrorData> {
        let Some(using) = &self.using else { return running.await };
        tokio::select! {
            biased;
            result = running => result,
            () = poll_fn(|cx| using.poll_hurried(cx)) => Err(ErrorData::internal_error(
                format!("{} is stopping, and this call was not done in time; try again", self.toolsets),
                None,
            )),
        }
    }
}

/// Why an extension cannot be used; the cause is in the log alone.
#[derive(Clone, Debug)]
pub(crate) enum NotUsable {
    /// It cannot be started now.
    Failed { toolsets: String, id: Arc<str> },
    /// The server ends.
    Over,
}

impl NotUsable {
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Failed { toolsets, id } => {
                format!(
                    "{toolsets} cannot be started now; try again later (the log has the cause under {id})"
                )
            }
            Self::Over => "the server is shutting down".to_owned(),
        }
    }
}
