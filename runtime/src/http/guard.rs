//! Who may ask: the `Host` and `Origin` of a request, checked before anything else is.

use std::{
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, Uri, header, uri::Authority},
    response::{IntoResponse, Response},
};
use futures::future::{Either, Ready, ready};
use tower_http::cors::{AllowOrigin, CorsLayer};
use tower_service::Service;

use super::{
    endpoint::ECHO,
    headers::{LAST_EVENT, METHOD, NAME, SESSION, VERSION},
    options::HttpOptions,
    refusal::Refusal,
};
use crate::{carriers, quoted};

/// The hosts and origins that are served; a name without a port stands for every port.
pub(super) struct Guard {
    hosts: Vec<String>,
    origins: Vec<String>,
}

impl Guard {
    pub(super) fn new(options: &HttpOptions) -> Self {
        Self { hosts: options.allowed_hosts.clone(), origins: options.allowed_origins.clone() }
    }

    /// What is wrong with the request's headers, if anything.
    fn fault(&self, uri: &Uri, headers: &HeaderMap) -> Option<String> {
        let host = host(uri, headers);
        let authority = host.as_ref().and_then(|host| host.parse::<Authority>().ok());
        let Some(authority) = authority.filter(|authority| self.serves(authority)) else {
            let host = quoted::escaped(host.as_deref().unwrap_or_default());
            return Some(format!("host {host} is not served here; allow it with --allowed-host"));
        };
        let origin = headers.get(header::ORIGIN)?;
        let origin = String::from_utf8_lossy(origin.as_bytes());
        let is_allowed = self.origins.iter().any(|allowed| allowed.eq_ignore_ascii_case(&origin));
        if is_allowed || is_of(&origin, &authority) {
            return None;
        }
        Some(format!(
            "origin {} is not allowed here; allow it with --allowed-origin",
            quoted::escaped(&origin)
        ))
    }

    fn serves(&self, authority: &Authority) -> bool {
        let is = |name: &str| self.hosts.iter().any(|allowed| allowed.eq_ignore_ascii_case(name));
        is(authority.host()) || is(authority.as_str())
    }
}

/// Whether the page that asks was served by the host that it asks; a page that had its name point here later has another.
fn is_of(origin: &str, host: &Authority) -> bool {
    let origin = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
    origin.is_some_and(|origin| origin.eq_ignore_ascii_case(host.as_str()))
}

/// The host of the request line, or the header's; two headers are none.
fn host(uri: &Uri, headers: &HeaderMap) -> Option<String> {
    if let Some(authority) = uri.authority() {
        return Some(authority.as_str().to_owned());
    }
    let mut hosts = headers.get_all(header::HOST).iter();
    let host = hosts.next()?.to_str().ok()?;
    hosts.next().is_none().then(|| host.to_owned())
}

/// Lets through what may ask; the refusal names the option that would allow it.
#[derive(Clone)]
pub(super) struct Guarded<S> {
    guard: Arc<Guard>,
    inner: S,
}

impl<S> Guarded<S> {
    pub(super) fn new(guard: &Arc<Guard>, inner: S) -> Self {
        Self { guard: Arc::clone(guard), inner }
    }
}

impl<S: Service<Request, Response = Response>> Service<Request> for Guarded<S> {
    type Response = Response;
    type Error = S::Error;
    type Future = Either<S::Future, Ready<Result<Response, S::Error>>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let refusal = match self.guard.fault(request.uri(), request.headers()) {
            // Without an origin it is no preflight, and there is nothing else to ask about.
            None if request.method() == Method::OPTIONS
                && !request.headers().contains_key(header::ORIGIN) =>
            {
                Refusal::Method
            }
            None => return Either::Left(self.inner.call(request)),
            Some(fault) => Refusal::NotAllowed(fault),
        };
        Either::Right(ready(Ok(refusal.into_response())))
    }
}

/// Answers the preflights of the allowed origins, and lets their pages read the answers.
/// Where no page of another origin may ask, there is none, and no answer says who may.
pub(super) fn cors(options: &HttpOptions, reads_header: bool) -> Option<CorsLayer> {
    if options.allowed_origins.is_empty() {
        return None;
    }
    let origins = options
        .allowed_origins
        .iter()
        .filter(|origin| *origin != "*")
        .filter_map(|origin| HeaderValue::from_str(origin).ok());
    let named = [&SESSION, &VERSION, &METHOD, &NAME, &LAST_EVENT];
    let mut sent = vec![header::CONTENT_TYPE, header::ACCEPT, header::AUTHORIZATION];
    sent.extend(named.map(HeaderName::clone));
    sent.extend(reads_header.then_some(carriers::HEADER));
    let cors = CorsLayer::new()
        .allow_origin(AllowOrigin::list(origins))
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers(sent)
        .expose_headers([SESSION.clone(), ECHO])
        .max_age(std::time::Duration::from_hours(24));
    Some(cors)
}
