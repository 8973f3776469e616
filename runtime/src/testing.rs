//! For tests of a server: a client that is connected to it in the same process.

use std::{path::Path, sync::Arc};

use rmcp::{RoleClient, ServiceExt, service::RunningService};
use tokio::io::DuplexStream;

use crate::{
    accept,
    catalog::{declare::Server, message::Message, snapshot::say_how_to_accept},
    deployment::Deployment,
    handler::Handler,
    surface,
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
    match Deployment::builder(server).build() {
        Ok(deployment) => connect(deployment, query.to_owned()),
        Err(fault) => panic!("the server cannot be deployed: {fault}"),
    }
}

/// Serves a deployment to one client at the other end of a pipe in memory, under a query such as `?geo`, until that is closed.
///
/// # Panics
/// Outside of a runtime of tokio's.
pub fn serve(deployment: &Deployment, query: &str, pipe: DuplexStream) {
    let resolved = deployment.decisions().resolve_query(query.strip_prefix('?').unwrap_or(query));
    let handler = Handler::new(deployment.clone(), Arc::new(resolved), HowToSelect::Url);
    tokio::spawn(async move {
        if let Ok(running) = handler.serve(pipe).await {
            // The client's end is the end.
            let _ = running.waiting().await;
        }
    });
}

async fn connect(deployment: Deployment, query: String) -> Client {
    let (near, far) = tokio::io::duplex(64 * 1024);
    serve(&deployment, &query, far);
    ().serve(near).await.expect("a server in memory answers")
}

/// Holds a reviewed file equal to the whole surface of a server: everything that a client of any selection can meet, as
/// `surface` of its command prints it. The path is from the folder of Cargo.toml.
///
/// What differs is accepted by the command that the message names: it writes the file.
///
/// # Panics
/// Where the file is missing or stale, with the first thing that differs.
///
/// ```no_run
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
/// #[test]
/// fn the_surface_is_the_reviewed_one() {
///     pegboard::testing::assert_surface::<Host>("surface.json");
/// }
/// ```
#[track_caller]
pub fn assert_surface<S: Server>(path: &str) {
    let (root, package) = accept::package();
    let surface = match surface::surface(S::CATALOG) {
        Ok(surface) => surface,
        Err(faults) => panic!("the server has no surface: {faults:?}"),
    };
    let stale = |file: &str| {
        let difference = surface::difference(&surface, file)?;
        let server = S::CATALOG.identity().name;
        let mut message = Message::new_with("");
        say_how_to_accept(&mut message, &package);
        Some(format!(
            "surface `{path}` of server `{server}` is stale: {difference}; read the change, and {}",
            message.text()
        ))
    };
    let text = surface::printed(&surface);
    if let Err(message) = accept::hold(&Path::new(&root).join(path), path, &package, &text, stale) {
        panic!("{message}");
    }
}
