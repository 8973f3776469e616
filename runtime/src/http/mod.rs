//! A deployment over HTTP: an axum router, a layer for middleware, and serving until an end.

mod bodies;
mod connections;
mod direct;
mod endpoint;
mod guard;
mod headers;
mod held;
mod in_flight;
mod layer;
mod options;
mod ready;
mod recognised;
mod refusal;
mod serve;
mod sessions;

use std::{convert::Infallible, sync::Arc};

use axum::{
    Json, Router,
    extract::{Request, State},
    response::{IntoResponse, Response},
    routing::{MethodRouter, get},
};
use endpoint::{Endpoint, Mcp};
use guard::{Guard, Guarded};
pub use layer::{ActiveSetLayer, ActiveSetService};
pub use options::{Answers, HttpOptions};
pub use serve::{nodelay, serve};
pub use tokio_util::sync::CancellationToken;
use tower_layer::Layer;
use tower_service::Service;

pub use crate::carriers::{Carrier, SelectionError};
use crate::{deployment::Deployment, toolsets_answer::ToolsetsAnswer};

/// Serves a deployment at `options`' path, with `/toolsets` and `/healthz` beside it.
///
/// Merge it with routes of your own, nest it under a prefix, or put layers around it:
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
/// use axum::{Router, routing::get};
/// use pegboard::{Deployment, http::{HttpOptions, router}};
///
/// let deployment = Deployment::builder(Host { greeter: Greeter }).build().unwrap();
/// let app: Router = Router::new()
///     .route("/about", get(async || "a server of greetings"))
///     .nest("/agents", router(deployment, &HttpOptions::default().allow_host("mcp.example.com")));
/// ```
pub fn router(deployment: Deployment, options: &HttpOptions) -> Router {
    if let Err(fault) = deployment.is_reviewed() {
        tracing::error!("{fault}");
    }
    let endpoint = Arc::new(Endpoint::new(deployment, options));
    let reads_header = endpoint.deployment.decisions().reads(Carrier::Header);
    let reads_path = endpoint.deployment.decisions().reads(Carrier::Path);
    let toolsets: MethodRouter = get(toolsets).with_state(Arc::clone(&endpoint));
    let mcp = Mcp(endpoint);
    let guard = Arc::new(Guard::new(options));
    let guarded = match guard::cors(options, reads_header) {
        None => routes(options, reads_path, &Guarded::new(&guard, mcp), &Guarded::new(&guard, toolsets)),
        Some(cors) => {
            let (mcp, toolsets) = (cors.layer(mcp), cors.layer(toolsets));
            routes(options, reads_path, &Guarded::new(&guard, mcp), &Guarded::new(&guard, toolsets))
        }
    };
    guarded.route(&options.health_path, get(healthz))
}

/// The paths that are guarded. A layer of the router's would box each request once more.
fn routes<M, T>(options: &HttpOptions, reads_path: bool, mcp: &M, toolsets: &T) -> Router
where
    M: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static,
    T: Service<Request, Response = Response, Error = Infallible, Future: Send>
        + Clone
        + Send
        + Sync
        + 'static,
{
    let path = options.path.trim_end_matches('/');
    // `/mcp/` too, without a redirect, which not every client follows.
    let slash = format!("{path}/");
    let paths: &[&str] = if path.is_empty() { &["/"] } else { &[path, &slash] };
    let mut router = paths.iter().fold(Router::new(), |router, path| router.route_service(path, mcp.clone()));
    router = router.route_service(&options.toolsets_path, toolsets.clone());
    if reads_path {
        let toolsets_path = options.toolsets_path.trim_end_matches('/');
        for end in ["/x", "/x/", "/x/{selection}"] {
            router = router.route_service(&format!("{path}{end}"), mcp.clone());
            router = router.route_service(&format!("{toolsets_path}{end}"), toolsets.clone());
        }
    }
    router
}

async fn toolsets(State(endpoint): State<Arc<Endpoint>>, request: Request) -> Response {
    let decisions = endpoint.deployment.decisions();
    let answer =
        async |resolved: Arc<_>, _| Ok(Json(ToolsetsAnswer::new(decisions, &resolved)).into_response());
    endpoint.answer_with(request, answer).await
}

async fn healthz() -> &'static str {
    "ok"
}
