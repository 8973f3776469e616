//! The bodies of requests: how long one may be and may take to arrive, and how much memory all may take together.

use std::{sync::Arc, time::Duration};

use axum::body::{Body, Bytes};
use http_body_util::BodyExt;
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::timeout,
};

use super::{options::HttpOptions, refusal::Refusal};

/// So many bytes of each count for nothing, so that whoever sends much, or slowly, keeps nobody out who sends little.
const FREE: usize = 16 * 1024;

/// What is received for all requests.
pub(super) struct Bodies {
    max_body: usize,
    timeout: Duration,
    /// One for each byte that there may be.
    bytes: Arc<Semaphore>,
}

/// A body that has arrived.
pub(super) struct Received {
    pub(super) bytes: Bytes,
    /// What it takes of the bytes that all may take, for as long as this is kept.
    pub(super) share: Option<OwnedSemaphorePermit>,
}

impl Bodies {
    pub(super) fn new(options: &HttpOptions) -> Self {
        // While it grows, one takes up to twice its length; the longest must fit where it is alone.
        let most = options.max_bodies.max(options.max_body.saturating_mul(2));
        Self {
            max_body: options.max_body,
            timeout: options.body_timeout,
            bytes: Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS))),
        }
    }

    /// The whole body, if it is in time, not too long, and not too much with what others have sent.
    pub(super) async fn receive(&self, body: Body) -> Result<Received, Refusal> {
        let received = timeout(self.timeout, self.read(body)).await;
        received.unwrap_or(Err(Refusal::BodyTooSlow(self.timeout)))
    }

    /// What is refused gets read on for a while and thrown away: a client that is still sending when the connection closes
    /// never sees the answer.
    async fn read(&self, mut body: Body) -> Result<Received, Refusal> {
        let mut received = Vec::new();
        let mut share = None;
        let mut refusal = None;
        let mut length: usize = 0;
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|error| Refusal::Body(error.to_string()))?;
            let Ok(data) = frame.into_data() else { continue };
            length = length.saturating_add(data.len());
            if length > self.max_body.saturating_mul(4) {
                break;
            }
            if length > self.max_body {
                refusal = Some(Refusal::BodyTooLong(self.max_body));
            } else if refusal.is_none() {
                received.extend_from_slice(&data);
                refusal = self.take(&mut share, received.capacity()).err();
            }
            if refusal.is_some() {
                (received, share) = (Vec::new(), None);
            }
        }
        refusal.map_or_else(|| Ok(Received { bytes: received.into(), share }), Err)
    }

    /// Takes so much as makes a share enough for so many bytes.
    fn take(&self, share: &mut Option<OwnedSemaphorePermit>, bytes: usize) -> Result<(), Refusal> {
        let taken = share.as_ref().map_or(0, OwnedSemaphorePermit::num_permits);
        let more = bytes.saturating_sub(FREE).saturating_sub(taken);
        let more = u32::try_from(more).map_err(|_| Refusal::TooManyBodies)?;
        if more > 0 {
            let more = Arc::clone(&self.bytes).try_acquire_many_owned(more);
            let more = more.map_err(|_| Refusal::TooManyBodies)?;
            match share {
                Some(share) => share.merge(more),
                None => *share = Some(more),
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::convert::Infallible;

    use futures::{StreamExt, channel::mpsc};

    use super::*;

    const MIB: usize = 1024 * 1024;

    fn bodies() -> Bodies {
        Bodies::new(&HttpOptions::default().max_body(MIB).max_bodies(4 * MIB))
    }

    fn free(bodies: &Bodies) -> usize {
        bodies.bytes.available_permits()
    }

    #[tokio::test]
    async fn what_is_small_takes_nothing_and_what_is_large_its_share_while_it_is_kept() {
        let bodies = bodies();
        let small = bodies.receive(Body::from(vec![b'x'; FREE])).await.expect("room");
        assert_eq!((small.bytes.len(), free(&bodies)), (FREE, 4 * MIB));
        let large = bodies.receive(Body::from(vec![b'x'; MIB])).await.expect("room");
        assert_eq!((large.bytes.len(), free(&bodies)), (MIB, 3 * MIB + FREE));
        drop(large.bytes);
        assert_eq!(free(&bodies), 3 * MIB + FREE);
        drop(large.share);
        assert_eq!(free(&bodies), 4 * MIB);
    }

    #[tokio::test]
    async fn what_never_ends_takes_its_share_and_past_all_of_it_the_next_is_refused() {
        let bodies = Arc::new(bodies());
        let (mut senders, mut readers) = (Vec::new(), Vec::new());
        for _ in 0..4 {
            let (sender, receiver) = mpsc::unbounded::<Bytes>();
            sender.unbounded_send(vec![b'x'; MIB].into()).expect("it is read");
            senders.push(sender);
            let body = Body::from_stream(receiver.map(Ok::<_, Infallible>));
            let bodies = Arc::clone(&bodies);
            readers
                .push(tokio::spawn(async move { bodies.receive(body).await.map(|body| body.bytes.len()) }));
        }
        while free(&bodies) != 4 * FREE {
            tokio::task::yield_now().await;
        }
        let refused = bodies.receive(Body::from(vec![b'x'; MIB])).await.map(|body| body.bytes.len());
        assert!(matches!(refused, Err(Refusal::TooManyBodies)), "{refused:?}");
        assert_eq!(bodies.receive(Body::from("small")).await.expect("room").bytes, "small");
        drop(senders);
        for reader in readers {
            assert_eq!(reader.await.expect("no panic").expect("room"), MIB);
        }
        assert_eq!(free(&bodies), 4 * MIB);
    }

    #[tokio::test]
    async fn what_is_too_long_gives_back_what_it_took() {
        let bodies = bodies();
        let pieces = vec![Ok::<_, Infallible>(Bytes::from(vec![b'x'; MIB])), Ok(Bytes::from("x"))];
        let refused = bodies.receive(Body::from_stream(futures::stream::iter(pieces))).await;
        assert!(matches!(refused.map(|body| body.bytes.len()), Err(Refusal::BodyTooLong(MIB))));
        assert_eq!(free(&bodies), 4 * MIB);
    }

    #[tokio::test]
    async fn the_longest_fits_whatever_all_may_take() {
        let bodies = Bodies::new(&HttpOptions::default().max_body(MIB).max_bodies(0));
        assert_eq!(bodies.receive(Body::from(vec![b'x'; MIB])).await.expect("room").bytes.len(), MIB);
    }
}
