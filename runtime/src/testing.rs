//! For tests of a server: a client that is connected to it in the same process.

use std::sync::Arc;

use rmcp::{RoleClient, ServiceExt, service::RunningService};

use crate::{
    catalog::declare::Server,
    decisions::Resolved,
    deployment::{Builder, Deployment},
    server::Handler,
    toolsets_tool::HowToSelect,
};

/// A connected client of rmcp's.
pub type Client = RunningService<RoleClient, ()>;

/// Connects a client to a server under a query such as `?geo`, over nothing but memory.
///
/// What it lists, calls and reads is what a client gets over HTTP under that URL.
///
/// # Panics
/// If the server cannot be deployed, with every reason.
///
/// ```
/// # use pegboard::prelude::*;
/// # struct Greeter;
/// # /// Greetings.
/// # #[toolset(name = "greetings", default = false)]
/// # impl Greeter {
/// #     /// Says hello.
/// #     #[tool(read_only)]
/// #     fn hello() -> String { "Hello!".into() }
/// # }
/// # #[derive(Server)]
/// # #[server(name = "greeter")]
/// # struct Host { greeter: Greeter }
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() {
/// let client = pegboard::testing::client(Host { greeter: Greeter }, "?greetings").await;
/// let tools = client.list_all_tools().await.unwrap();
/// assert_eq!(tools[0].name, "hello");
/// # }
/// ```
#[track_caller]
pub fn client<S: Server>(server: S, query: &str) -> impl Future<Output = Client> + use<S> {
    match deploy(Deployment::builder(server), query) {
        Ok((deployment, resolved)) => connect(deployment, resolved),
        Err(fault) => panic!("the server cannot be deployed: {fault}"),
    }
}

fn deploy(builder: Builder, query: &str) -> Result<(Deployment, Resolved), crate::BuildError> {
    let deployment = builder.build()?;
    let resolved = deployment.decisions().resolve_query(query.strip_prefix('?').unwrap_or(query));
    Ok((deployment, resolved))
}

async fn connect(deployment: Deployment, resolved: Resolved) -> Client {
    let (near, far) = tokio::io::duplex(64 * 1024);
    let handler = Handler::new(deployment, Arc::new(resolved), HowToSelect::Url);
    tokio::spawn(async move {
        if let Ok(running) = handler.serve(far).await {
            // The client's end is the end.
            let _ = running.waiting().await;
        }
    });
    ().serve(near).await.expect("a server in memory answers")
}
