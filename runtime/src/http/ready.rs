//! `tools/list` without a session, answered from bytes that are made once for each active set and never copied.

use std::{
    array,
    convert::Infallible,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    http::{HeaderValue, header},
    response::Response,
};
use http_body::{Frame, SizeHint};
use rmcp::model::{JsonRpcResponse, JsonRpcVersion2_0, RequestId, ServerResult};

use crate::{handler::Handler, views::View};

/// The answer; none where rmcp shall write it.
pub(super) fn response(handler: &Handler, id: RequestId) -> Option<Response> {
    let mut response = Response::new(Body::new(written(handler, id)?));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Some(response)
}

/// The whole message: what differs from client to client, then the tools as they were written once.
fn written(handler: &Handler, id: RequestId) -> Option<Pieces> {
    let mut list = ServerResult::ListToolsResult(handler.list_of(Vec::new()));
    list.fill_missing_cache_hints();
    let mut head =
        serde_json::to_vec(&JsonRpcResponse { jsonrpc: JsonRpcVersion2_0, id, result: list }).ok()?;
    // The tools come last; where they do not, rmcp shall write it.
    head.truncate(head.strip_suffix(b"[]}}")?.len());
    let view = handler.view();
    view.tools_json()?;
    let tools = Bytes::from_owner(Tools(view));
    Some(Pieces([head.into(), tools, Bytes::from_static(b"}}")].into_iter()))
}

/// The tools of a view, as they were written.
struct Tools(Arc<View>);

impl AsRef<[u8]> for Tools {
    fn as_ref(&self) -> &[u8] {
        self.0.tools_json().unwrap_or_default()
    }
}

/// A body whose length is known, a frame a piece.
struct Pieces(array::IntoIter<Bytes, 3>);

impl HttpBody for Pieces {
    type Data = Bytes;
    type Error = Infallible;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        _: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
        Poll::Ready(self.0.next().map(|piece| Ok(Frame::data(piece))))
    }

    fn is_end_stream(&self) -> bool {
        self.0.len() == 0
    }

    fn size_hint(&self) -> SizeHint {
        SizeHint::with_exact(self.0.as_slice().iter().map(|piece| piece.len() as u64).sum())
    }
}
