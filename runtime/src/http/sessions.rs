//! Sessions, each bound to the active set that it was opened with; there are only so many.

use std::{
    collections::HashMap,
    future::Future,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use axum::http::HeaderValue;
use futures::Stream;
use rmcp::{
    RoleServer,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::{
        WorkerTransport,
        streamable_http_server::session::{
            ServerSseMessage, SessionId, SessionManager,
            local::{LocalSessionManager, LocalSessionManagerError, LocalSessionWorker, SessionError},
        },
    },
};
use tokio::{
    sync::{OwnedSemaphorePermit, Semaphore},
    time::Instant,
};

use crate::{active::ActiveSet, decisions::Resolved, unknown_names};

/// Sessions go that nobody was in for so long; past the cap at once, else at the next sweep.
const IDLE: Duration = Duration::from_mins(5);
/// How often idle sessions are looked for.
const SWEEP: Duration = Duration::from_mins(1);

tokio::task_local! {
    static ASKED: Asked;
}

/// What the request at work asks for.
pub(super) struct Asked {
    pub(super) resolved: Arc<Resolved>,
    /// A place for the session that it opens.
    pub(super) seat: Mutex<Option<OwnedSemaphorePermit>>,
}

impl Asked {
    pub(super) fn new(resolved: Arc<Resolved>) -> Self {
        Self { resolved, seat: Mutex::new(None) }
    }

    /// Runs what serves the request.
    pub(super) async fn scope<F: Future>(self, serving: F) -> F::Output {
        ASKED.scope(self, serving).await
    }
}

/// What the request at work has, if one is.
pub(super) fn current() -> Option<Arc<Resolved>> {
    ASKED.try_with(|asked| Arc::clone(&asked.resolved)).ok()
}

/// rmcp's sessions. Their ids stay plain; what each is bound to is kept beside them.
pub(super) struct BoundSessions {
    inner: LocalSessionManager,
    bound: Mutex<HashMap<SessionId, Bound>>,
    seats: Arc<Semaphore>,
    /// Whether the task that closes what idles runs.
    sweeping: AtomicBool,
}

struct Bound {
    active: ActiveSet,
    /// When it was last left.
    used: Instant,
    /// How many requests and streams are in it.
    users: usize,
    _seat: OwnedSemaphorePermit,
}

impl Bound {
    fn idles(&self) -> bool {
        self.users == 0 && self.used.elapsed() >= IDLE
    }
}

/// A request or a stream in a session, which does not idle meanwhile.
pub(super) struct InUse {
    sessions: Arc<BoundSessions>,
    id: SessionId,
}

impl Drop for InUse {
    fn drop(&mut self) {
        if let Some(bound) = self.sessions.bound().get_mut(&self.id) {
            bound.users -= 1;
            bound.used = Instant::now();
        }
    }
}

impl BoundSessions {
    pub(super) fn new(most: usize) -> Self {
        let mut inner = LocalSessionManager::default();
        // rmcp counts the time since the last message, also while a call is at work; here an idle session is
        // one that nobody is in.
        inner.session_config.keep_alive = None;
        Self {
            inner,
            bound: Mutex::default(),
            seats: Arc::new(Semaphore::new(most.min(Semaphore::MAX_PERMITS))),
            sweeping: AtomicBool::new(false),
        }
    }

    /// Enters a session that is known under this active set.
    pub(super) fn enter(self: &Arc<Self>, id: &HeaderValue, active: ActiveSet) -> Option<InUse> {
        let id: SessionId = id.to_str().ok()?.into();
        let mut bound = self.bound();
        let session = bound.get_mut(&id).filter(|bound| bound.active == active)?;
        session.users += 1;
        drop(bound);
        self.sweep();
        Some(InUse { sessions: Arc::clone(self), id })
    }

    /// Closes what idles, once in a while, for as long as there is an endpoint.
    fn sweep(self: &Arc<Self>) {
        if self.sweeping.swap(true, Ordering::Relaxed) {
            return;
        }
        let sessions = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                tokio::time::sleep(SWEEP).await;
                match sessions.upgrade() {
                    Some(sessions) => sessions.close_idle().await,
                    None => return,
                }
            }
        });
    }

    /// A place for a session that a request opens.
    pub(super) async fn welcome(self: &Arc<Self>) -> Option<OwnedSemaphorePermit> {
        self.sweep();
        self.seat().await
    }

    /// A place for one more session; where there is none, that of one that idles.
    async fn seat(&self) -> Option<OwnedSemaphorePermit> {
        if let Ok(seat) = Arc::clone(&self.seats).try_acquire_owned() {
            return Some(seat);
        }
        self.close_idle().await;
        Arc::clone(&self.seats).try_acquire_owned().ok()
    }

    async fn close_idle(&self) {
        let idle: Vec<SessionId> =
            self.bound().iter().filter(|(_, bound)| bound.idles()).map(|(id, _)| id.clone()).collect();
        for id in idle {
            // Somebody may have come in since.
            if self.bound().get(&id).is_some_and(Bound::idles) {
                self.bound().remove(&id);
                // A worker that has ended by itself has nothing left to close.
                let _ = self.inner.close_session(&id).await;
            }
        }
    }

    fn bound(&self) -> MutexGuard<'_, HashMap<SessionId, Bound>> {
        self.bound.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the request at work may know of this session: under a URL with another active set it does
    /// not exist. rmcp's own work outside of requests may.
    fn is_known(&self, id: &SessionId) -> bool {
        let Some(resolved) = current() else { return true };
        self.bound().get(id).is_some_and(|bound| bound.active == resolved.active)
    }
}

