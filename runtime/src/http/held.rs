//! An answer that holds something until it was sent, or its receiver is gone.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    response::Response,
};
use http_body::{Frame, SizeHint};

/// Lets an answer hold `what`, which is dropped with it.
pub(super) fn until_answered<T: Send + Unpin + 'static>(response: Response, what: T) -> Response {
    response.map(|body| Body::new(Held { body, _what: what }))
}

struct Held<T> {
    body: Body,
    _what: T,
}

impl<T: Unpin> HttpBody for Held<T> {
    type Data = Bytes;
    type Error = axum::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<Bytes>, axum::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
