//! `tools/list` without a session, answered from bytes that are made once for each active set.

use axum::{
    body::Body,
    http::{HeaderValue, header},
    response::Response,
};
use rmcp::model::{JsonRpcResponse, JsonRpcVersion2_0, RequestId, ServerResult};

use crate::handler::Handler;

/// The answer; none where rmcp shall write it.
pub(super) fn response(handler: &Handler, id: RequestId) -> Option<Response> {
    let mut response = Response::new(Body::from(written(handler, id)?));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Some(response)
}

/// The whole message: what differs from client to client, then the tools as they were written once.
fn written(handler: &Handler, id: RequestId) -> Option<Vec<u8>> {
    let mut list = ServerResult::ListToolsResult(handler.list_of(Vec::new()));
    list.fill_missing_cache_hints();
    let mut written =
        serde_json::to_vec(&JsonRpcResponse { jsonrpc: JsonRpcVersion2_0, id, result: list }).ok()?;
    // The tools come last; where they do not, rmcp shall write it.
    written.truncate(written.strip_suffix(b"[]}}")?.len());
    let view = handler.view();
    let tools = view.tools_json()?;
    // At once: to grow by the last two bytes would be to move all others.
    written.reserve_exact(tools.len() + 2);
    written.extend_from_slice(tools);
    written.extend_from_slice(b"}}");
    Some(written)
}
