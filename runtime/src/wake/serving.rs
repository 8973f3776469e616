//! Who serves a deployment: with the last of them, everything stops.

use std::{sync::atomic::Ordering, time::Duration};

use crate::deployment::Deployment;

/// One who serves a deployment. It may be dropped half-way: what is left to stop is stopped in the background.
pub(crate) struct Serving {
    deployment: Deployment,
    left: Left,
}

/// What is left to be done at the end.
#[derive(PartialEq, Eq)]
enum Left {
    /// To go.
    Going,
    /// To stop everything, since this was the last.
    Stopping,
    Nothing,
}

impl Serving {
    /// One more.
    pub(crate) fn new(deployment: Deployment) -> Self {
        deployment.lives().servers.fetch_add(1, Ordering::SeqCst);
        Self { deployment, left: Left::Going }
    }

    /// Serves nobody who has not asked yet, unless others still do.
    #[cfg(feature = "stdio")]
    pub(crate) fn serve_no_more(&self) {
        if self.deployment.lives().servers.load(Ordering::SeqCst) == 1 {
            self.deployment.lives().end();
        }
    }

    /// Goes, once calls had their time; the last stops everything.
    pub(crate) async fn end(mut self) -> Result<(), Vec<String>> {
        self.go();
        let stopped = match self.left {
            Left::Stopping => self.deployment.lives().stop(Some(Duration::ZERO)).await,
            Left::Going | Left::Nothing => Ok(()),
        };
        self.left = Left::Nothing;
        stopped
    }

    fn go(&mut self) {
        if self.left == Left::Going {
            let is_last = self.deployment.lives().servers.fetch_sub(1, Ordering::SeqCst) == 1;
            self.left = if is_last { Left::Stopping } else { Left::Nothing };
        }
    }
}

impl Drop for Serving {
    fn drop(&mut self) {
        self.go();
        if let (Left::Stopping, Ok(runtime)) = (&self.left, tokio::runtime::Handle::try_current()) {
            let deployment = self.deployment.clone();
            deployment.lives().end();
            // What goes wrong is in the log.
            runtime.spawn(async move { deployment.lives().stop(Some(Duration::ZERO)).await });
        }
    }
}
