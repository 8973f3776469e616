//! A server behind bearer authentication: layers around Pegboard's router decide who may ask at all, and fetch
//! a credential only for requests whose active set holds the toolset that needs it.

use std::sync::{
    Arc,
    atomic::{AtomicU32, Ordering},
};

use axum::{
    Router,
    extract::{Request, State},
    http::{StatusCode, header, request::Parts},
    middleware::{Next, from_fn_with_state},
    response::{IntoResponse, Response},
};
use pegboard::{
    Deployment,
    http::{ActiveSetLayer, HttpOptions, router},
    prelude::*,
    rmcp::handler::server::common::Extension as FromRequest,
};
use subtle::ConstantTimeEq;

/// Where credentials come from; a real one asks over the network, which takes time and leaves a trace.
#[derive(Debug, Default)]
pub struct Vault {
    fetched: AtomicU32,
}

impl Vault {
    async fn fetch(&self) -> Credential {
        std::future::ready(()).await;
        self.fetched.fetch_add(1, Ordering::Relaxed);
        Credential("s3cr3t".into())
    }

    /// How often a credential was fetched.
    pub fn fetched(&self) -> u32 {
        self.fetched.load(Ordering::Relaxed)
    }
}

/// What the billing system wants to see.
#[derive(Clone)]
struct Credential(Arc<str>);

/// Invoices: looking at them is for everybody who may ask, charging needs a credential.
struct Invoices;

#[toolset(name = "invoices", description = "Looking at invoices.")]
#[toolset(name = "billing", description = "Charging for invoices.", default = false)]
impl Invoices {
    /// The open invoices.
    #[tool(toolset = "invoices", read_only)]
    fn list_invoices() -> String {
        "No. 7: 12.50".into()
    }

    /// Charges for all open invoices.
    #[tool(toolset = "billing", destructive)]
    fn charge(FromRequest(request): FromRequest<Parts>) -> Result<String, String> {
        let credential = request.extensions.get::<Credential>().ok_or("there is no credential here")?;
        Ok(format!("charged 12.50 with a credential of {} characters", credential.0.len()))
    }
}

#[derive(Server)]
#[server(name = "guarded")]
struct Host {
    invoices: Invoices,
}

/// The whole application. The layers cover `/mcp`, `/toolsets` and `/healthz` alike; the last one added asks first.
pub fn app(token: &str, vault: Arc<Vault>) -> Result<Router, pegboard::BuildError> {
    let deployment = Deployment::builder(Host { invoices: Invoices }).build()?;
    Ok(router(deployment.clone(), &HttpOptions::default())
        .layer(from_fn_with_state(vault, fetch_credential))
        .layer(ActiveSetLayer::new(deployment))
        .layer(from_fn_with_state(Arc::<str>::from(token), authenticate)))
}

/// Refuses who does not bring the token.
async fn authenticate(State(token): State<Arc<str>>, request: Request, next: Next) -> Response {
    let brought = request.headers().get(header::AUTHORIZATION).and_then(|value| value.to_str().ok());
    let brought = brought.and_then(|value| value.strip_prefix("Bearer ")).unwrap_or_default();
    if bool::from(brought.as_bytes().ct_eq(token.as_bytes())) {
        next.run(request).await
    } else {
        (StatusCode::UNAUTHORIZED, [(header::WWW_AUTHENTICATE, "Bearer")]).into_response()
    }
}

/// Fetches the credential where the toolset that needs it is active, by the decision that the endpoint makes too.
async fn fetch_credential(State(vault): State<Arc<Vault>>, mut request: Request, next: Next) -> Response {
    if request.extensions().get::<ActiveSet>().is_some_and(|active| active.contains("billing")) {
        let credential = vault.fetch().await;
        request.extensions_mut().insert(credential);
    }
    next.run(request).await
}
