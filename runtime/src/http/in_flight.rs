//! The ids of requests at work in their sessions: two of one id would get one answer, and wait for another.

use std::{
    collections::HashSet,
    pin::Pin,
    sync::{Arc, Mutex, PoisonError},
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes, HttpBody},
    response::Response,
};
use http_body::{Frame, SizeHint};
use serde_json::Value;

type Key = (Box<[u8]>, Box<str>);

/// Sessions and ids.
#[derive(Clone, Default)]
pub(super) struct InFlightIds {
    claimed: Arc<Mutex<HashSet<Key>>>,
}

impl InFlightIds {
    /// Claims an id in a session, unless it is claimed.
    pub(super) fn claim(&self, session: &[u8], id: &Value) -> Option<Claimed> {
        let key: Key = (session.into(), id.to_string().into());
        let mut claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
        claimed.insert(key.clone()).then(|| Claimed { ids: self.clone(), key })
    }
}

/// A claimed id; free again when this is dropped.
pub(super) struct Claimed {
    ids: InFlightIds,
    key: Key,
}

impl Claimed {
    /// Keeps the id until the answer was sent, or its receiver is gone.
    pub(super) fn until_answered(self, response: Response) -> Response {
        response.map(|body| Body::new(Guarded { body, _claimed: self }))
    }
}

impl Drop for Claimed {
    fn drop(&mut self) {
        self.ids.claimed.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}

/// A body that holds a claim for as long as it lives.
struct Guarded {
    body: Body,
    _claimed: Claimed,
}

impl HttpBody for Guarded {
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
