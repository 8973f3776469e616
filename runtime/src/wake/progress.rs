//! Tells a client that asked for it how far a start is.

use std::{future::Future, time::Duration};

use rmcp::{
    Peer, RoleServer,
    model::{ProgressNotificationParam, ProgressToken},
    service::RequestContext,
};

/// How often a client is told that it still waits.
const INTERVAL: Duration = Duration::from_secs(1);

/// To whom, if to anybody.
#[derive(Default)]
pub(crate) struct Progress {
    to: Option<(Peer<RoleServer>, ProgressToken)>,
}

impl Progress {
    /// To the client of this request, if it gave a token.
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Self {
        Self { to: context.meta.get_progress_token().map(|token| (context.peer.clone(), token)) }
    }

    /// Waits for something that may be there at once, and says so while it is not.
    pub(super) async fn while_waiting<T>(self, what: &str, waiting: impl Future<Output = T>) -> T {
        let Some((peer, token)) = self.to else { return waiting.await };
        let mut waiting = std::pin::pin!(waiting);
        let mut told = 0_u32;
        loop {
            tokio::select! {
                biased;
                done = &mut waiting => return done,
                () = tokio::time::sleep(if told == 0 { Duration::ZERO } else { INTERVAL }) => {}
            }
            told += 1;
            // Progress increases with each notification; that of the tool itself may begin with 0.
            let param = ProgressNotificationParam::new(token.clone(), -1e-6 / f64::from(told))
                .with_message(format!("{what} is starting"));
            // A client that is gone is told nothing.
            let _ = peer.notify_progress(param).await;
        }
    }
}
