"""Pegboard: a toolset a module."""

from .. import cargo, rust
from ..description import instructions, modules
from .contestant import Contestant, binary

COUNTS = (50, 200, 1000)


def toolset(module):
    lines = [f"//! {module.title}.", "", "use pegboard::prelude::*;", "use serde::Deserialize;", "", "use crate::score::Score;", "",
             rust.types(module, "Deserialize, JsonSchema"), f"pub struct {module.type_name};", "", f"/// {module.description}",
             "#[toolset(", f'    name = "{module.name}",', f'    title = "{module.title}",',
             f'    instructions = "{instructions(module)}",', ")]", f"impl {module.type_name} {{"]
    for tool in module.tools:
        lines += [f"    /// {tool.description}", f"    #[tool{'(read_only)' if tool.read_only else ''}]",
                  f"    async fn {tool.name}(&self, Parameters(given): Parameters<{tool.type_name}>) -> String {{",
                  f'        format!("{tool.name}: {{}}", given.score())', "    }", ""]
    return "\n".join([*lines, "}", ""])


def main(made):
    fields = ", ".join(f"{module.name}: {module.name}::{module.type_name}" for module in made)
    return f'''//! The tools, served by Pegboard.

{"".join(f"mod {module.name};{chr(10)}" for module in made)}mod score;

use std::time::Duration;

use pegboard::{{Deployment, http::{{HttpOptions, serve}}, prelude::*}};

#[derive(Server)]
#[server(name = "bench", instructions = "Figures come from the tools alone.", instructions_budget = 0)]
pub struct Bench {{
{"".join(f"    {module.name}: {module.name}::{module.type_name},{chr(10)}" for module in made)}}}

{rust.PORT}
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let deployment = Deployment::builder(Bench {{ {fields} }}).build()?;
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port())).await?;
    // As many sessions as the others keep.
    let options = HttpOptions::default().max_sessions(10_000);
    serve(listener, deployment, options, std::future::pending(), Duration::ZERO).await?;
    Ok(())
}}
'''


def packages():
    """Each package of this contestant: its name, and its files by path."""
    for count in COUNTS:
        made = modules(count)
        yield f"pegboard-{count}", {
            "Cargo.toml": rust.manifest(f"pegboard-{count}", [
                'pegboard = { path = "../../../../runtime", default-features = false, features = ["http"] }',
                rust.SERDE, rust.TOKIO]),
            "src/main.rs": main(made),
            "src/score.rs": rust.SCORE,
            **{f"src/{module.name}.rs": toolset(module) for module in made},
        }


CONTESTANTS = [
    Contestant("pegboard", "features `http` alone, JSON where the protocol allows it (its default)", ("session", "modern"),
               [binary("pegboard-50")], lambda: f"{cargo.version('pegboard')} on rmcp {cargo.version('rmcp')}",
               lambda: cargo.build("pegboard-50"), toolsets="/toolsets"),
]
