//! The MCP endpoint: what a request asks for is resolved once, and rmcp runs inside of that.

use std::{
    borrow::Cow,
    convert::Infallible,
    future::Future,
    pin::Pin,
    sync::Arc,
    task::{Context, Poll},
};

use axum::{
    body::{Body, Bytes},
    extract::Request,
    http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use http_body_util::combinators::BoxBody;
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use serde::Deserialize;
use serde_json::Value;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;
use tower_service::Service;

use super::{
    bodies::{Bodies, Received},
    direct,
    headers::{self, METHOD},
    held::until_answered,
    in_flight::{Claimed, InFlightIds},
    options::{Answers, HttpOptions},
    ready,
    recognised::{self, Asks},
    refusal::Refusal,
    sessions::{Asked, BoundSessions, current},
};
use crate::{
    carriers::{self, Carrier},
    decisions::Resolved,
    deployment::Deployment,
    handler::Handler,
    toolsets_tool::HowToSelect,
    unknown_names,
};

/// Says what was understood of what a request selects.
pub(super) const ECHO: HeaderName = HeaderName::from_static("mcp-toolsets");

/// What every request to the endpoint shares.
pub(super) struct Endpoint {
    pub(super) deployment: Deployment,
    service: StreamableHttpService<Handler, BoundSessions>,
    sessions: Arc<BoundSessions>,
    in_flight: InFlightIds,
    bodies: Bodies,
    answers: Answers,
    end: CancellationToken,
    /// One for each request that may be at work.
    places: Arc<Semaphore>,
}

impl Endpoint {
    pub(super) fn new(deployment: Deployment, options: &HttpOptions) -> Self {
        let sessions = Arc::new(BoundSessions::new(options.max_sessions));
        Self {
            service: service(&deployment, Arc::clone(&sessions), options),
            deployment,
            sessions,
            in_flight: InFlightIds::default(),
            bodies: Bodies::new(options),
            answers: options.answers,
            end: options.end.clone(),
            places: Arc::new(Semaphore::new(options.max_calls.min(Semaphore::MAX_PERMITS))),
        }
    }

    /// Answers what a request asks of what it selects, and says what was understood of that.
    pub(super) async fn answer_with(
        &self,
        request: Request,
        answer: impl AsyncFnOnce(Arc<Resolved>, Request) -> Result<Response, Refusal>,
    ) -> Response {
        let decisions = self.deployment.decisions();
        let resolved = carriers::resolve(decisions, request.uri(), request.headers()).map(Arc::new);
        let mut response = match &resolved {
            Ok(resolved) => answer(Arc::clone(resolved), request).await,
            Err(fault) => Err(Refusal::Selection(fault.clone())),
        }
        .unwrap_or_else(IntoResponse::into_response);
        let echo = resolved.ok().and_then(|resolved| HeaderValue::from_str(&resolved.echo()).ok());
        response.headers_mut().extend(echo.map(|echo| (ECHO, echo)));
        if decisions.reads(Carrier::Header) {
            response.headers_mut().append(header::VARY, HeaderValue::from_static("x-mcp-toolsets"));
        }
        response
    }

    async fn answer(&self, resolved: Arc<Resolved>, request: Request) -> Result<Response, Refusal> {
        // For as long as the session is in use, it does not idle.
        let session = request.headers().get(&headers::SESSION);
        let in_use = session.and_then(|session| self.sessions.enter(session, resolved.active));
        let response = match *request.method() {
            Method::POST => self.post(resolved, in_use.is_some(), request).await?,
            Method::GET => self.hand_over(Asked::new(resolved), request).await.map(Body::new),
            // rmcp says of any that it has ended.
            Method::DELETE if session.is_some() && in_use.is_none() => return Err(Refusal::NoSession),
            Method::DELETE => {
                let mut response = self.hand_over(Asked::new(resolved), request).await;
                if response.status() == StatusCode::ACCEPTED {
                    // Nothing is left to be done, and clients that check for it expect so.
                    *response.status_mut() = StatusCode::NO_CONTENT;
                }
                response.map(Body::new)
            }
            _ => return Err(Refusal::Method),
        };
        Ok(match in_use {
            Some(in_use) => until_answered(response, in_use),
            None => response,
        })
    }

    /// A request whose session, if it names one, is known under its URL or is not.
    async fn post(
        &self,
        resolved: Arc<Resolved>,
        is_known: bool,
        request: Request,
    ) -> Result<Response, Refusal> {
        // A stream of changes has no end of its own: an end does not wait for it, and it takes no place.
        let is_stream = is_stream(&request);
        let in_flight = (!is_stream).then(|| self.deployment.calls().start());
        let (parts, body) = request.into_parts();
        let Received { bytes: body, share } = self.bodies.receive(body).await?;
        // Once it is here: who sends slowly takes nobody's place.
        let held = if is_stream {
            None
        } else {
            let place = Arc::clone(&self.places).try_acquire_owned();
            Some((place.map_err(|_| Refusal::TooManyCalls)?, share, in_flight))
        };
        let mut asked = Asked::new(resolved);
        let claimed = match parts.headers.get(&headers::SESSION) {
            // Under a URL that may not know the session, nothing tells what is in flight there.
            Some(session) if is_known => self.claim(session, &body)?,
            Some(_) => None,
            None => {
                self.welcome(&mut asked, &parts.headers, &body).await?;
                None
            }
        };
        if let Some(response) = self.direct(&asked, &parts.headers, &body).await? {
            return Ok(until_answered(response, (claimed, held)));
        }
        let is_json = is_json(&parts.headers);
        let request = Request::from_parts(parts, Body::from(body.clone()));
        let response = self.hand_over(asked, request).await;
        if response.status() == StatusCode::UNSUPPORTED_MEDIA_TYPE && is_json {
            return Err(fault(&body));
        }
        Ok(until_answered(response, (claimed, held)))
    }

    /// The answer to what needs no service of rmcp's.
    async fn direct(
        &self,
        asked: &Asked,
        headers: &HeaderMap,
        body: &[u8],
    ) -> Result<Option<Response>, Refusal> {
        let asks = match self.answers {
            Answers::Direct => recognised::asks(headers),
            Answers::ByRmcp => None,
        };
        let Some(asks) = asks else { return Ok(None) };
        let handler = Handler::new(self.deployment.clone(), Arc::clone(&asked.resolved), HowToSelect::Url);
        match asks {
            Asks::List => Ok(recognised::list(body).and_then(|id| ready::response(&handler, id))),
            Asks::Call(name) => direct::response(handler, name, body, &self.end).await,
        }
    }

    /// Claims the id of a request in its session.
    fn claim(&self, session: &HeaderValue, body: &[u8]) -> Result<Option<Claimed>, Refusal> {
        match head(body) {
            Some(Head { id: Some(id), method: Some(_) }) => {
                self.in_flight.claim(session.as_bytes(), &id).map(Some).ok_or(Refusal::InFlight(id))
            }
            _ => Ok(None),
        }
    }

    /// Gives what opens a session its place, and logs what anything else asks for in vain.
    async fn welcome(&self, asked: &mut Asked, headers: &HeaderMap, body: &[u8]) -> Result<(), Refusal> {
        // That header stands on requests that need no session, and on some that open one.
        let may_open = headers.get(&METHOD).is_none_or(|method| method == "initialize");
        if may_open && head(body).is_some_and(|head| head.method.as_deref() == Some("initialize")) {
            asked.seat = self.sessions.welcome().await.map(Some).ok_or(Refusal::TooManySessions)?.into();
        } else {
            unknown_names::warn_without_a_session(&asked.resolved.unknown);
        }
        Ok(())
    }

    /// rmcp answers; everything that it does for this request happens inside what was asked.
    async fn hand_over(&self, asked: Asked, request: Request) -> Response<BoxBody<Bytes, Infallible>> {
        // Kilobytes of future: what is around it moves more than once.
        let handling = Box::pin(self.service.handle(request));
        asked.scope(handling).await
    }
}

/// rmcp's transport; who may ask was decided by the guard, so its own list is open.
fn service(
    deployment: &Deployment,
    sessions: Arc<BoundSessions>,
    options: &HttpOptions,
) -> StreamableHttpService<Handler, BoundSessions> {
    let deployment = deployment.clone();
    let mut config = StreamableHttpServerConfig::default().with_json_response(true).disable_allowed_hosts();
    config.max_request_body_bytes = options.max_body;
    config.cancellation_token = options.end.clone();
    StreamableHttpService::new(
        move || {
            let resolved =
                current().ok_or_else(|| std::io::Error::other("a request outside the endpoint"))?;
            Ok(Handler::new(deployment.clone(), resolved, HowToSelect::Url))
        },
        sessions,
        config,
    )
}

/// What must be known of a message before rmcp reads it.
#[derive(Deserialize)]
struct Head<'a> {
    id: Option<Value>,
    #[serde(borrow)]
    method: Option<Cow<'a, str>>,
}

