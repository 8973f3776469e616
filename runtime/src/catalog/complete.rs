//! How an argument is completed: what was typed in, values out.

use std::{collections::HashMap, fmt};

use rmcp::{
    ErrorData, RoleServer,
    handler::server::common::FromContextPart,
    model::{CompleteRequestParams, CompleteResult, CompletionInfo},
    service::RequestContext,
};

use super::{context::ComponentContext, get::ComponentError, run::Running};

/// The answer to come.
pub type Completed<'a> = Running<'a, CompleteResult>;

type Answer = Result<CompleteResult, ErrorData>;

type Context<'a, E> = ComponentContext<'a, E, CompleteRequestParams>;

/// One request to complete an argument.
pub struct Complete {
    pub(crate) request: CompleteRequestParams,
    pub(crate) context: RequestContext<RoleServer>,
}

impl Complete {
    /// The context that extractors read.
    pub fn on<E>(self, extension: &E) -> ComponentContext<'_, E, CompleteRequestParams> {
        ComponentContext::new(extension, self.request, self.context)
    }
}

impl fmt::Debug for Complete {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Complete").field("argument", &self.request.argument.name).finish_non_exhaustive()
    }
}

/// What somebody has typed of an argument, and what was filled in before.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Typed {
    /// The argument or variable.
    pub argument: String,
    /// Its text so far.
    pub value: String,
    /// The other arguments, as far as they are known.
    pub others: HashMap<String, String>,
}

impl<S> FromContextPart<ComponentContext<'_, S, CompleteRequestParams>> for Typed {
    fn from_context_part(context: &mut Context<'_, S>) -> Result<Self, ErrorData> {
        let request = &mut context.request;
        Ok(Self {
            argument: request.argument.name.clone(),
            value: request.argument.value.clone(),
            others: request.context.take().and_then(|context| context.arguments).unwrap_or_default(),
        })
    }
}

/// What a completion's function can take.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no argument of a completion",
    label = "not something that a request can give",
    note = "take `Typed`, which holds the text so far and the other arguments, or one of rmcp's extractors"
)]
pub trait CompletionArgument<E>: Sized {
    /// Takes it from the request.
    fn take(context: &mut Context<'_, E>) -> Result<Self, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl<T, E> CompletionArgument<E> for T
where
    T: for<'complete> FromContextPart<Context<'complete, E>>,
{
    fn take(context: &mut Context<'_, E>) -> Result<Self, ErrorData> {
        T::from_context_part(context)
    }
}

/// What a completion's function can return: of more values than the protocol allows, the first are told.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no completion",
    label = "not values to choose from",
    note = "return a `Vec<String>`, the likeliest first, or a `CompletionInfo`, or a `Result` of one whose error is a `String` or an `ErrorData`"
)]
pub trait CompletionResult: Sized {
    /// Makes it the answer.
    fn into_answer(self) -> Answer;
}

impl CompletionResult for Vec<String> {
    fn into_answer(mut self) -> Answer {
        let mut completion = CompletionInfo::default();
        completion.total = u32::try_from(self.len()).ok();
        completion.has_more = Some(self.len() > CompletionInfo::MAX_VALUES);
        self.truncate(CompletionInfo::MAX_VALUES);
        completion.values = self;
        completion.into_answer()
    }
}

impl CompletionResult for CompletionInfo {
    fn into_answer(self) -> Answer {
        self.validate().map_err(|error| ErrorData::internal_error(error, None))?;
        Ok(CompleteResult::new(self))
    }
}

impl CompletionResult for CompleteResult {
    fn into_answer(self) -> Answer {
        Ok(self)
    }
}

impl<T: CompletionResult, E: ComponentError> CompletionResult for Result<T, E> {
    fn into_answer(self) -> Answer {
        self.map_err(ComponentError::into_error)?.into_answer()
    }
}

/// Takes one argument.
pub fn completion_argument<T: CompletionArgument<E>, E>(
    context: &mut Context<'_, E>,
) -> Result<T, ErrorData> {
    T::take(context)
}

/// Makes a function's result the answer.
pub fn completion<T: CompletionResult>(result: T) -> Answer {
    result.into_answer()
}
