//! Sessions, each bound to the active set that it was opened with.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use futures::Stream;
use rmcp::{
    RoleServer,
    service::{RxJsonRpcMessage, TxJsonRpcMessage},
    transport::{
        WorkerTransport,
        streamable_http_server::session::{
            ServerSseMessage, SessionId, SessionManager,
            local::{LocalSessionManager, LocalSessionManagerError, LocalSessionWorker},
        },
    },
};

use crate::{active::ActiveSet, deployment::Resolved};

tokio::task_local! {
    /// What the query of the request at work comes to.
    pub(super) static RESOLVED: Arc<Resolved>;
}

/// What the request at work has, if one is.
pub(super) fn current() -> Option<Arc<Resolved>> {
    RESOLVED.try_with(Arc::clone).ok()
}

/// rmcp's sessions. Their ids stay plain; what each is bound to is kept beside them.
#[derive(Default)]
pub(super) struct BoundSessions {
    inner: LocalSessionManager,
    bound: Mutex<HashMap<SessionId, ActiveSet>>,
}

impl BoundSessions {
    fn bound(&self) -> MutexGuard<'_, HashMap<SessionId, ActiveSet>> {
        self.bound.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the request at work may know of this session: under a URL with another active set
    /// it does not exist. rmcp's own work outside of requests may.
    fn is_known(&self, id: &SessionId) -> bool {
        current().is_none_or(|resolved| self.bound().get(id) == Some(&resolved.active))
    }
}

type Received = RxJsonRpcMessage<RoleServer>;
type Sent = TxJsonRpcMessage<RoleServer>;
type Fault = LocalSessionManagerError;

impl SessionManager for BoundSessions {
    type Error = Fault;
    type Transport = WorkerTransport<LocalSessionWorker>;

    async fn create_session(&self) -> Result<(SessionId, Self::Transport), Fault> {
        let (id, transport) = self.inner.create_session().await?;
        if let Some(resolved) = current() {
            self.bound().insert(id.clone(), resolved.active);
        }
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