fn head(body: &[u8]) -> Option<Head<'_>> {
    serde_json::from_slice(body).ok()
}

fn is_json(headers: &HeaderMap) -> bool {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let essence = value.split(';').next().unwrap_or_default();
    essence.trim().eq_ignore_ascii_case("application/json")
}

fn is_stream(request: &Request) -> bool {
    request.headers().get(&METHOD).is_some_and(|method| method == "subscriptions/listen")
}

/// Why rmcp could not read a body.
fn fault(body: &[u8]) -> Refusal {
    match serde_json::from_slice::<Value>(body) {
        Err(error) => Refusal::NoJson(error.to_string()),
        Ok(Value::Array(_)) => Refusal::Batch,
        Ok(_) => Refusal::NoMessage,
    }
}

/// Any method of the endpoint's path.
#[derive(Clone)]
pub(super) struct Mcp(pub(super) Arc<Endpoint>);

impl Service<Request> for Mcp {
    type Response = Response;
    type Error = Infallible;
    type Future = Pin<Box<dyn Future<Output = Result<Response, Infallible>> + Send>>;

    fn poll_ready(&mut self, _: &mut Context<'_>) -> Poll<Result<(), Infallible>> {
        Poll::Ready(Ok(()))
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let endpoint = Arc::clone(&self.0);
        Box::pin(async move {
            let answer = async |resolved, request| endpoint.answer(resolved, request).await;
            Ok(endpoint.answer_with(request, answer).await)
        })
    }
}
