//! How a tool is called: arguments in, the function's future, an answer out.

use std::{fmt, future::ready};

use rmcp::{
    ErrorData, Json, RoleServer,
    handler::server::{
        common::FromContextPart,
        tool::{IntoCallToolResult, ToolCallContext},
        wrapper::Parameters,
    },
    model::{CallToolRequestParams, CallToolResponse, CallToolResult, ContentBlock, ErrorCode},
    schemars::JsonSchema,
    service::RequestContext,
};
use serde::{Serialize, de::DeserializeOwned};
use serde_json::Value;

use super::run::Running;

/// What a call answers.
pub(crate) type Answer = Result<CallToolResponse, ErrorData>;

/// The answer to come.
pub type Called<'a> = Running<'a, CallToolResponse>;

/// One request to call a tool.
pub struct Call {
    pub(crate) request: CallToolRequestParams,
    /// None where the tool takes nothing of it.
    pub(crate) context: Option<RequestContext<RoleServer>>,
}

impl fmt::Debug for Call {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Call").field("name", &self.request.name).finish_non_exhaustive()
    }
}

impl Call {
    /// The context that rmcp's extractors read.
    ///
    /// # Errors
    /// If the call came without one, which no call does to a tool whose table says that it takes it.
    pub fn on<E>(self, extension: &E) -> Result<ToolCallContext<'_, E>, ErrorData> {
        let missing = || ErrorData::internal_error("this call came without its request", None);
        let context = self.context.ok_or_else(missing)?;
        Ok(ToolCallContext::new(extension, self.request, context))
    }
}

/// What a tool's function can take: every extractor of rmcp, and every one of your own.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no argument of a tool",
    label = "not something that a call can give",
    note = "what a model sends arrives as one object: take `Parameters<S>`, where `S` is a struct with such a field and `#[derive(serde::Deserialize, JsonSchema)]`"
)]
pub trait ToolArgument<E>: Sized {
    /// Takes it from the call.
    fn take(context: &mut ToolCallContext<'_, E>) -> Result<Self, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl<T, E> ToolArgument<E> for T
where
    T: for<'call> FromContextPart<ToolCallContext<'call, E>>,
{
    fn take(context: &mut ToolCallContext<'_, E>) -> Result<Self, ErrorData> {
        T::from_context_part(context)
    }
}

/// Arguments that can be read from what a model sends: whatever serde deserialises.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from what a model sends",
    label = "not readable",
    note = "write `#[derive(serde::Deserialize)]` on `{Self}`"
)]
pub trait Arguments: DeserializeOwned {}

#[diagnostic::do_not_recommend]
impl<T: DeserializeOwned> Arguments for T {}

/// What a tool's function can return: whatever rmcp turns into the result of a call.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no result of a tool",
    label = "not something that a model can be told",
    note = "return a `String`, a `Json<…>` of what serialises and has a `JsonSchema`, or a `CallToolResult`",
    note = "or a `Result` of one, whose error is a `String` or a type of yours that implements `pegboard::rmcp::model::IntoContents`"
)]
pub trait ToolResult: Sized {
    /// Makes it the answer.
    fn into_answer(self) -> Answer;
}

#[diagnostic::do_not_recommend]
impl<T: IntoCallToolResult> ToolResult for T {
    fn into_answer(self) -> Answer {
        self.into_call_tool_result()
    }
}

/// Structured content: whatever serde serialises and has a JSON Schema.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be told in a `Json<…>`",
    label = "not structured content",
    note = "write `#[derive(serde::Serialize, JsonSchema)]` on `{Self}`"
)]
pub trait Structured: Serialize + JsonSchema + 'static {}

#[diagnostic::do_not_recommend]
impl<T: Serialize + JsonSchema + 'static> Structured for T {}

/// What a tool's function can fail with: the model reads it as the result of the call.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no error of a tool",
    label = "not something that a model can be told",
    note = "fail with a `String`, as in `.map_err(|error| error.to_string())`, or with a type of yours that implements `pegboard::rmcp::model::IntoContents`"
)]
pub trait ToolError: IntoCallToolResult {}

#[diagnostic::do_not_recommend]
impl<T: IntoCallToolResult> ToolError for T {}

/// Takes one argument.
pub fn argument<T: ToolArgument<E>, E>(context: &mut ToolCallContext<'_, E>) -> Result<T, ErrorData> {
    T::take(context)
}

/// Takes the arguments that the model sent; a mistake in them is told as rmcp tells it.
pub fn parameters<T: Arguments>(call: &mut Call) -> Result<Parameters<T>, ErrorData> {
    let arguments = Value::Object(call.request.arguments.take().unwrap_or_default());
    let read = serde_json::from_value(arguments).map(Parameters);
    read.map_err(|error| ErrorData::invalid_params(format!("{UNREADABLE} {error}"), None))
}

/// What stands before the fault of arguments that cannot be read: rmcp's own words, which its router knows them by.
const UNREADABLE: &str = "failed to deserialize parameters:";

/// Makes a function's result the answer.
pub fn answer<T: ToolResult>(result: T) -> Answer {
    result.into_answer()
}

/// The same for a `Result`.
pub fn answer_or_fail<T: ToolResult, E: ToolError>(result: Result<T, E>) -> Answer {
    match result {
        Ok(value) => value.into_answer(),
        Err(error) => Err::<(), E>(error).into_call_tool_result(),
    }
}

/// The same for structured content.
pub fn answer_json<T: Structured>(result: Json<T>) -> Answer {
    result.into_call_tool_result()
}

/// The same for a `Result` of structured content.
pub fn answer_json_or_fail<T: Structured, E: ToolError>(result: Result<Json<T>, E>) -> Answer {
    result.into_call_tool_result()
}

/// The answer to arguments that the function does not take.
///
/// As in rmcp's router, what the model can mend is a result for the model and no protocol error.
pub fn refuse<'a>(error: ErrorData) -> Called<'a> {
    let mendable = error.code == ErrorCode::INVALID_PARAMS && error.message.starts_with(UNREADABLE);
    Box::pin(ready(if mendable {
        Ok(CallToolResult::error(vec![ContentBlock::text(error.message)]).into())
    } else {
        Err(error)
    }))
}
