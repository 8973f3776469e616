"""turbomcp 4: its macro reads the arguments off the signature."""

import json

from .. import cargo, rust
from ..description import modules
from .contestant import Contestant, binary


def tools(module):
    lines = [f"//! {module.title}.", "", "use serde::Deserialize;", "use turbomcp::{prelude::*, schemars};", "", "use crate::score::Score;", "",
             rust.types(module, "Deserialize, schemars::JsonSchema", of_tools=False),
             "#[derive(Clone)]", f"pub struct {module.type_name};", "", f'#[server(name = "{module.name}", version = "0.1.0")]',
             f"impl {module.type_name} {{"]
    for tool in module.tools:
        parameters = "".join(
            f",\n        #[description({json.dumps(field.description)})] {field.name}: "
            f"{f'Option<{rust.type_of(field.kind)}>' if field.optional else rust.type_of(field.kind)}" for field in tool.fields)
        terms = " + ".join(f"{weight} * {field.name}.score()" for weight, field in enumerate(tool.fields, start=1))
        lines += [f"    #[tool(description = {json.dumps(tool.description)}{', read_only' if tool.read_only else ''})]",
                  f"    async fn {tool.name}(&self{parameters},\n    ) -> String {{", f'        format!("{tool.name}: {{}}", {terms})', "    }", ""]
    return "\n".join([*lines, "}", ""])


def main(made):
    mounts = "".join(f"\n        .mount_flat({module.name}::{module.type_name}.into_server())?" for module in made)
    return f'''//! The tools, served by turbomcp.

{"".join(f"mod {module.name};{chr(10)}" for module in made)}mod score;

use std::net::SocketAddr;

use turbomcp::{{Composite, http::{{HttpConfig, ServeHttp}}, prelude::*}};

{rust.PORT}
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {{
    let server = Composite::new(Implementation::new("bench", "0.1.0"))
        .instructions("{rust.instructions(made)}"){mounts}
        .into_server();
    let address = SocketAddr::from(([127, 0, 0, 1], port()));
    server.run_http(address, HttpConfig::new()).await?;
    Ok(())
}}
'''


def packages():
    for count in (50,):
        made = modules(count)
        name = f"turbomcp-{count}"
        yield name, {
            "Cargo.toml": rust.manifest(name, ['turbomcp = { version = "=4.0.0-alpha.5", features = ["http"] }', rust.SERDE, rust.TOKIO]),
            "src/main.rs": main(made),
            "src/score.rs": rust.SCORE,
            **{f"src/{module.name}.rs": tools(module) for module in made},
        }


CONTESTANTS = [
    Contestant("turbomcp", "`#[server]`, a server a module, mounted flat into one", ("session", "modern"), [binary("turbomcp-50")],
               lambda: cargo.version("turbomcp"), lambda: cargo.build("turbomcp-50")),
]
