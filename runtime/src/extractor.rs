//! The active set as an argument of a tool.

use rmcp::{
    ErrorData,
    handler::server::common::{AsRequestContext, FromContextPart},
};

use crate::active::ActiveSet;

impl<C: AsRequestContext> FromContextPart<C> for ActiveSet {
    fn from_context_part(context: &mut C) -> Result<Self, ErrorData> {
        let active = context.as_request_context().extensions.get::<Self>().copied();
        active.ok_or_else(|| ErrorData::internal_error("no active set in this request", None))
    }
}
