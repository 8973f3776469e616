"""rmcp, the official SDK, with its macros: once tuned by somebody who knows it, once as its documentation has it."""

from .. import cargo, rust
from ..description import modules
from .contestant import Contestant, binary

COUNTS = {"cached": (50, 200, 1000), "default": (50,)}
RMCP = ('rmcp = { version = "=3.11.0", default-features = false, '
        'features = ["macros", "server", "transport-streamable-http-server"] }')


def router(module):
    """One file of tools; a router of its own, since each macro reads one impl."""
    lines = [f"//! {module.title}.", "", "use rmcp::{handler::server::wrapper::Parameters, schemars, tool, tool_router};",
             "use serde::Deserialize;", "", "use crate::{Bench, score::Score};", "",
             rust.types(module, "Deserialize, schemars::JsonSchema"),
             f'#[tool_router(router = {module.name}_router, vis = "pub")]', "impl Bench {"]
    for tool in module.tools:
        lines += [f"    /// {tool.description}", f"    #[tool{'(annotations(read_only_hint = true))' if tool.read_only else ''}]",
                  f"    async fn {tool.name}(&self, Parameters(given): Parameters<{tool.type_name}>) -> String {{",
                  f'        format!("{tool.name}: {{}}", given.score())', "    }", ""]
    return "\n".join([*lines, "}", ""])


HEAD = '''//! The tools, served by rmcp.

MODULESmod score;

use std::sync::Arc;

use rmcp::{
    ServerHandler,
    handler::server::router::tool::ToolRouter,
    tool_handler,
    transport::streamable_http_server::{
        StreamableHttpServerConfig, StreamableHttpService, session::local::LocalSessionManager,
    },
};

'''

CACHED = '''pub struct Bench {
    tool_router: ToolRouter<Self>,
}

#[tool_handler(router = self.tool_router, name = "bench", instructions = "INSTRUCTIONS")]
impl ServerHandler for Bench {}

PORT
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    // One server for all sessions and requests: an `Arc` of a handler is a handler.
    let server = Arc::new(Bench { tool_router: ROUTERS });
    let mut config = StreamableHttpServerConfig::default();
    config.json_response = true;
    let service =
        StreamableHttpService::new(move || Ok(server.clone()), Arc::new(LocalSessionManager::default()), config);
    let app = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port())).await?;
    axum::serve(axum::serve::ListenerExt::tap_io(listener, |stream| drop(stream.set_nodelay(true))), app).await?;
    Ok(())
}
'''

DEFAULT = '''#[derive(Default)]
pub struct Bench;

impl Bench {
    fn tool_router() -> ToolRouter<Self> {
        ROUTERS
    }
}

#[tool_handler(name = "bench", instructions = "INSTRUCTIONS")]
impl ServerHandler for Bench {}

PORT
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let service = StreamableHttpService::new(
        || Ok(Bench),
        Arc::new(LocalSessionManager::default()),
        StreamableHttpServerConfig::default(),
    );
    let app = axum::Router::new().nest_service("/mcp", service);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port())).await?;
    axum::serve(listener, app).await?;
    Ok(())
}
'''


def packages():
    for kind, text in (("cached", CACHED), ("default", DEFAULT)):
        for count in COUNTS[kind]:
            made = modules(count)
            routers = " + ".join(f"{'Bench' if kind == 'cached' else 'Self'}::{module.name}_router()" for module in made)
            main = (HEAD + text).replace("MODULES", "".join(f"mod {module.name};\n" for module in made))
            main = main.replace("ROUTERS", routers).replace("PORT", rust.PORT).replace("INSTRUCTIONS", rust.instructions(made))
            name = f"rmcp-{kind}-{count}"
            yield name, {
                "Cargo.toml": rust.manifest(name, [RMCP, rust.SERDE, rust.TOKIO, rust.AXUM]),
                "src/main.rs": main,
                "src/score.rs": rust.SCORE,
                **{f"src/{module.name}.rs": router(module) for module in made},
            }


def contestant(kind, about):
    package = f"rmcp-{kind}-50"
    return Contestant(f"rmcp-{kind}", about, ("session", "modern"), [binary(package)], lambda: cargo.version("rmcp"),
                      lambda: cargo.build(package))


CONTESTANTS = [
    contestant("cached", "`#[tool_router]`, one router and one handler for all, `json_response`, `TCP_NODELAY`"),
    contestant("default", "as documented: the router of each request is made anew, streams of events, Nagle's algorithm on"),
]
