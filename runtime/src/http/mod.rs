//! A deployment over HTTP: an axum router.

mod guard;
mod sessions;

use std::sync::Arc;

use axum::{
    Json, Router,
    body::Body,
    extract::{Request, State},
    http::{Method, StatusCode, header},
    middleware::from_fn_with_state,
    response::{IntoResponse, Response},
    routing::{any, get},
};
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde_json::json;
use sessions::{BoundSessions, RESOLVED, current};

use crate::{
    deployment::Deployment, selection::Selection, server::Handler, toolsets_answer::ToolsetsAnswer,
    toolsets_tool::HowToSelect,
};

/// The longest query in bytes that is read.
const QUERY_MAX: usize = 8 * 1024;
/// The most names that a query may hold.
const NAMES_MAX: usize = 256;

/// Where and for whom a deployment is served.
#[derive(Clone, Debug)]
pub struct HttpOptions {
    path: String,
    allowed_hosts: Vec<String>,
    allowed_origins: Vec<String>,
}

impl Default for HttpOptions {
    /// `/mcp`, for clients on this machine.
    fn default() -> Self {
        Self {
            path: "/mcp".into(),
            allowed_hosts: ["localhost", "127.0.0.1", "[::1]"].map(Into::into).into(),
            allowed_origins: Vec::new(),
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

    /// One more host that a request may name, with or without a port.
    #[must_use]
    pub fn allow_host(mut self, host: impl Into<String>) -> Self {
        self.allowed_hosts.push(host.into());
        self
    }

    /// One more origin whose pages may send requests, such as `https://app.example.com`.
    #[must_use]
    pub fn allow_origin(mut self, origin: impl Into<String>) -> Self {
        self.allowed_origins.push(origin.into());
        self
    }
}

struct Endpoint {
    deployment: Deployment,
    service: StreamableHttpService<Handler, BoundSessions>,
}

/// Serves a deployment at `options`' path, with `/toolsets` and `/healthz` beside it.
pub fn router(deployment: Deployment, options: &HttpOptions) -> Router {
    let endpoint = Arc::new(Endpoint { service: service(&deployment), deployment });
    let path = options.path.trim_end_matches('/');
    let guarded = Router::new()
        .route(if path.is_empty() { "/" } else { path }, any(mcp))
        .route("/toolsets", get(toolsets))
        .with_state(endpoint.clone());
    let guarded = if path.is_empty() {
        guarded
    } else {
        guarded.route(&format!("{path}/"), any(mcp).with_state(endpoint))
    };
    guarded
        .layer(from_fn_with_state(Arc::new(guard::Guard::new(options)), guard::check))
        .route("/healthz", get(healthz))
}

/// rmcp's transport; who may ask was decided by the guard, so its own lists are open.
fn service(deployment: &Deployment) -> StreamableHttpService<Handler, BoundSessions> {
    let deployment = deployment.clone();
    let config = StreamableHttpServerConfig::default().with_json_response(true).disable_allowed_hosts();
    StreamableHttpService::new(
        move || {
            let resolved =
                current().ok_or_else(|| std::io::Error::other("a request outside the endpoint"))?;
            Ok(Handler::new(deployment.clone(), resolved, HowToSelect::Url))
        },
        Arc::new(BoundSessions::default()),
        config,
    )
}

/// Resolves the query once; everything that rmcp does for this request happens inside that.
async fn mcp(State(endpoint): State<Arc<Endpoint>>, request: Request) -> Response {
    if !matches!(*request.method(), Method::GET | Method::POST | Method::DELETE) {
        return (StatusCode::METHOD_NOT_ALLOWED, [(header::ALLOW, "GET, POST, DELETE")]).into_response();
    }
    let selection = match read(&endpoint.deployment, &request) {
        Ok(selection) => selection,
        Err(refusal) => return refusal.into_response(),
    };
    let deletes = request.method() == Method::DELETE;
    let resolved = Arc::new(endpoint.deployment.decisions().resolve(&selection));
    let mut response = RESOLVED.scope(resolved, endpoint.service.handle(request)).await.map(Body::new);
    if deletes && response.status() == StatusCode::ACCEPTED {
        // Nothing is left to be done, and clients that check for it expect so.
        *response.status_mut() = StatusCode::NO_CONTENT;
    }
    response
}

async fn toolsets(State(endpoint): State<Arc<Endpoint>>, request: Request) -> Response {
    let deployment = &endpoint.deployment;
    match read(deployment, &request) {
        Ok(selection) => {
            let resolved = deployment.decisions().resolve(&selection);
            Json(ToolsetsAnswer::new(deployment.catalog(), &resolved)).into_response()
        }
        Err(refusal) => refusal.into_response(),
    }
}

async fn healthz() -> &'static str {
    "ok"
}

/// Why a query was not read.
struct TooLong {
    message: String,
}

fn read(deployment: &Deployment, request: &Request) -> Result<Selection, TooLong> {
    let query = request.uri().query().unwrap_or_default();
    if query.len() > QUERY_MAX {
        return Err(TooLong {
            message: format!("the query has {} bytes; at most {QUERY_MAX} are read", query.len()),
        });
    }
    let selection = deployment.decisions().read(query);
    if selection.len() > NAMES_MAX {
        return Err(TooLong {
            message: format!("the query holds {} names; at most {NAMES_MAX} are read", selection.len()),
        });
    }
    Ok(selection)
}

impl IntoResponse for TooLong {
    fn into_response(self) -> Response {
        error(StatusCode::URI_TOO_LONG, -32600, &self.message)
    }
}

/// A refusal as a JSON-RPC error, so that no client takes it for an older server.
fn error(status: StatusCode, code: i32, message: &str) -> Response {
    let body = json!({ "jsonrpc": "2.0", "id": null, "error": { "code": code, "message": message } });
    (status, Json(body)).into_response()
}
