//! `serve`: binds, says where, and serves until a signal.

use std::{
    fmt::Write,
    future::Future,
    net::{IpAddr, SocketAddr},
    time::Duration,
};

use tokio::net::TcpListener;

use super::{output, signal};
use crate::{
    deployment::Deployment,
    http::{self, HttpOptions},
    selection::Selection,
};

/// Where and for whom to serve.
#[derive(Debug)]
pub(super) struct Http {
    pub(super) host: IpAddr,
    pub(super) port: u16,
    pub(super) path: String,
    pub(super) allowed_hosts: Vec<String>,
    pub(super) allowed_origins: Vec<String>,
    pub(super) select_by: Vec<http::Carrier>,
    pub(super) shutdown_timeout: Duration,
    pub(super) call_timeout: Duration,
    pub(super) max_calls: usize,
}

pub(super) async fn serve(deployment: Deployment, http: &Http) -> Result<(), String> {
    // From before the first start: what was started by then is stopped.
    let served = start_and_serve(&deployment, http, signal::end()).await;
    if served.is_err() {
        // What was started before the fault; what goes wrong besides is in the log.
        let _ = deployment.stop().await;
    }
    served
}

async fn start_and_serve(
    deployment: &Deployment,
    http: &Http,
    end: impl Future<Output = ()> + Send + 'static,
) -> Result<(), String> {
    let mut end = Box::pin(end);
    // Before anything is bound: a server that cannot start has no port.
    tokio::select! {
        started = deployment.start() => started.map_err(|error| error.to_string())?,
        () = &mut end => return deployment.stop().await.map_err(|faults| faults.join("; ")),
    }
    let wanted = SocketAddr::new(http.host, http.port);
    let listener = TcpListener::bind(wanted).await.map_err(|error| {
        format!("cannot listen on {wanted}: {error}; choose another with --port or --host")
    })?;
    let address = listener.local_addr().map_err(|error| format!("cannot listen on {wanted}: {error}"))?;
    if !http.host.is_loopback() && http.allowed_hosts.is_empty() {
        tracing::warn!(
            "listening beyond this machine, and only requests that name this machine are served; allow the public name with --allowed-host"
        );
    }
    output::complain(&greeting(deployment, address, &http.path));
    http::serve(listener, deployment.clone(), options(http), end, http.shutdown_timeout)
        .await
        .map_err(|error| format!("serving failed: {error}"))
}

pub(super) fn options(http: &Http) -> HttpOptions {
    let options = HttpOptions::default().path(&http.path).max_calls(http.max_calls);
    let options = http.allowed_hosts.iter().fold(options, HttpOptions::allow_host);
    http.allowed_origins.iter().fold(options, HttpOptions::allow_origin)
}

/// What is on, and the URLs to paste into a client.
fn greeting(deployment: &Deployment, address: SocketAddr, path: &str) -> String {
    let catalog = deployment.catalog();
    let identity = catalog.identity();
    let url = format!("http://{address}{path}");
    let active = deployment.active_for(&Selection::default());
    let mut text = format!("{} {} serves MCP at {url}\n", identity.name, identity.version);
    for (_, toolset) in deployment.decisions().toolsets() {
        let name = toolset.name();
        let line = if active.contains(name) { "on".to_owned() } else { format!("add it with {url}?{name}") };
        let _ = writeln!(text, "  {name}: {line}");
    }
    text
}