type Received = RxJsonRpcMessage<RoleServer>;
type Sent = TxJsonRpcMessage<RoleServer>;
type Fault = LocalSessionManagerError;

impl SessionManager for BoundSessions {
    type Error = Fault;
    type Transport = WorkerTransport<LocalSessionWorker>;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Fault> {
        let asked = ASKED.try_with(|asked| {
            let seat = asked.seat.lock().unwrap_or_else(PoisonError::into_inner).take();
            (Arc::clone(&asked.resolved), seat)
        });
        let (resolved, seat) = asked.map_err(|_| SessionError::SessionServiceTerminated)?;
        // The endpoint gives every `initialize` that it recognises its seat.
        let seat = match seat {
            Some(seat) => Some(seat),
            None => self.seat().await,
        };
        let seat = seat.ok_or(SessionError::SessionServiceTerminated)?;
        let (id, transport) = self.inner.create_session().await?;
        unknown_names::warn(&resolved.unknown);
        let bound = Bound { active: resolved.active, used: Instant::now(), users: 0, _seat: seat };
        self.bound().insert(id.clone(), bound);
        Ok((id, transport))
    }

    async fn initialize_session(&self, id: &SessionId, message: Received) -> Result<Sent, Fault> {
        self.inner.initialize_session(id, message).await
    }

    async fn has_session(&self, id: &SessionId) -> Result<bool, Fault> {
        Ok(self.is_known(id) && self.inner.has_session(id).await?)
    }

    async fn close_session(&self, id: &SessionId) -> Result<(), Fault> {
        if self.is_known(id) {
            self.bound().remove(id);
            self.inner.close_session(id).await?;
        }
        Ok(())
    }

    async fn create_stream(
        &self,
        id: &SessionId,
        message: Received,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        self.inner.create_stream(id, message).await
    }

    async fn accept_message(&self, id: &SessionId, message: Received) -> Result<(), Fault> {
        self.inner.accept_message(id, message).await
    }

    async fn create_standalone_stream(
        &self,
        id: &SessionId,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        self.inner.create_standalone_stream(id).await
    }

    async fn resume(
        &self,
        id: &SessionId,
        last_event: String,
    ) -> Result<impl Stream<Item = ServerSseMessage> + Send + Sync + 'static, Fault> {
        self.inner.resume(id, last_event).await
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{decisions::Decisions, prelude::*};

    struct Clock;

    /// The time.
    #[toolset(name = "time")]
    impl Clock {
        /// The year.
        #[tool]
        fn year() {}
    }

    #[derive(Server)]
    #[server(name = "tower")]
    struct Tower {
        clock: Clock,
    }

    fn asked(query: &str, seat: Option<OwnedSemaphorePermit>) -> Asked {
        let _ = Tower { clock: Clock }.clock;
        let resolved = Decisions::new(Tower::CATALOG).resolve_query(query);
        Asked { resolved: Arc::new(resolved), seat: Mutex::new(seat) }
    }

    #[tokio::test(start_paused = true)]
    async fn past_the_cap_idle_sessions_go_and_used_ones_stay() {
        let sessions = Arc::new(BoundSessions::new(1));
        let seat = sessions.seat().await;
        assert!(seat.is_some());
        let opened = asked("", seat).scope(sessions.create_session()).await;
        let (id, _transport) = opened.expect("there is a seat");
        assert!(sessions.seat().await.is_none(), "the cap is reached");
        tokio::time::advance(Duration::from_secs(299)).await;
        let header: HeaderValue = id.parse().expect("visible ASCII");
        let active = asked("", None).resolved.active;
        let in_use = sessions.enter(&header, active).expect("it is known");
        assert!(sessions.enter(&header, asked("only=", None).resolved.active).is_none());
        tokio::time::advance(IDLE * 2).await;
        assert!(sessions.seat().await.is_none(), "somebody is in it");
        drop(in_use);
        assert!(sessions.seat().await.is_none(), "somebody was in it a moment ago");
        assert!(asked("", None).scope(sessions.has_session(&id)).await.expect("an answer"));
        assert!(!asked("only=", None).scope(sessions.has_session(&id)).await.expect("an answer"));
        tokio::time::advance(IDLE).await;
        assert!(sessions.seat().await.is_some(), "it idled");
        assert!(!asked("", None).scope(sessions.has_session(&id)).await.expect("an answer"));
    }

    #[tokio::test(start_paused = true)]
    async fn what_idles_is_closed_without_anybody_asking() {
        let sessions = Arc::new(BoundSessions::new(10));
        let seat = sessions.welcome().await;
        let (id, _transport) =
            asked("", seat).scope(sessions.create_session()).await.expect("there is a seat");
        tokio::time::sleep(Duration::from_mins(4)).await;
        assert!(asked("", None).scope(sessions.has_session(&id)).await.expect("an answer"));
        tokio::time::sleep(SWEEP * 2).await;
        assert!(!asked("", None).scope(sessions.has_session(&id)).await.expect("an answer"));
        assert_eq!(sessions.seats.available_permits(), 10);
    }
}
