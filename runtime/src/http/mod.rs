//! A deployment over HTTP: an axum router, a layer for middleware, and serving until an end.

mod bodies;
mod connections;
mod endpoint;
mod guard;
mod held;
mod in_flight;
mod layer;
mod options;
mod ready;
mod refusal;
mod serve;
mod sessions;

use std::sync::Arc;

use axum::{
    Json, Router,
    extract::{Request, State},
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::{any, get},
};
use endpoint::{Endpoint, mcp};
pub use layer::{ActiveSetLayer, ActiveSetService};
pub use options::{HttpOptions, ToolLists};
pub use serve::{nodelay, serve};
pub use tokio_util::sync::CancellationToken;

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
    let path = options.path.trim_end_matches('/');
    // `/mcp/` too, without a redirect, which not every client follows.
    let slash = format!("{path}/");
    let paths: &[&str] = if path.is_empty() { &["/"] } else { &[path, &slash] };
    let mut guarded = paths.iter().fold(Router::new(), |router, path| router.route(path, any(mcp)));
    guarded = guarded.route(&options.toolsets_path, get(toolsets));
    let decisions = endpoint.deployment.decisions();
    if decisions.reads(Carrier::Path) {
        let toolsets_path = options.toolsets_path.trim_end_matches('/');
        for end in ["/x", "/x/", "/x/{selection}"] {
            guarded = guarded.route(&format!("{path}{end}"), any(mcp));
            guarded = guarded.route(&format!("{toolsets_path}{end}"), get(toolsets));
        }
    }
    let cors = guard::cors(options, decisions.reads(Carrier::Header));
    let guarded = guarded.with_state(endpoint);
    // Where no page of another origin may ask, no answer says who may.
    let guarded = if options.allowed_origins.is_empty() { guarded } else { guarded.layer(cors) };
    guarded
        .layer(from_fn_with_state(Arc::new(guard::Guard::new(options)), guard::check))
        .route(&options.health_path, get(healthz))
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
