//! Who is told when a resource changes.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use rmcp::{
    ErrorData, Peer, RoleServer,
    model::{ResourceUpdatedNotificationParam, SubscriptionFilter},
    service::SubscriptionContext,
};
use tokio::sync::broadcast::{self, error::RecvError};
use tokio_util::sync::{CancellationToken, DropGuard};

/// How many changes a slow subscriber may lag behind; past it, it is told that everything may have changed.
const BACKLOG: usize = 256;

/// How many resources one session, or one stream, may subscribe to.
pub(crate) const SUBSCRIBED: usize = 256;

/// Says that a resource has changed, to whoever subscribed to it; a component's function can take it.
///
/// ```
/// use std::sync::Mutex;
///
/// use pegboard::prelude::*;
///
/// struct Board(Mutex<String>);
///
/// /// A board.
/// #[toolset]
/// impl Board {
///     /// What stands on the board.
///     #[resource(uri = "board://text", subscribe)]
///     fn text(&self) -> String {
///         self.0.lock().unwrap().clone()
///     }
///
///     /// Wipes the board.
///     #[tool(destructive)]
///     fn wipe(&self, updates: Updates) {
///         self.0.lock().unwrap().clear();
///         updates.updated("board://text");
///     }
/// }
/// ```
#[derive(Clone, Debug)]
pub struct Updates {
    sender: broadcast::Sender<Arc<str>>,
}

impl Updates {
    /// For what changes outside of requests, such as a file that is watched: whoever constructs the server keeps one, and
    /// gives a clone to [`Builder::updates`](crate::Builder::updates) or to the command.
    #[allow(clippy::new_without_default, reason = "a default would look like one that somebody listens to")]
    pub fn new() -> Self {
        Self { sender: broadcast::Sender::new(BACKLOG) }
    }

    /// Tells those who subscribed to this URI that it has changed.
    pub fn updated(&self, uri: &str) {
        // Nobody may be listening.
        let _ = self.sender.send(uri.into());
    }
}

/// What one session has subscribed to; who tells it ends with it.
#[derive(Debug, Default)]
pub(crate) struct Subscriptions {
    uris: Arc<Mutex<HashSet<String>>>,
    telling: Mutex<Option<DropGuard>>,
}

impl Subscriptions {
    /// Adds a resource; `Err` where there are too many.
    pub(crate) fn add(
        &self,
        uri: String,
        updates: &Updates,
        peer: Peer<RoleServer>,
    ) -> Result<(), ErrorData> {
        let mut uris = self.uris.lock().unwrap_or_else(PoisonError::into_inner);
        if uris.len() >= SUBSCRIBED && !uris.contains(&uri) {
            let message =
                format!("a session can subscribe to {SUBSCRIBED} resources; unsubscribe from one first");
            return Err(ErrorData::invalid_request(message, None));
        }
        uris.insert(uri);
        drop(uris);
        let mut telling = self.telling.lock().unwrap_or_else(PoisonError::into_inner);
        if telling.is_none() {
            let end = CancellationToken::new();
            let receiver = updates.sender.subscribe();
            tokio::spawn(end.clone().run_until_cancelled_owned(tell(receiver, Arc::clone(&self.uris), peer)));
            *telling = Some(end.drop_guard());
        }
        Ok(())
    }

    /// Takes one away, if it was there.
    pub(crate) fn remove(&self, uri: &str) {
        self.uris.lock().unwrap_or_else(PoisonError::into_inner).remove(uri);
    }
}

async fn tell(
    mut changes: broadcast::Receiver<Arc<str>>,
    subscribed: Arc<Mutex<HashSet<String>>>,
    peer: Peer<RoleServer>,
) {
    while let Some(changed) = next(&mut changes).await {
        let told: Vec<String> = {
            let subscribed = subscribed.lock().unwrap_or_else(PoisonError::into_inner);
            subscribed.iter().filter(|uri| changed.is(uri)).cloned().collect()
        };
        for uri in told {
            if peer.notify_resource_updated(ResourceUpdatedNotificationParam::new(uri)).await.is_err() {
                return;
            }
        }
    }
}

/// Tells one stream of what it subscribed to, until it is closed.
pub(crate) async fn listen(updates: &Updates, context: &SubscriptionContext) {
    let mut changes = updates.sender.subscribe();
    let none = Vec::new();
    let SubscriptionFilter { resource_subscriptions, .. } = context.accepted();
    let subscribed: HashSet<&String> = resource_subscriptions.as_ref().unwrap_or(&none).iter().collect();
    let telling = async {
        while let Some(changed) = next(&mut changes).await {
            for uri in subscribed.iter().filter(|uri| changed.is(uri)) {
                if context.sink().notify_resource_updated((*uri).clone()).await.is_err() {
                    return;
                }
            }
        }
    };
    tokio::select! {
        () = telling => {}
        () = context.cancelled() => {}
    }
}

/// What has changed.
enum Changed {
    One(Arc<str>),
    /// Some changes were missed.
    Perhaps,
}

impl Changed {
    fn is(&self, uri: &str) -> bool {
        match self {
            Self::One(changed) => **changed == *uri,
            Self::Perhaps => true,
        }
    }
}

async fn next(changes: &mut broadcast::Receiver<Arc<str>>) -> Option<Changed> {
    match changes.recv().await {
        Ok(uri) => Some(Changed::One(uri)),
        Err(RecvError::Lagged(_)) => Some(Changed::Perhaps),
        Err(RecvError::Closed) => None,
    }
}
