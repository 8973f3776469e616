"""The floor: axum, and bytes that were ready before anybody asked. No MCP server can cost less on this stack."""

import json

from .. import cargo, rust
from ..description import calls, modules
from ..schema import listed
from .contestant import Contestant, binary

MAIN = '''//! Ready-made answers: the request is searched for its id, method and tool, and nothing is parsed.

use std::{collections::HashMap, sync::Arc};

use axum::{Router, body::Bytes, extract::State, http::header::CONTENT_TYPE, response::IntoResponse, routing::post};
use axum::serve::ListenerExt;

const LIST: &str = include_str!("list.json");
const DISCOVER: &str = include_str!("discover.json");
const CALLS: &str = include_str!("calls.json");

type Answers = Arc<HashMap<String, String>>;

fn after<'a>(body: &'a str, mark: &str, until: &[char]) -> &'a str {
    let start = body.find(mark).map_or(body.len(), |at| at + mark.len());
    let rest = &body[start..];
    &rest[..rest.find(until).unwrap_or(rest.len())]
}

async fn answer(State(answers): State<Answers>, body: Bytes) -> impl IntoResponse {
    let body = str::from_utf8(&body).unwrap_or_default();
    let id = after(body, "\\"id\\":", &[',', '}']);
    let result = match after(body, "\\"method\\":\\"", &['"']) {
        "tools/list" => LIST,
        "tools/call" => answers.get(after(body, "\\"name\\":\\"", &['"'])).map_or("null", String::as_str),
        _ => DISCOVER,
    };
    let mut bytes = Vec::with_capacity(result.len() + 64);
    bytes.extend_from_slice(b"{\\"jsonrpc\\":\\"2.0\\",\\"id\\":");
    bytes.extend_from_slice(id.as_bytes());
    bytes.extend_from_slice(b",\\"result\\":");
    bytes.extend_from_slice(result.as_bytes());
    bytes.push(b'}');
    ([(CONTENT_TYPE, "application/json")], bytes)
}

PORT
#[tokio::main]
async fn main() -> Result<(), Box<dyn std::error::Error>> {
    let answers: HashMap<String, serde_json::Value> = serde_json::from_str(CALLS)?;
    let answers: Answers = Arc::new(answers.into_iter().map(|(name, answer)| (name, answer.to_string())).collect());
    let app = Router::new().route("/mcp", post(answer)).with_state(answers);
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port())).await?;
    axum::serve(listener.tap_io(|stream| drop(stream.set_nodelay(true))), app).await?;
    Ok(())
}
'''.replace("PORT", rust.PORT)


def packages():
    made = modules(50)
    complete = {"resultType": "complete"}
    kept = {**complete, "ttlMs": 0, "cacheScope": "private"}
    discovered = {**kept, "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "bench", "version": "0.1.0"}}
    answers = {name: {**complete, "content": [{"type": "text", "text": text}], "isError": False} for name, _, text in calls(50)}
    yield "floor-50", {
        "Cargo.toml": rust.manifest("floor-50", [rust.AXUM, rust.TOKIO, 'serde_json = "1.0"']),
        "src/main.rs": MAIN,
        "src/list.json": json.dumps({**kept, "tools": [listed(tool) for module in made for tool in module.tools]},
                                    separators=(",", ":")),
        "src/discover.json": json.dumps(discovered, separators=(",", ":")),
        "src/calls.json": json.dumps(answers),
    }


CONTESTANTS = [
    Contestant("floor", "axum with ready-made bytes: no MCP server, no parsing", ("modern",), [binary("floor-50")],
               lambda: f"axum {cargo.version('axum')}", lambda: cargo.build("floor-50")),
]
