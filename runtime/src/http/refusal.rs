//! What is refused before the protocol is reached: an HTTP status with a JSON-RPC error as its body.

use std::{borrow::Cow, time::Duration};

use axum::{
    Json,
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse, Response},
};
use serde_json::{Value, json};

use crate::{
    carriers::{Carrier, SelectionError},
    wake::NotUsable,
};

/// Why a request was not served. A client that reads the body sees an MCP server, and not an older one.
#[derive(Debug)]
pub(super) enum Refusal {
    /// What is selected is not read.
    Selection(SelectionError),
    /// The host or origin is not served.
    NotAllowed(String),
    /// The body is longer than what is read.
    BodyTooLong(usize),
    /// The body did not arrive in this time.
    BodyTooSlow(Duration),
    /// The body could not be received.
    Body(String),
    /// The body is no JSON.
    NoJson(String),
    /// The body is an array.
    Batch,
    /// The body is JSON, and no message.
    NoMessage,
    /// The session has a request of this id at work.
    InFlight(Value),
    /// Nothing of this URL's is known under that id.
    NoSession,
    /// There are as many sessions as there can be.
    TooManySessions,
    /// There are as many requests at work as there can be.
    TooManyCalls,
    /// The bodies that others have sent leave no room for this one.
    TooManyBodies,
    /// The server has ended meanwhile.
    Over,
    /// There is nothing that can be done to this path in this way.
    Method,
}

impl Refusal {
    fn status(&self) -> StatusCode {
        match self {
            Self::Selection(SelectionError::TooLong { carrier: Carrier::Header, .. }) => {
                StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE
            }
            Self::Selection(SelectionError::TooLong { .. }) => StatusCode::URI_TOO_LONG,
            Self::NotAllowed(_) => StatusCode::FORBIDDEN,
            Self::BodyTooSlow(_) => StatusCode::REQUEST_TIMEOUT,
            Self::BodyTooLong(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::Selection(_)
            | Self::Body(_)
            | Self::NoJson(_)
            | Self::Batch
            | Self::NoMessage
            | Self::InFlight(_) => StatusCode::BAD_REQUEST,
            Self::NoSession => StatusCode::NOT_FOUND,
            Self::TooManySessions | Self::TooManyCalls | Self::TooManyBodies | Self::Over => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::Method => StatusCode::METHOD_NOT_ALLOWED,
        }
    }

    /// After how many seconds there may be room; `None` where room is not what is missing.
    fn retry_after(&self) -> Option<&'static str> {
        match self {
            Self::TooManySessions => Some("60"),
            Self::TooManyCalls | Self::TooManyBodies | Self::Over => Some("1"),
            _ => None,
        }
    }

    /// JSON-RPC 2.0, section 5.1; past that, the codes that it leaves to servers.
    fn code(&self) -> i32 {
        match self {
            Self::NoJson(_) => -32700,
            _ if self.retry_after().is_some() => -32000,
            _ => -32600,
        }
    }

    fn message(&self) -> Cow<'_, str> {
        match self {
            Self::Selection(fault) => fault.to_string().into(),
            Self::NotAllowed(fault) => fault.into(),
            Self::BodyTooLong(most) => format!("the body is too long; at most {most} bytes are read").into(),
            Self::BodyTooSlow(time) => format!("the body did not arrive within {time:?}").into(),
            Self::Body(fault) => format!("the body could not be read: {fault}").into(),
            Self::NoJson(fault) => format!("the body is no JSON: {fault}").into(),
            Self::Batch => "batches are not supported; send one message a request".into(),
            Self::NoMessage => "the body is no JSON-RPC request, notification or response".into(),
            Self::InFlight(_) => "a request of this id is in flight in this session; use another id".into(),
            Self::NoSession => "no session of this id is known at this URL".into(),
            Self::TooManySessions => "there are too many sessions; try again later".into(),
            Self::TooManyCalls => "there are too many requests at work; try again in a moment".into(),
            Self::TooManyBodies => {
                "the requests at work leave no room for a body of this length; try again in a moment".into()
            }
            Self::Over => NotUsable::Over.message().into(),
            Self::Method => "use GET, POST or DELETE here".into(),
        }
    }

    fn id(&self) -> Value {
        match self {
            Self::InFlight(id) => id.clone(),
            _ => Value::Null,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let error = json!({ "code": self.code(), "message": self.message() });
        let body = json!({ "jsonrpc": "2.0", "id": self.id(), "error": error });
        let mut response = (self.status(), Json(body)).into_response();
        let retry_after = self.retry_after().map(HeaderValue::from_static);
        response.headers_mut().extend(retry_after.map(|seconds| (header::RETRY_AFTER, seconds)));
        let header = match self {
            Self::Method => Some((header::ALLOW, HeaderValue::from_static("GET, POST, DELETE"))),
            // Nothing more is read of it.
            Self::BodyTooSlow(_) => Some((header::CONNECTION, HeaderValue::from_static("close"))),
            _ => None,
        };
        response.headers_mut().extend(header);
        response
    }
}
