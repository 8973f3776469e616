//! What an operator decides, said in code.

use std::{fmt, sync::Arc, time::Duration};

use super::{Deployment, Inner};
use crate::{
    cache::CacheHints,
    calls::Calls,
    capabilities,
    catalog::declare::Erased,
    decisions::Decisions,
    deployment_error::{BuildError, Mistake},
    doors::Doors,
    publication::Publication,
    selection::Selection,
    subscriptions::Updates,
    views::Views,
    wake::Lives,
};

/// What an operator decides, said in code.
pub struct Builder {
    decisions: Decisions,
    server: Arc<Erased>,
    cache: CacheHints,
    updates: Updates,
    call_timeout: Duration,
    /// Whether this was built to accept a snapshot.
    pub(super) accepts: bool,
}

/// How long a call may take, unless the operator decides otherwise.
pub(crate) const CALL_TIMEOUT: Duration = Duration::from_mins(10);

impl Builder {
    /// A builder for a server whose type is not known here.
    pub(crate) fn from_parts(decisions: Decisions, server: Arc<Erased>) -> Self {
        Self {
            decisions,
            server,
            cache: CacheHints::default(),
            updates: Updates::new(),
            call_timeout: CALL_TIMEOUT,
            accepts: false,
        }
    }

    /// The toolsets that this instance has at all; everything, unless they are named.
    ///
    /// ```
    /// # use pegboard::prelude::*;
    /// # struct Greeter;
    /// # /// Greetings.
    /// # #[toolset(name = "greetings")]
    /// # impl Greeter {
    /// #     /// Says hello.
    /// #     #[tool(read_only)]
    /// #     fn hello() -> String { "Hello!".into() }
    /// # }
    /// # #[derive(Server)]
    /// # #[server(name = "greeter")]
    /// # struct Host { greeter: Greeter }
    /// let wrong = pegboard::Deployment::builder(Host { greeter: Greeter }).publish(["greetins"]);
    /// assert_eq!(
    ///     wrong.build().unwrap_err().to_string(),
    ///     "`publish` names `greetins`, which is no toolset (did you mean `greetings`?); there are: greetings",
    /// );
    /// ```
    #[must_use]
    pub fn publish(mut self, publication: impl Into<Publication>) -> Self {
        self.decisions = self.decisions.publication(&publication.into(), "`publish`");
        self
    }

    /// What a client gets whose URL says nothing.
    #[must_use]
    pub fn default_selection(mut self, selection: Selection) -> Self {
        self.decisions = self.decisions.default_selection(Some(selection));
        self
    }

    /// Query keys that belong to somebody else, such as a proxy's: they select nothing.
    #[must_use]
    pub fn ignore_query_keys<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.decisions = self.decisions.ignored_keys(keys.into_iter().map(Into::into));
        self
    }

    /// Whether the built-in tool `list_server_toolsets` is there; in code it is off unless asked for.
    #[must_use]
    pub fn toolsets_tool(mut self, on: bool) -> Self {
        self.decisions = self.decisions.toolsets_tool(on);
        self
    }

    /// What clients of protocol version 2026-07-28 may keep of a list, and for whom; nothing unless told.
    #[must_use]
    pub fn cache_hints(mut self, hints: CacheHints) -> Self {
        self.cache = hints;
        self
    }

    /// What tells of changes outside of requests; its clones tell the same clients.
    #[must_use]
    pub fn updates(mut self, updates: Updates) -> Self {
        self.updates = updates;
        self
    }

    /// One more place where a request may say what it selects: [`Carrier::Path`](crate::http::Carrier::Path), by
    /// `/mcp/x/only=geo`, or [`Carrier::Header`](crate::http::Carrier::Header), by `X-MCP-Toolsets: only=geo`; for clients
    /// that lose the query. Where it is said twice, it must be the same.
    ///
    /// A router of a deployment that reads paths is for no path that ends in `/x/` and a segment of its own.
    #[cfg(feature = "http")]
    #[must_use]
    pub fn select_by(mut self, carrier: crate::carriers::Carrier) -> Self {
        self.decisions = self.decisions.carriers([carrier]);
        self
    }

    /// How long a call, a prompt, a read or a completion may take before it is dropped; ten minutes unless told. A function
    /// that blocks its thread is not dropped.
    #[must_use]
    pub fn call_timeout(mut self, time: Duration) -> Self {
        self.call_timeout = time;
        self
    }

    /// Validates everything, and says all that is wrong at once.
    pub fn build(self) -> Result<Deployment, BuildError> {
        let decided = self.decisions.check();
        let views = Views::new(self.decisions.catalog())
            .map_err(|faults| faults.into_iter().map(Mistake::Schema).collect::<Vec<_>>());
        match (decided, views) {
            (Ok(()), Ok(views)) => {
                for toolset in self.decisions.left_out() {
                    tracing::warn!(
                        "toolset `{toolset}` is always on for every URL, and this instance does not publish it"
                    );
                }
                Ok(Deployment {
                    inner: Arc::new(Inner {
                        capabilities: capabilities::of(&self.decisions),
                        lives: Lives::new(&self.decisions, &self.server),
                        doors: Doors::new(self.decisions.catalog()),
                        decisions: self.decisions,
                        server: self.server,
                        views,
                        cache: self.cache,
                        calls: Calls::default(),
                        updates: self.updates,
                        call_timeout: self.call_timeout,
                        accepts: self.accepts,
                    }),
                })
            }
            (decided, views) => {
                let decided = decided.err().into_iter().flat_map(BuildError::into_mistakes);
                Err(BuildError::of(decided.chain(views.err().into_iter().flatten())))
            }
        }
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("decisions", &self.decisions).finish_non_exhaustive()
    }
}
