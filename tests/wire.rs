//! JSON-RPC as it stands on the wire, over each transport.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader, Lines},
    process::{Child, ChildStdin, ChildStdout, Command},
};

/// A connected client.
#[allow(clippy::large_enum_variant, reason = "a handful in all")]
pub(crate) enum Wire {
    /// Over HTTP; without a session each request says everything.
    Http {
        client: reqwest::Client,
        url: String,
        session: Option<String>,
    },
    Stdio {
        input: ChildStdin,
        output: Lines<BufReader<ChildStdout>>,
        process: Child,
    },
}

fn initialize() -> Value {
    json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" } })
}

/// The JSON-RPC message in an answer, which may be an event stream.
fn message(text: &str) -> Value {
    let data = text.lines().filter_map(|line| line.strip_prefix("data: {")).next_back();
    let json = data.map_or(text.to_owned(), |data| format!("{{{data}"));
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {text}"))
}

impl Wire {
    /// Version 2025-11-25 over HTTP.
    pub(crate) async fn session(client: &reqwest::Client, url: &str) -> (Self, Value) {
        let mut wire = Self::Http { client: client.clone(), url: url.to_owned(), session: None };
        let body = json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize() });
        let opened = post(client, url, &body).send().await.expect("an answer");
        let id = opened.headers()["mcp-session-id"].to_str().expect("visible ASCII").to_owned();
        if let Self::Http { session, .. } = &mut wire {
            *session = Some(id);
        }
        let opened = message(&opened.text().await.expect("text"));
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        let Self::Http { session: Some(id), .. } = &wire else { unreachable!("it has a session") };
        let sent =
            post(client, url, &initialized).header("mcp-session-id", id).send().await.expect("an answer");
        assert_eq!(sent.status(), 202);
        (wire, opened["result"].clone())
    }

    /// Version 2026-07-28 over HTTP.
    pub(crate) async fn alone(client: &reqwest::Client, url: &str) -> (Self, Value) {
        let mut wire = Self::Http { client: client.clone(), url: url.to_owned(), session: None };
        let discovered = wire.ask("server/discover", json!({})).await;
        (wire, discovered["result"].clone())
    }

    /// Version 2025-11-25 on standard input and output.
    pub(crate) async fn stdio(mut command: Command) -> (Self, Value) {
        let command = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut process = command.kill_on_drop(true).spawn().expect("it can be run");
        let input = process.stdin.take().expect("piped");
        let output = BufReader::new(process.stdout.take().expect("piped")).lines();
        let mut wire = Self::Stdio { input, output, process };
        let opened = wire.ask("initialize", initialize()).await;
        if let Self::Stdio { input, .. } = &mut wire {
            let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
            input.write_all(format!("{initialized}\n").as_bytes()).await.expect("it reads");
        }
        (wire, opened["result"].clone())
    }

    /// Sends a request and returns the whole answer.
    pub(crate) async fn ask(&mut self, method: &str, mut params: Value) -> Value {
        match self {
            Self::Http { client, url, session } => {
                if session.is_none() {
                    params["_meta"] = json!({
                        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                        "io.modelcontextprotocol/clientCapabilities": {},
                        "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "1" },
                    });
                }
                let name = match method {
                    "tools/call" | "prompts/get" => params["name"].as_str(),
                    "resources/read" | "resources/subscribe" | "resources/unsubscribe" => {
                        params["uri"].as_str()
                    }
                    "tasks/get" | "tasks/update" | "tasks/cancel" => params["taskId"].as_str(),
                    _ => None,
                };
                let name = name.map(str::to_owned);
                let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
                let request = post(client, url, &body);
                let request = match session {
                    Some(session) => request.header("mcp-session-id", &*session),
                    None => {
                        let request = request.header("mcp-protocol-version", "2026-07-28");
                        let request = request.header("mcp-method", method);
                        name.into_iter().fold(request, |request, name| request.header("mcp-name", name))
                    }
                };
                let answer = request.send().await.expect("an answer");
                message(&answer.text().await.expect("text"))
            }
            Self::Stdio { input, output, .. } => {
                let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
                input.write_all(format!("{body}\n").as_bytes()).await.expect("it reads");
                loop {
                    let line = output.next_line().await.expect("readable").expect("an answer");
                    let answer: Value = serde_json::from_str(&line).expect("JSON");
                    // What it says by itself may come between.
                    if answer.get("id").is_some() {
                        return answer;
                    }
                }
            }
        }
    }

    /// Ends a process and returns what it wrote to standard error.
    pub(crate) async fn end(self) -> String {
        let Self::Stdio { input, process, .. } = self else { return String::new() };
        drop(input);
        let output = process.wait_with_output().await.expect("it ends");
        String::from_utf8(output.stderr).expect("UTF-8")
    }
}

fn post(client: &reqwest::Client, url: &str, body: &Value) -> reqwest::RequestBuilder {
    let request = client.post(url).header("accept", "application/json, text/event-stream");
    request.header("content-type", "application/json").body(body.to_string())
}
