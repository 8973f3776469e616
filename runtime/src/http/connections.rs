//! The connections of a server: how each is served, and which of them goes where there is no room for one more.

use std::{
    collections::BTreeMap,
    io,
    pin::pin,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use axum::{Router, body::Body, http::Request};
use hyper::{body::Incoming, server::conn::http1, service::service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::{
    net::{TcpListener, TcpStream},
    sync::{OwnedSemaphorePermit, Semaphore},
    time::{Instant, sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use tower_service::Service;

use super::{held::held, serve::set_nodelay};
use crate::limit::Limit;

/// How long one may wait for a request whatever happens: who has just come is about to ask.
const PATIENCE: Duration = Duration::from_millis(250);

/// After so long, who found no room looks again.
const AGAIN: Duration = Duration::from_millis(10);

/// There are only so many. Who sends nothing or half a request keeps nobody out: where there is no room, the connection goes that
/// has waited longest for a request, and one with a request at work never does.
#[derive(Clone)]
pub(super) struct Connections {
    places: Arc<Semaphore>,
    waiting: Arc<Mutex<Waiting>>,
}

/// The connections that wait for a request, by when they began to.
#[derive(Default)]
struct Waiting {
    begun: u64,
    longest_first: BTreeMap<u64, (Instant, CancellationToken)>,
}

impl Connections {
    pub(super) fn new(most: usize) -> Self {
        let places = Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS)));
        Self { places, waiting: Arc::default() }
    }

    /// The next connection, once there is room for it.
    pub(super) async fn accept(&self, listener: &TcpListener) -> (TcpStream, Arc<Connection>) {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    set_nodelay(&stream);
                    return (stream, self.welcome().await);
                }
                // It went before it was accepted.
                Err(error) if is_of_the_connection(&error) => {}
                // The process has no more files, as a rule; those that wait have some, and extensions may want one too.
                Err(error) => {
                    let some = self.waiting().longest_first.len().div_ceil(8);
                    self.close(some, &format!("the next cannot be accepted: {error}"));
                    sleep(AGAIN).await;
                }
            }
        }
    }

    /// A place for one more.
    async fn welcome(&self) -> Arc<Connection> {
        let place = loop {
            if let Ok(place) = Arc::clone(&self.places).try_acquire_owned() {
                break place;
            }
            self.close(1, "there are as many as there can be");
            // Where none could go, one may by then.
            if let Ok(Ok(place)) = timeout(AGAIN, Arc::clone(&self.places).acquire_owned()).await {
                break place;
            }
        };
        let told = CancellationToken::new();
        let state = Mutex::new(State::Waits(self.waiting().add(&told)));
        Arc::new(Connection { connections: self.clone(), told, state, _place: place })
    }

    /// Tells those to close that have waited longest.
    fn close(&self, count: usize, why: &str) {
        static LIMIT: Limit = Limit::new();
        let mut waiting = self.waiting();
        if LIMIT.allows() {
            let nobody = waiting.longest_first.is_empty();
            let whom = if nobody {
                "all have a request at work"
            } else {
                "who has waited longest for a request goes"
            };
            tracing::warn!("there is no room for another connection, and {whom}: {why}");
        }
        let told: Vec<CancellationToken> = (0..count).map_while(|_| waiting.longest()).collect();
        drop(waiting);
        told.iter().for_each(CancellationToken::cancel);
    }

    fn waiting(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Waiting {
    fn add(&mut self, told: &CancellationToken) -> u64 {
        self.begun += 1;
        self.longest_first.insert(self.begun, (Instant::now(), told.clone()));
        self.begun
    }

    /// Takes out the one that has waited longest, if that is long.
    fn longest(&mut self) -> Option<CancellationToken> {
        let first = self.longest_first.first_entry()?;
        let is_long = first.get().0.elapsed() >= PATIENCE;
        is_long.then(|| first.remove().1)
    }
}

/// A connection that has its place.
pub(super) struct Connection {
    connections: Connections,
    /// Cancelled where its place is needed.
    told: CancellationToken,
    state: Mutex<State>,
    _place: OwnedSemaphorePermit,
}

#[derive(Clone, Copy)]
enum State {
    /// For a request, since then.
    Waits(u64),
    /// At so many.
    Works(usize),
}

impl Connection {
    /// Serves its requests until it closes, and after `closing` the one at work.
    pub(super) async fn serve(
        self: Arc<Self>,
        stream: TcpStream,
        router: Router,
        head_timeout: Duration,
        closing: CancellationToken,
    ) {
        let service = service_fn(|request: Request<Incoming>| {
            let at_work = self.work();
            let answer = router.clone().call(request.map(Body::new));
            async move { answer.await.map(|answer| held(answer, at_work)) }
        });
        let mut http = http1::Builder::new();
        http.timer(TokioTimer::new()).header_read_timeout(head_timeout);
        let mut serving = pin!(http.serve_connection(TokioIo::new(stream), service));
        tokio::select! {
            // What goes wrong is the connection's own.
            _ = serving.as_mut() => return,
            () = closing.cancelled() => {}
            () = self.told.cancelled() => {
                // Half a request is none.
                if matches!(*self.state(), State::Waits(_)) {
                    return;
                }
            }
        }
        serving.as_mut().graceful_shutdown();
        let _ = serving.await;
    }

    /// Works at a request until what is returned is dropped.
    fn work(self: &Arc<Self>) -> AtWork {
        let mut state = self.state();
        *state = match *state {
            State::Waits(since) => {
                self.connections.waiting().longest_first.remove(&since);
                State::Works(1)
            }
            State::Works(requests) => State::Works(requests + 1),
        };
        AtWork(Arc::clone(self))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        if let State::Waits(since) = *self.state() {
            self.connections.waiting().longest_first.remove(&since);
        }
    }
}

/// A request at work, until its answer was sent or is nobody's.
struct AtWork(Arc<Connection>);

impl Drop for AtWork {
    fn drop(&mut self) {
        let mut state = self.0.state();
        *state = match *state {
            State::Works(requests @ 2..) => State::Works(requests - 1),
            _ => State::Waits(self.0.connections.waiting().add(&self.0.told)),
        };
    }
}

fn is_of_the_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset)
}
