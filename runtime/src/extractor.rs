//! What a component's function may take of the request at work, besides what it was sent.

use rmcp::{
    ErrorData,
    handler::server::common::{AsRequestContext, FromContextPart},
};

use crate::{
    active::ActiveSet,
    client_log::{ClientLog, Told},
    subscriptions::Updates,
};

/// What a request has of it, beside the active set, which is there for whoever looks into the context.
#[derive(Clone, Debug)]
pub(crate) struct Given {
    pub(crate) updates: Updates,
    pub(crate) told: Told,
}

fn given<T: Send + Sync + 'static>(context: &impl AsRequestContext) -> Result<&T, ErrorData> {
    let given = context.as_request_context().extensions.get();
    given
        .ok_or_else(|| ErrorData::internal_error("this request does not run in a server of Pegboard's", None))
}

impl<C: AsRequestContext> FromContextPart<C> for ActiveSet {
    fn from_context_part(context: &mut C) -> Result<Self, ErrorData> {
        given(context).copied()
    }
}

impl<C: AsRequestContext> FromContextPart<C> for Updates {
    fn from_context_part(context: &mut C) -> Result<Self, ErrorData> {
        given(context).map(|given: &Given| given.updates.clone())
    }
}

impl<C: AsRequestContext> FromContextPart<C> for ClientLog {
    fn from_context_part(context: &mut C) -> Result<Self, ErrorData> {
        let peer = context.as_request_context().peer.clone();
        given(context).map(|given: &Given| Self::new(given.told, peer))
    }
}
