//! Log messages to the client whose request is at work.
#![allow(deprecated, reason = "clients of the versions with sessions set a level this way")]

use std::sync::atomic::{AtomicU8, Ordering};

use rmcp::{
    Peer, RoleServer,
    model::{LoggingLevel, LoggingMessageNotificationParam, ProtocolVersion},
    service::RequestContext,
};
use serde_json::Value;

/// Writes to the log of the client whose request is at work; a component's function can take it.
///
/// Where the server says `#[server(logging)]`, a client of a session gets what is `info` or graver, or the level that it
/// has set; without sessions each request names its level, or gets nothing. Where the server does not say it, and where the
/// client is gone, nothing is sent. The message carries the component's name, a resource's its URI.
///
/// This is for whoever uses the client. What an operator must know belongs into the process's own log.
///
/// ```
/// use pegboard::prelude::*;
///
/// struct Archive;
///
/// /// Old things.
/// #[toolset(name = "archive")]
/// impl Archive {
///     /// Sorts the archive.
///     #[tool]
///     async fn sort(&self, log: ClientLog) -> String {
///         log.info("reading the shelves").await;
///         log.warning(serde_json::json!({ "shelf": 3, "state": "damp" })).await;
///         "sorted".into()
///     }
/// }
///
/// #[derive(Server)]
/// #[server(name = "museum", logging)]
/// struct Museum {
///     archive: Archive,
/// }
/// ```
#[derive(Clone, Debug)]
pub struct ClientLog {
    told: Told,
    peer: Peer<RoleServer>,
}

/// What of a component's log the client at work is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Told {
    component: &'static str,
    /// The least grave level; `None` for nothing at all.
    least: Option<u8>,
}

impl Told {
    /// For one request.
    pub(crate) fn of(
        component: &'static str,
        level: Option<&LogLevel>,
        context: &RequestContext<RoleServer>,
    ) -> Self {
        let least = level.and_then(|session| {
            if is_told_per_request(context) {
                context.meta.log_level().map(|level| level as u8)
            } else {
                Some(session.get())
            }
        });
        Self { component, least }
    }
}

impl ClientLog {
    pub(crate) fn new(told: Told, peer: Peer<RoleServer>) -> Self {
        Self { told, peer }
    }

    async fn tell(&self, level: LoggingLevel, data: Value) {
        if self.told.least.is_none_or(|least| (level as u8) < least) {
            return;
        }
        let message = LoggingMessageNotificationParam::new(level, data).with_logger(self.told.component);
        // Nobody may be listening any more.
        let _ = self.peer.notify_logging_message(message).await;
    }
}

macro_rules! levels {
    ($($(#[$about:meta])* $name:ident: $level:ident;)*) => {
        impl ClientLog {
            $(
                $(#[$about])*
                pub async fn $name(&self, data: impl Into<Value>) {
                    self.tell(LoggingLevel::$level, data.into()).await;
                }
            )*
        }
    };
}

levels! {
    /// What helps to find a mistake.
    debug: Debug;
    /// What goes on.
    info: Info;
    /// What is normal, and worth a look.
    notice: Notice;
    /// What may go wrong.
    warning: Warning;
    /// What went wrong.
    error: Error;
    /// What has failed as a whole.
    critical: Critical;
    /// What somebody must act on at once.
    alert: Alert;
    /// What cannot be used any more.
    emergency: Emergency;
}

/// Whether each request names its level, and no session has one.
pub(crate) fn is_told_per_request(context: &RequestContext<RoleServer>) -> bool {
    let version = context.protocol_version();
    version.is_some_and(|version| version.as_str() >= ProtocolVersion::V_2026_07_28.as_str())
}

/// The least grave level that a session is told.
#[derive(Debug)]
pub(crate) struct LogLevel(AtomicU8);

impl Default for LogLevel {
    fn default() -> Self {
        Self(AtomicU8::new(LoggingLevel::Info as u8))
    }
}

impl LogLevel {
    pub(crate) fn set(&self, level: LoggingLevel) {
        self.0.store(level as u8, Ordering::Relaxed);
    }

    fn get(&self) -> u8 {
        self.0.load(Ordering::Relaxed)
    }
}
