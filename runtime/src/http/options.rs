//! Where, for whom and within which bounds a deployment is served over HTTP.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// How many requests may be at work at once, unless told otherwise.
const MAX_CALLS: usize = 256;

/// How long a body may take to arrive, unless told otherwise.
const BODY_TIMEOUT: Duration = Duration::from_secs(30);

/// How many bytes all bodies may take together, unless told otherwise.
const MAX_BODIES: usize = 64 * 1024 * 1024;

/// How long the head of a request may take to arrive, unless told otherwise.
const HEAD_TIMEOUT: Duration = Duration::from_secs(30);

/// How many connections there may be, unless told otherwise: a stream and a request for each of 1,000 sessions, and as many again.
const MAX_CONNECTIONS: usize = 4096;

/// How `tools/list` and `tools/call` are answered where there is no session.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answers {
    /// Where the request is recognised exactly, without a service of rmcp's for it: a list from bytes that are made once for each
    /// active set, and a call where the tool takes its arguments and nothing else of the request.
    #[default]
    Direct,
    /// By rmcp alone.
    ByRmcp,
}

/// Options of [`router`](super::router) and [`serve`](super::serve).
#[derive(Clone, Debug)]
pub struct HttpOptions {
    pub(super) path: String,
    pub(super) toolsets_path: String,
    pub(super) health_path: String,
    pub(super) allowed_hosts: Vec<String>,
    pub(super) allowed_origins: Vec<String>,
    pub(super) max_sessions: usize,
    pub(super) max_body: usize,
    pub(super) max_bodies: usize,
    pub(super) body_timeout: Duration,
    pub(super) max_calls: usize,
    pub(super) answers: Answers,
    pub(super) head_timeout: Duration,
    pub(super) max_connections: usize,
    pub(super) end: CancellationToken,
}

impl Default for HttpOptions {
    /// `/mcp`, `/toolsets` and `/healthz`, for clients on this machine; 1,000 sessions, bodies of 4 MiB,
    /// 256 requests at once, 4,096 connections.
    fn default() -> Self {
        Self {
            path: "/mcp".into(),
            toolsets_path: "/toolsets".into(),
            health_path: "/healthz".into(),
            allowed_hosts: ["localhost", "127.0.0.1", "[::1]"].map(Into::into).into(),
            allowed_origins: Vec::new(),
            max_sessions: 1000,
            max_body: 4 * 1024 * 1024,
            max_bodies: MAX_BODIES,
            body_timeout: BODY_TIMEOUT,
            max_calls: MAX_CALLS,
            answers: Answers::default(),
            head_timeout: HEAD_TIMEOUT,
            max_connections: MAX_CONNECTIONS,
            end: CancellationToken::new(),
        }
    }
}

impl HttpOptions {
    /// The path of the endpoint; it starts with `/`.
    #[must_use]
    pub fn path(mut self, path: impl Into<String>) -> Self {
        self.path = path.into();
        self
    }

    /// The path of the `/toolsets` answer.
    #[must_use]
    pub fn toolsets_path(mut self, path: impl Into<String>) -> Self {
        self.toolsets_path = path.into();
        self
    }

    /// The path that probes ask.
    #[must_use]
    pub fn health_path(mut self, path: impl Into<String>) -> Self {
        self.health_path = path.into();
        self
    }

    /// One more host that a request may name, with or without a port.
    #[must_use]
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.allowed_hosts.push(host.into());
        self
    }

    /// One more origin whose pages may send requests, such as `https://app.example.com`; there is no wildcard. Pages that came
    /// from the host that they ask may in any case.
    #[must_use]
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        // As browsers write it.
        self.allowed_origins.push(origin.into().trim_end_matches('/').to_ascii_lowercase());
        self
    }

    /// How `tools/list` and `tools/call` are answered where there is no session. The answers are the same, byte for byte.
    #[must_use]
    pub fn answers(mut self, answers: Answers) -> Self {
        self.answers = answers;
        self
    }

    /// How many sessions there can be at once. One that nobody was in for five minutes goes; past this number
    /// at once, and where none is left to go, a client is asked to come again.
    #[must_use]
    pub fn max_sessions(mut self, sessions: usize) -> Self {
        self.max_sessions = sessions;
        self
    }

    /// The longest body in bytes.
    #[must_use]
    pub fn max_body(mut self, bytes: usize) -> Self {
        self.max_body = bytes;
        self
    }

    /// How many bytes the bodies of all requests may take together, from when they begin to arrive until they are answered: 64 MiB
    /// unless told, and always as much as the longest needs. The first 16 KiB of each count for nothing; where there is no room for
    /// more, a client is asked to come again.
    #[must_use]
    pub fn max_bodies(mut self, bytes: usize) -> Self {
        self.max_bodies = bytes;
        self
    }

    /// How long a body may take to arrive; 30 seconds unless told.
    #[must_use]
    pub fn body_timeout(mut self, time: Duration) -> Self {
        self.body_timeout = time;
        self
    }

    /// How many requests may be at work at once, streams of changes aside; past it a client is asked to come again, and
    /// nothing waits in a queue.
    #[must_use]
    pub fn max_calls(mut self, calls: usize) -> Self {
        self.max_calls = calls;
        self
    }

    /// How long the head of a request may take to arrive, also the next one on a connection that is kept; past it the connection is
    /// closed. 30 seconds unless told; for [`serve`](super::serve).
    #[must_use]
    pub fn head_timeout(mut self, time: Duration) -> Self {
        self.head_timeout = time;
        self
    }

    /// How many connections there can be at once, for [`serve`](super::serve). Past it the one is closed that has waited longest for
    /// a request; where all have one at work, who comes waits. 4,096 unless told; the process must be allowed as many open files,
    /// and where it is not, the same happens there.
    #[must_use]
    pub fn max_connections(mut self, connections: usize) -> Self {
        self.max_connections = connections;
        self
    }

    /// Ends all sessions and streams when it is cancelled: let it go after the calls in flight.
    #[must_use]
    pub fn ends_with(mut self, end: CancellationToken) -> Self {
        self.end = end;
        self
    }
}
