//! An answer that holds something until it was sent, or its receiver is gone.

use std::{
    pin::Pin,
    task::{Context, Poll},
};

use axum::{
    BoxError,
    body::{Body, Bytes, HttpBody},
    response::Response,
};
use http_body::{Frame, SizeHint};

/// An answer's body, and what is dropped with it.
pub(super) struct Held<B, T> {
    body: B,
    _what: T,
}

/// Lets an answer hold `what`.
pub(super) fn held<B, T>(response: Response<B>, what: T) -> Response<Held<B, T>> {
    response.map(|body| Held { body, _what: what })
}

/// The same, as any other answer.
pub(super) fn until_answered<B, T>(response: Response<B>, what: T) -> Response
where
    B: HttpBody<Data = Bytes> + Send + Unpin + 'static,
    B::Error: Into<BoxError>,
    T: Send + Unpin + 'static,
{
    held(response, what).map(Body::new)
}

impl<B: HttpBody + Unpin, T: Unpin> HttpBody for Held<B, T> {
    type Data = B::Data;
    type Error = B::Error;

    fn poll_frame(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<B::Data>, B::Error>>> {
        Pin::new(&mut self.body).poll_frame(cx)
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}
