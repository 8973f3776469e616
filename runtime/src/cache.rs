//! What a client may keep of an answer, and for whom.

use std::time::Duration;

use rmcp::model::CacheScope;

/// What clients may keep of a list.
///
/// The protocol's key for what is kept holds no URL, so a cache between several clients could hand the list of
/// one URL to another: [`Public`](Self::Public) is right only where nothing of that kind stands in front.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CacheHints {
    /// Nothing is kept.
    #[default]
    None,
    /// The client itself may keep it for so long.
    Private(Duration),
    /// Anybody on the way may keep it for so long, and give it to others.
    Public(Duration),
}

impl CacheHints {
    /// Milliseconds, and for whom.
    pub(crate) fn on_the_wire(self) -> (u64, CacheScope) {
        let milliseconds = |time: Duration| u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        match self {
            Self::None => (0, CacheScope::Private),
            Self::Private(time) => (milliseconds(time), CacheScope::Private),
            Self::Public(time) => (milliseconds(time), CacheScope::Public),
        }
    }
}
