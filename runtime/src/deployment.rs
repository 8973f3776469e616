//! A server and what its operator decided, validated once.

pub(crate) mod builder;

use std::{any::TypeId, fmt, sync::Arc, time::Duration};

pub use builder::Builder;
use rmcp::model::ServerCapabilities;

use crate::{
    accept,
    active::ActiveSet,
    cache::CacheHints,
    calls::Calls,
    catalog::{
        Catalog,
        declare::{Erased, Extension, Server},
    },
    decisions::Decisions,
    doors::Doors,
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
        let mut builder = Builder::from_parts(Decisions::new(S::CATALOG), server.shared());
        builder.accepts = S::ACCEPTS;
        builder
    }

    /// What a selection gets, without building or waking anything.
    pub fn active_for(&self, selection: &Selection) -> ActiveSet {
        self.inner.decisions.resolve(selection).active
    }

    /// What a request gets, by the query of its URL, or wherever it [may say](Builder::select_by) it: the one function by
    /// which the endpoint, the layer
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
