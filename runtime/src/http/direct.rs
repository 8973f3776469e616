//! `tools/call` without a session, of a tool that takes what a model sends and no more: it is run here, and not by a
//! service of rmcp's for this request alone.

use std::{
    future::{Future, poll_fn},
    panic::resume_unwind,
    pin::Pin,
    task::Poll,
};

use axum::{
    Json,
    http::StatusCode,
    response::{IntoResponse, Response},
};
use rmcp::{
    ErrorData,
    model::{
        CallToolRequestParams, ErrorCode, JsonRpcError, JsonRpcResponse, JsonRpcVersion2_0, RequestId,
        ServerResult,
    },
};
use tokio_util::sync::CancellationToken;

use super::{
    recognised::{self, Wanted},
    refusal::Refusal,
};
use crate::{
    catalog::{
        Entry,
        call::{Answer, Call},
    },
    doors::Found,
    handler::Handler,
};

/// The answer, where the tool of this name can be run here.
pub(super) async fn response(
    handler: Handler,
    name: &[u8],
    body: &[u8],
    end: &CancellationToken,
) -> Result<Option<Response>, Refusal> {
    // Before the body is read, which else would be read twice.
    let Some(entry) = tool(&handler, name) else { return Ok(None) };
    let wanted = recognised::call(body, name);
    let Some(wanted) = wanted.filter(|wanted| !(wanted.with_progress && handler.may_wake(entry))) else {
        return Ok(None);
    };
    let id = wanted.id.clone();
    let answer = call(handler, entry, wanted, end).await?;
    Ok(Some(written(entry, id, answer)))
}

/// A tool that takes what a model sends in the body and no more.
fn tool(handler: &Handler, name: &[u8]) -> Option<Entry> {
    let name = str::from_utf8(name).ok()?;
    let Found::Tool(entry) = handler.doors().tool(handler.resolved.active, name)? else {
        return None;
    };
    (!entry.takes_context() && !handler.has_headers(entry)).then_some(entry)
}

/// Runs it, to its end also where nobody waits for it any more.
async fn call(
    handler: Handler,
    entry: Entry,
    wanted: Wanted,
    end: &CancellationToken,
) -> Result<Answer, Refusal> {
    let mut request = CallToolRequestParams::new(wanted.name);
    request.arguments = wanted.arguments;
    let call = Call { request, context: None };
    let mut running: Pin<Box<dyn Future<Output = Answer> + Send>> =
        Box::pin(async move { handler.call(entry, call).await });
    // Most are done at once, and need no task.
    if let Poll::Ready(answer) = poll_fn(|cx| Poll::Ready(running.as_mut().poll(cx))).await {
        return Ok(answer);
    }
    let running = tokio::spawn(running);
    tokio::select! {
        biased;
        done = running => done.map_err(|fault| match fault.try_into_panic() {
            Ok(panic) => resume_unwind(panic),
            Err(_) => Refusal::Over,
        }),
        () = end.cancelled() => Err(Refusal::Over),
    }
}

/// The answer as rmcp gives it.
fn written(entry: Entry, id: RequestId, answer: Answer) -> Response {
    match answer {
        Ok(response) => {
            let result = ServerResult::from(response);
            Json(JsonRpcResponse { jsonrpc: JsonRpcVersion2_0, id, result }).into_response()
        }
        Err(error) => {
            tracing::warn!("{entry} answered with an error: {error}");
            (status(&error), Json(JsonRpcError::new(Some(id), error))).into_response()
        }
    }
}

fn status(error: &ErrorData) -> StatusCode {
    match error.code {
        ErrorCode::UNSUPPORTED_PROTOCOL_VERSION
        | ErrorCode::MISSING_REQUIRED_CLIENT_CAPABILITY
        | ErrorCode::HEADER_MISMATCH => StatusCode::BAD_REQUEST,
        ErrorCode::METHOD_NOT_FOUND => StatusCode::NOT_FOUND,
        _ => StatusCode::OK,
    }
}
