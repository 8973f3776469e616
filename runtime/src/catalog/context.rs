//! What prompts, resources and completions can take from a request: rmcp's extractors, and your own.

use std::fmt;

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{
        common::{AsRequestContext, FromContextPart},
        tool::{InputResponses, RequestState},
    },
    model::{GetPromptRequestParams, ReadResourceRequestParams},
    service::RequestContext,
};

/// What a prompt's, a resource's or a completion's function takes its arguments from.
///
/// rmcp has no such context for resources and completions, and its own for prompts leaves out what continues a
/// request. An extractor of your own implements [`FromContextPart`] for it:
///
/// ```
/// use pegboard::{
///     ComponentContext,
///     rmcp::{ErrorData, handler::server::common::FromContextPart},
/// };
///
/// struct Uri(String);
///
/// impl<S> FromContextPart<ComponentContext<'_, S, pegboard::Reading>> for Uri {
///     fn from_context_part(cx: &mut ComponentContext<'_, S, pegboard::Reading>) -> Result<Self, ErrorData> {
///         Ok(Self(cx.request.params.uri.clone()))
///     }
/// }
/// ```
#[non_exhaustive]
pub struct ComponentContext<'a, S, R> {
    /// The extension.
    pub extension: &'a S,
    /// The request's parameters.
    pub request: R,
    /// The rest of the request.
    pub context: RequestContext<RoleServer>,
}

impl<'a, S, R> ComponentContext<'a, S, R> {
    pub(crate) fn new(extension: &'a S, request: R, context: RequestContext<RoleServer>) -> Self {
        Self { extension, request, context }
    }
}

impl<S, R> fmt::Debug for ComponentContext<'_, S, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ComponentContext").finish_non_exhaustive()
    }
}

impl<S, R> AsRequestContext for ComponentContext<'_, S, R> {
    fn as_request_context(&self) -> &RequestContext<RoleServer> {
        &self.context
    }

    fn as_request_context_mut(&mut self) -> &mut RequestContext<RoleServer> {
        &mut self.context
    }
}

/// Requests that may continue an earlier one.
pub(crate) trait Continues {
    fn parts(&mut self) -> (&mut Option<String>, &mut Option<rmcp::model::InputResponses>);
}

impl Continues for GetPromptRequestParams {
    fn parts(&mut self) -> (&mut Option<String>, &mut Option<rmcp::model::InputResponses>) {
        (&mut self.request_state, &mut self.input_responses)
    }
}

impl Continues for ReadResourceRequestParams {
    fn parts(&mut self) -> (&mut Option<String>, &mut Option<rmcp::model::InputResponses>) {
        (&mut self.request_state, &mut self.input_responses)
    }
}

impl<S, R: Continues> FromContextPart<ComponentContext<'_, S, R>> for RequestState {
    fn from_context_part(context: &mut ComponentContext<'_, S, R>) -> Result<Self, ErrorData> {
        Ok(Self(context.request.parts().0.take()))
    }
}

impl<S, R: Continues> FromContextPart<ComponentContext<'_, S, R>> for InputResponses {
    fn from_context_part(context: &mut ComponentContext<'_, S, R>) -> Result<Self, ErrorData> {
        Ok(Self(context.request.parts().1.take()))
    }
}
