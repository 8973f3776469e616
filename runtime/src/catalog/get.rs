//! How a prompt is made: arguments in, messages out.

use std::fmt;

use rmcp::{
    ErrorData, RoleServer,
    handler::server::{common::FromContextPart, prompt::PromptName, wrapper::Parameters},
    model::{
        GetPromptRequestParams, GetPromptResponse, GetPromptResult, InputRequiredResult, PromptMessage, Role,
    },
    service::RequestContext,
};
use serde::de::DeserializeOwned;

use super::{call::Arguments, context::ComponentContext, run::Running};

/// The answer to come.
pub type Got<'a> = Running<'a, GetPromptResponse>;

type Answer = Result<GetPromptResponse, ErrorData>;

type Context<'a, E> = ComponentContext<'a, E, GetPromptRequestParams>;

/// One request to get a prompt.
pub struct Get {
    pub(crate) request: GetPromptRequestParams,
    pub(crate) context: RequestContext<RoleServer>,
}

impl fmt::Debug for Get {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Get").field("name", &self.request.name).finish_non_exhaustive()
    }
}

impl Get {
    /// The context that extractors read.
    pub fn on<E>(self, extension: &E) -> ComponentContext<'_, E, GetPromptRequestParams> {
        ComponentContext::new(extension, self.request, self.context)
    }
}

/// What a prompt's function can take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no argument of a prompt",
    label = "not something that a request can give",
    note = "what a person fills in arrives as one object of strings: take `Parameters<S>`, where `S` is a struct with such a field and `#[derive(serde::Deserialize, JsonSchema)]`"
)]
pub trait PromptArgument<E>: Sized {
    /// Takes it from the request.
    fn take(context: &mut Context<'_, E>) -> Result<Self, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl<T, E> PromptArgument<E> for T
where
    T: for<'get> FromContextPart<Context<'get, E>>,
{
    fn take(context: &mut Context<'_, E>) -> Result<Self, ErrorData> {
        T::from_context_part(context)
    }
}

impl<S, P: DeserializeOwned> FromContextPart<ComponentContext<'_, S, GetPromptRequestParams>>
    for Parameters<P>
{
    fn from_context_part(context: &mut Context<'_, S>) -> Result<Self, ErrorData> {
        let arguments = context.request.arguments.take().unwrap_or_default();
        serde_json::from_value(arguments.into()).map(Self).map_err(|error| {
            let name = &context.request.name;
            ErrorData::invalid_params(format!("prompt `{name}` does not take these arguments: {error}"), None)
        })
    }
}

impl<S> FromContextPart<ComponentContext<'_, S, GetPromptRequestParams>> for PromptName {
    fn from_context_part(context: &mut Context<'_, S>) -> Result<Self, ErrorData> {
        Ok(Self(context.request.name.clone()))
    }
}

/// What a prompt's function can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no prompt",
    label = "not something that a model can be told",
    note = "return a `String` (one message of the user), a `Vec<PromptMessage>` or a `GetPromptResult`, or a `Result` of one whose error is a `String` or an `ErrorData`"
)]
pub trait PromptResult: Sized {
    /// Makes it the answer.
    fn into_answer(self) -> Answer;
}

impl PromptResult for GetPromptResponse {
    fn into_answer(self) -> Answer {
        Ok(self)
    }
}

impl PromptResult for GetPromptResult {
    fn into_answer(self) -> Answer {
        Ok(self.into())
    }
}

impl PromptResult for InputRequiredResult {
    fn into_answer(self) -> Answer {
        Ok(self.into())
    }
}

impl PromptResult for Vec<PromptMessage> {
    fn into_answer(self) -> Answer {
        GetPromptResult::new(self).into_answer()
    }
}

impl PromptResult for PromptMessage {
    fn into_answer(self) -> Answer {
        vec![self].into_answer()
    }
}

impl PromptResult for String {
    fn into_answer(self) -> Answer {
        PromptMessage::new_text(Role::User, self).into_answer()
    }
}

impl PromptResult for &'static str {
    fn into_answer(self) -> Answer {
        self.to_owned().into_answer()
    }
}

impl<T: PromptResult, E: ComponentError> PromptResult for Result<T, E> {
    fn into_answer(self) -> Answer {
        self.map_err(ComponentError::into_error)?.into_answer()
    }
}

/// What a prompt, a resource or a completion can fail with: unlike a tool's, its error is one of the protocol.
///
/// ```
/// use pegboard::{ComponentError, rmcp::ErrorData};
///
/// struct Away;
///
/// impl ComponentError for Away {
///     fn into_error(self) -> ErrorData {
///         ErrorData::internal_error("the archive is away", None)
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no error of a prompt or a resource",
    label = "not something that a client can be told",
    note = "fail with a `String`, as in `.map_err(|error| error.to_string())`, with an `ErrorData`, or implement `pegboard::ComponentError`"
)]
pub trait ComponentError {
    /// The error that the client gets.
    fn into_error(self) -> ErrorData;
}

impl ComponentError for ErrorData {
    fn into_error(self) -> ErrorData {
        self
    }
}

impl ComponentError for String {
    fn into_error(self) -> ErrorData {
        ErrorData::internal_error(self, None)
    }
}

impl ComponentError for &'static str {
    fn into_error(self) -> ErrorData {
        ErrorData::internal_error(self, None)
    }
}

/// Takes one argument.
pub fn prompt_argument<T: PromptArgument<E>, E>(context: &mut Context<'_, E>) -> Result<T, ErrorData> {
    T::take(context)
}

/// Takes the arguments that a person filled in.
pub fn prompt_parameters<T: Arguments, E>(context: &mut Context<'_, E>) -> Result<Parameters<T>, ErrorData> {
    Parameters::from_context_part(context)
}

/// Makes a function's result the answer.
pub fn prompt<T: PromptResult>(result: T) -> Answer {
    result.into_answer()
}
