"""tower-mcp: a builder for each tool."""

import json

from .. import cargo, rust
from ..description import modules
from .contestant import Contestant, binary


def tools(module):
    lines = [f"//! {module.title}.", "", "use schemars::JsonSchema;", "use serde::Deserialize;", "use tower_mcp::{CallToolResult, Tool, ToolBuilder};",
             "", "use crate::score::Score;", "", rust.types(module, "Deserialize, JsonSchema"), "pub fn tools() -> Vec<Tool> {", "    vec!["]
    for tool in module.tools:
        lines += [f'        ToolBuilder::new("{tool.name}")', f"            .description({json.dumps(tool.description)})",
                  *(["            .read_only()"] if tool.read_only else []),
                  f"            .handler(|given: {tool.type_name}| async move {{",
                  f'                Ok(CallToolResult::text(format!("{tool.name}: {{}}", given.score())))', "            })",
                  "            .build(),"]
    return "\n".join([*lines, "    ]", "}", ""])


def main(made):
    chain = "".join(f"\n        .tools({module.name}::tools())" for module in made)
    return f'''//! The tools, served by tower-mcp.

{"".join(f"mod {module.name};{chr(10)}" for module in made)}mod score;

use tower_mcp::{{BoxError, HttpTransport, McpRouter}};

{rust.PORT}
#[tokio::main]
async fn main() -> Result<(), BoxError> {{
    let router = McpRouter::new()
        .server_info("bench", "0.1.0")
        .instructions("{rust.instructions(made)}"){chain};
    // A path as the others have it, and as many sessions as they keep.
    let app = HttpTransport::new(router).max_sessions(10_000).into_router_at("/mcp");
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port())).await?;
    axum::serve(listener, app).await?;
    Ok(())
}}
'''


def packages():
    for count in (50,):
        made = modules(count)
        name = f"tower-mcp-{count}"
        yield name, {
            "Cargo.toml": rust.manifest(name, ['tower-mcp = { version = "=0.25.0", features = ["http", "protocol-2026-07-28"] }',
                                               'schemars = "1.2"', rust.SERDE, rust.TOKIO, rust.AXUM]),
            "src/main.rs": main(made),
            "src/score.rs": rust.SCORE,
            **{f"src/{module.name}.rs": tools(module) for module in made},
        }


CONTESTANTS = [
    Contestant("tower-mcp", "`ToolBuilder`, its defaults", ("session", "modern"), [binary("tower-mcp-50")],
               lambda: cargo.version("tower-mcp"), lambda: cargo.build("tower-mcp-50")),
]
