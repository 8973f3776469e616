//! The active set for middleware: a tower layer that puts it into a request's extensions.

use std::task::{Context, Poll};

use axum::{
    extract::Request,
    response::{IntoResponse, Response},
};
use futures::future::{Either, Ready, ready};
use tower_layer::Layer;
use tower_service::Service;

use super::refusal::Refusal;
use crate::deployment::Deployment;

/// Puts the [`ActiveSet`](crate::ActiveSet) of each request into its extensions, for the middleware inside of it.
///
/// It is what the endpoint decides for the same request, by the same function. A query that the endpoint refuses
/// is refused here.
#[derive(Clone, Debug)]
pub struct ActiveSetLayer {
    deployment: Deployment,
}

impl ActiveSetLayer {
    /// A layer for the requests of this deployment.
    pub fn new(deployment: Deployment) -> Self {
        Self { deployment }
    }
}

impl<S> Layer<S> for ActiveSetLayer {
    type Service = ActiveSetService<S>;

    fn layer(&self, inner: S) -> ActiveSetService<S> {
        ActiveSetService { deployment: self.deployment.clone(), inner }
    }
}

/// A service under [`ActiveSetLayer`].
#[derive(Clone, Debug)]
pub struct ActiveSetService<S> {
    deployment: Deployment,
    inner: S,
}

impl<S: Service<Request, Response = Response>> Service<Request> for ActiveSetService<S> {
    type Response = Response;
    type Error = S::Error;
    type Future = Either<S::Future, Ready<Result<Response, S::Error>>>;

    fn poll_ready(&mut self, cx: &mut Context<'_>) -> Poll<Result<(), S::Error>> {
        self.inner.poll_ready(cx)
    }

    fn call(&mut self, request: Request) -> Self::Future {
        let (mut parts, body) = request.into_parts();
        match self.deployment.active_for_request(&parts) {
            Ok(active) => {
                parts.extensions.insert(active);
                Either::Left(self.inner.call(Request::from_parts(parts, body)))
            }
            Err(fault) => Either::Right(ready(Ok(Refusal::Selection(fault).into_response()))),
        }
    }
}
