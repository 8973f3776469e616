//! A server and what its operator decided, validated once.

use std::{any::TypeId, fmt, sync::Arc, time::Duration};

use rmcp::model::ServerCapabilities;

use crate::{
    accept,
    active::ActiveSet,
    cache::CacheHints,
    calls::Calls,
    capabilities,
    catalog::{
        Catalog,
        declare::{Erased, Extension, Server},
    },
    decisions::Decisions,
    deployment_error::{BuildError, Mistake},
    doors::Doors,
    publication::Publication,
    selection::Selection,
    subscriptions::Updates,
    views::{View, Views},
    wake::{Lives, StartError, Target, Used},
};

/// A server and what its operator decided.
///
/// Cheap to clone: clones share everything.
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
/// use pegboard::{Deployment, Selection};
///
/// let deployment = Deployment::builder(Host { greeter: Greeter })
///     .ignore_query_keys(["scopes"])
///     .toolsets_tool(true)
///     .build()
///     .unwrap();
/// let active = deployment.active_for(&Selection::only(["greetings"]).unwrap());
/// assert!(active.contains("greetings"));
/// ```
#[derive(Clone)]
pub struct Deployment {
    inner: Arc<Inner>,
}

struct Inner {
    decisions: Decisions,
    server: Arc<Erased>,
    lives: Lives,
    views: Views,
    doors: Doors,
    capabilities: ServerCapabilities,
    cache: CacheHints,
    calls: Calls,
    updates: Updates,
    call_timeout: Duration,
    accepts: bool,
}

impl Deployment {
    /// Starts from a server with everything published and no default selection.
    pub fn builder<S: Server>(server: S) -> Builder {
        let builder = Builder::from_parts(Decisions::new(S::CATALOG), server.shared());
        Builder { accepts: S::ACCEPTS, ..builder }
    }

    /// What a selection gets, without building or waking anything.
    pub fn active_for(&self, selection: &Selection) -> ActiveSet {
        self.inner.decisions.resolve(selection).active
    }

    /// What a request gets, by the query of its URL, or wherever it [may say](Builder::select_by) it: the one function by which the endpoint, the layer
    /// [`http::ActiveSetLayer`](crate::http::ActiveSetLayer) and tests decide.
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
    /// let deployment = pegboard::Deployment::builder(Host { greeter: Greeter }).build().unwrap();
    /// let (request, ()) = axum::http::Request::get("/mcp?without=greetings").body(()).unwrap().into_parts();
    /// let active = deployment.active_for_request(&request).unwrap();
    /// assert!(!active.contains("greetings"));
    /// ```
    #[cfg(feature = "http")]
    pub fn active_for_request(
        &self,
        request: &axum::http::request::Parts,
    ) -> Result<ActiveSet, crate::carriers::SelectionError> {
        let resolved = crate::carriers::resolve(&self.inner.decisions, &request.uri, &request.headers)?;
        Ok(resolved.active)
    }

    /// Runs `#[on_start]` of every extension that is there with the server, in field order. Whoever serves the deployment does
    /// this; call it where you mount [`http::router`](crate::http::router) yourself. What was not started by then is at its
    /// first use.
    ///
    /// # Errors
    /// If one of them fails; those that were started are stopped again.
    pub async fn start(&self) -> Result<(), StartError> {
        self.inner.lives.start().await
    }

    /// Starts nothing any more, gives what is under way its time, and runs `#[on_stop]` of everything that runs, the last
    /// started first. Whoever serves the deployment does this at the end, when calls in flight had their time. After it
    /// nothing of this deployment is served any more: build another.
    ///
    /// # Errors
    /// What did not stop well, each as a line; the others have stopped all the same.
    pub async fn stop(&self) -> Result<(), Vec<String>> {
        self.inner.lives.stop(None).await
    }

    /// Stops an extension that runs or starts: calls in flight finish first, then `#[on_stop]` runs, also if this future is
    /// dropped. Returns once it has stopped; the next who asks for it has it started afresh, and an
    /// [`OnDemand`](crate::OnDemand) one made afresh.
    pub async fn stand_down<T: Extension + 'static>(&self) {
        const { assert!(!T::IS_ON_DEMAND, "name the extension itself, as in `stand_down::<Archive>()`") }
        self.inner.lives.stand_down(TypeId::of::<T>()).await;
    }

    pub(crate) fn lives(&self) -> &Lives {
        &self.inner.lives
    }

    /// Everything that the server has.
    pub fn catalog(&self) -> &'static Catalog {
        self.inner.decisions.catalog()
    }

    pub(crate) fn decisions(&self) -> &Decisions {
        &self.inner.decisions
    }

    /// What answers: an extension that was woken, or the server itself.
    pub(crate) fn target<'a>(&'a self, used: &'a Used) -> Target<'a> {
        match used.instance() {
            Some(instance) => Target::Woken(instance),
            None => Target::Server(&*self.inner.server),
        }
    }

    pub(crate) fn views(&self) -> &Views {
        &self.inner.views
    }

    pub(crate) fn doors(&self) -> &Doors {
        &self.inner.doors
    }

    /// What the server can do, as far as it is published.
    pub(crate) fn capabilities(&self) -> &ServerCapabilities {
        &self.inner.capabilities
    }

    /// Says to those who subscribed to a resource that it has changed.
    pub fn updates(&self) -> &Updates {
        &self.inner.updates
    }

    pub(crate) fn cache(&self) -> CacheHints {
        self.inner.cache
    }

    pub(crate) fn call_timeout(&self) -> Duration {
        self.inner.call_timeout
    }

    /// Refuses to be served where this was built to accept a snapshot: nobody has reviewed it.
    pub(crate) fn is_reviewed(&self) -> Result<(), &'static str> {
        if self.inner.accepts { Err(accept::BUILT_TO_ACCEPT) } else { Ok(()) }
    }

    /// The calls in flight.
    pub(crate) fn calls(&self) -> &Calls {
        &self.inner.calls
    }

    /// What clients with this active set are shown.
    pub(crate) fn view(&self, active: ActiveSet) -> Arc<View> {
        self.inner.views.of(active)
    }
}

impl fmt::Debug for Deployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deployment").field("decisions", &self.inner.decisions).finish_non_exhaustive()
    }
}

/// What an operator decides, said in code.
pub struct Builder {
    decisions: Decisions,
    server: Arc<Erased>,
    cache: CacheHints,
    updates: Updates,
    call_timeout: Duration,
    /// Whether this was built to accept a snapshot.
    accepts: bool,
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
