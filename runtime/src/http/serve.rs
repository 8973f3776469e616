//! Serving on a listener until an end, which leaves the calls in flight their time.

use std::{
    future::Future,
    io,
    pin::{Pin, pin},
    time::Duration,
};

use axum::{
    Router,
    serve::{Listener, ListenerExt},
};
use tokio::{
    net::{TcpListener, TcpStream},
    task::JoinSet,
};
use tokio_util::sync::CancellationToken;

use super::{HttpOptions, connections::Connections, router};
use crate::{deployment::Deployment, wake::Serving};

/// How long connections have to close, once nothing is in flight.
const CLOSE: Duration = Duration::from_millis(200);

/// Sets `TCP_NODELAY` on each connection that is accepted.
///
/// Without it, every streamed answer waits for the client's delayed acknowledgement: some 40 ms on Linux.
pub fn nodelay(listener: TcpListener) -> impl Listener<Io = TcpStream, Addr = std::net::SocketAddr> {
    listener.tap_io(|stream| set_nodelay(stream))
}

pub(super) fn set_nodelay(stream: &TcpStream) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!("cannot set TCP_NODELAY: {error}");
    }
}

/// Starts a deployment and serves it until `end`; then takes no new connection and no new request, gives those in flight
/// `time`, and stops every extension that runs. Dropped before, it stops them in the background.
///
/// Connections are bounded, see [`HttpOptions::max_connections`] and [`HttpOptions::head_timeout`].
///
/// Where several serve one deployment, the last of them stops its extensions; after that nothing is served any more.
///
/// # Errors
/// If an extension does not start, or does not stop well.
pub fn serve(
    listener: TcpListener,
    deployment: Deployment,
    options: HttpOptions,
    end: impl Future<Output = ()> + Send + 'static,
    time: Duration,
) -> Pin<Box<dyn Future<Output = io::Result<()>> + Send>> {
    // Boxed, so that this crate and not the user's compiles what serves.
    Box::pin(async move {
        deployment.is_reviewed().map_err(io::Error::other)?;
        let serving = Serving::new(deployment.clone());
        let stop = async || serving.end().await.map_err(|faults| io::Error::other(faults.join("; ")));
        let mut end = Box::pin(end);
        tokio::select! {
            // What was started by then is stopped already.
            started = deployment.start() => started.map_err(io::Error::other)?,
            () = &mut end => return stop().await,
        }
        // Of its own, so that this end is not that of whoever shares the options.
        let streams = options.end.child_token();
        let options = options.ends_with(streams.clone());
        let closing = CancellationToken::new();
        let served = serve_connections(listener, router(deployment.clone(), &options), &options, &closing);
        let ending = async {
            end.await;
            closing.cancel();
            deployment.calls().none_within(time).await;
            // Streams that wait for events would wait for ever.
            streams.cancel();
            tokio::time::sleep(CLOSE).await;
        };
        tokio::select! {
            () = served => {}
            () = ending => {}
        }
        stop().await
    })
}

/// Takes connections until `closing`, and returns once each has closed; what is left when this is dropped is closed then.
async fn serve_connections(
    listener: TcpListener,
    router: Router,
    options: &HttpOptions,
    closing: &CancellationToken,
) {
    let connections = Connections::new(options.max_connections);
    let mut served = JoinSet::new();
    {
        // One that was accepted and has no place yet outlives a turn of the loop.
        let mut accepting = pin!(connections.accept(&listener));
        loop {
            let (stream, connection) = tokio::select! {
                accepted = accepting.as_mut() => accepted,
                Some(_) = served.join_next() => continue,
                () = closing.cancelled() => break,
            };
            accepting.set(connections.accept(&listener));
            served.spawn(connection.serve(stream, router.clone(), options.head_timeout, closing.clone()));
        }
    }
    drop(listener);
    while served.join_next().await.is_some() {}
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn accepted_connections_do_not_delay() {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let _client = tokio::net::TcpStream::connect(address).await.expect("a connection");
        let (accepted, _) = nodelay(listener).accept().await;
        assert!(accepted.nodelay().expect("the option can be read"));
    }
}
