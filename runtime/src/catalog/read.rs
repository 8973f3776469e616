//! How a resource is read: its URI in, contents out.

use std::{fmt, str::FromStr};

use base64::{Engine, prelude::BASE64_STANDARD};
use rmcp::{
    ErrorData, Json, RoleServer,
    handler::server::common::FromContextPart,
    model::{
        InputRequiredResult, InputResponses, ReadResourceRequestParams, ReadResourceResponse,
        ReadResourceResult, ResourceContents,
    },
    service::RequestContext,
};
use serde::Serialize;

use super::{
    context::{ComponentContext, Continues},
    get::ComponentError,
    run::Running,
};

/// The answer to come.
pub type ReadBack<'a> = Running<'a, Body>;

type Answer = Result<Body, ErrorData>;

type Context<'a, E> = ComponentContext<'a, E, Reading>;

/// The parameters of a request to read a resource, and what its template's variables stand for in it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Reading {
    /// The parameters as they came.
    pub params: ReadResourceRequestParams,
    /// The values of the variables, decoded, in the order of the template.
    pub values: Vec<String>,
}

impl Continues for Reading {
    fn parts(&mut self) -> (&mut Option<String>, &mut Option<InputResponses>) {
        self.params.parts()
    }
}

/// One request to read a resource.
pub struct Read {
    pub(crate) request: Reading,
    pub(crate) context: RequestContext<RoleServer>,
}

impl Read {
    pub(crate) fn new(
        params: ReadResourceRequestParams,
        values: Vec<String>,
        context: RequestContext<RoleServer>,
    ) -> Self {
        Self { request: Reading { params, values }, context }
    }

    /// The context that extractors read.
    pub fn on<E>(self, extension: &E) -> ComponentContext<'_, E, Reading> {
        ComponentContext::new(extension, self.request, self.context)
    }
}

impl fmt::Debug for Read {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Read").field("uri", &self.request.params.uri).finish_non_exhaustive()
    }
}

/// What a resource holds; its URI and its media type are told by what read it.
#[derive(Debug)]
pub enum Body {
    /// Text, and its media type where the attribute does not say one.
    Text(String, &'static str),
    /// Bytes.
    Bytes(Vec<u8>),
    /// What was made by hand.
    Whole(ReadResourceResponse),
    /// There is no such thing, as if the URI had never been one.
    Missing,
}

impl Body {
    /// The answer to the one who asked; `None` where there is nothing of that URI.
    pub(crate) fn of(self, uri: &str, mime_type: Option<&'static str>) -> Option<ReadResourceResponse> {
        let contents = match self {
            Self::Text(text, otherwise) => {
                ResourceContents::text(text, uri).with_mime_type(mime_type.unwrap_or(otherwise))
            }
            Self::Bytes(bytes) => {
                let blob = ResourceContents::blob(BASE64_STANDARD.encode(bytes), uri);
                blob.with_mime_type(mime_type.unwrap_or("application/octet-stream"))
            }
            Self::Whole(response) => return Some(response),
            Self::Missing => return None,
        };
        Some(ReadResourceResult::new(vec![contents]).into())
    }
}

/// What a resource's function can take besides the variables of its template.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no argument of a resource",
    label = "not something that a URI or a request can give",
    note = "name it as a variable of the `uri_template`, or take one of rmcp's extractors, such as `RequestContext<RoleServer>`"
)]
pub trait ResourceArgument<E>: Sized {
    /// Takes it from the request.
    fn take(context: &mut Context<'_, E>) -> Result<Self, ErrorData>;
}

#[diagnostic::do_not_recommend]
impl<T, E> ResourceArgument<E> for T
where
    T: for<'read> FromContextPart<Context<'read, E>>,
{
    fn take(context: &mut Context<'_, E>) -> Result<Self, ErrorData> {
        T::from_context_part(context)
    }
}

/// What a variable of a template can be read as: a URI whose text is none is one that does not exist.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be read from a URI",
    label = "not read from text",
    note = "take a `String`, a number, or a type of yours that implements `std::str::FromStr`"
)]
pub trait UriVariable: FromStr {}

#[diagnostic::do_not_recommend]
impl<T: FromStr> UriVariable for T {}

/// What a resource's function can return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no contents of a resource",
    label = "not something that a client can read",
    note = "return a `String`, a `Vec<u8>`, a `Json<…>` of what serialises, or a `ReadResourceResult`",
    note = "or an `Option` of one, where there may be none, or a `Result` of one whose error is a `String` or an `ErrorData`"
)]
pub trait ResourceResult: Sized {
    /// Makes it what the resource holds.
    fn into_body(self) -> Answer;
}

impl ResourceResult for String {
    fn into_body(self) -> Answer {
        Ok(Body::Text(self, "text/plain"))
    }
}

impl ResourceResult for &'static str {
    fn into_body(self) -> Answer {
        Ok(Body::Text(self.to_owned(), "text/plain"))
    }
}

impl ResourceResult for Vec<u8> {
    fn into_body(self) -> Answer {
        Ok(Body::Bytes(self))
    }
}

impl<T: Serialize> ResourceResult for Json<T> {
    fn into_body(self) -> Answer {
        match serde_json::to_string(&self.0) {
            Ok(json) => Ok(Body::Text(json, "application/json")),
            Err(error) => Err(ErrorData::internal_error(error.to_string(), None)),
        }
    }
}

impl ResourceResult for ResourceContents {
    fn into_body(self) -> Answer {
        vec![self].into_body()
    }
}

impl ResourceResult for Vec<ResourceContents> {
    fn into_body(self) -> Answer {
        ReadResourceResult::new(self).into_body()
    }
}

impl ResourceResult for ReadResourceResult {
    fn into_body(self) -> Answer {
        Ok(Body::Whole(self.into()))
    }
}

impl ResourceResult for InputRequiredResult {
    fn into_body(self) -> Answer {
        Ok(Body::Whole(self.into()))
    }
}

impl ResourceResult for ReadResourceResponse {
    fn into_body(self) -> Answer {
        Ok(Body::Whole(self))
    }
}

impl<T: ResourceResult> ResourceResult for Option<T> {
    fn into_body(self) -> Answer {
        self.map_or(Ok(Body::Missing), T::into_body)
    }
}

impl<T: ResourceResult, E: ComponentError> ResourceResult for Result<T, E> {
    fn into_body(self) -> Answer {
        self.map_err(ComponentError::into_error)?.into_body()
    }
}

/// Takes one argument.
pub fn resource_argument<T: ResourceArgument<E>, E>(context: &mut Context<'_, E>) -> Result<T, ErrorData> {
    T::take(context)
}

/// Reads one variable; what cannot be read leaves nothing of that URI.
pub fn variable<T: UriVariable, E>(context: &Context<'_, E>, nth: usize) -> Option<T> {
    context.request.values.get(nth).and_then(|value| value.parse().ok())
}

/// The answer to a URI that nothing has.
pub fn missing<'a>() -> ReadBack<'a> {
    Box::pin(std::future::ready(Ok(Body::Missing)))
}

/// Makes a function's result what the resource holds.
pub fn resource<T: ResourceResult>(result: T) -> Answer {
    result.into_body()
}
