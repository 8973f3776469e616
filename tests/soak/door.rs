//! One client's way to a server: every request has an id of its own, and its answer is the only one that comes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use serde_json::{Value, json};

use crate::clients::Lifecycle;

/// Of all requests of this process.
static REQUESTS: AtomicU64 = AtomicU64::new(0);

/// How many requests were sent.
pub(super) fn requests() -> u64 {
    REQUESTS.load(Relaxed)
}

#[derive(Clone)]
pub(super) struct Door {
    client: reqwest::Client,
    pub(super) url: String,
    pub(super) session: Option<String>,
}

impl Door {
    /// Opens a session or discovers; what is answered comes beside it.
    pub(super) async fn open(
        client: &reqwest::Client,
        server: &str,
        query: &str,
        lifecycle: Lifecycle,
    ) -> (Self, Value) {
        let mut door = Self { client: client.clone(), url: format!("{server}/mcp{query}"), session: None };
        if lifecycle == Lifecycle::Discover {
            let discovered = door.ask("server/discover", json!({})).await;
            return (door, discovered);
        }
        let id = next();
        let params = json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": info() });
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": "initialize", "params": params });
        let opened = door.post(&body).send().await.expect("an answer");
        let session = opened.headers().get("mcp-session-id").expect("a session").to_str();
        door.session = Some(session.expect("visible ASCII").to_owned());
        let opened = only(&id, received(opened).await);
        assert_eq!(door.notify("notifications/initialized", json!({})).await, 202);
        (door, opened)
    }

    /// The same session under another URL.
    pub(super) fn at(&self, url: String) -> Self {
        Self { url, ..self.clone() }
    }

    fn post(&self, body: &Value) -> reqwest::RequestBuilder {
        let request = self.client.post(&self.url).header("accept", "application/json, text/event-stream");
        let request = request.header("content-type", "application/json");
        let request = match &self.session {
            Some(session) => request.header("mcp-session-id", session),
            None => request,
        };
        request.body(body.to_string())
    }

    /// A request, and its id.
    pub(super) fn request(&self, method: &str, mut params: Value) -> (reqwest::RequestBuilder, Value) {
        let id = next();
        if self.session.is_none() {
            params["_meta"] = json!({
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": info(),
            });
        }
        let name = params.get("uri").or(params.get("name")).and_then(Value::as_str).map(str::to_owned);
        let body = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        // The first message of a session goes without.
        let mut request = self.post(&body);
        if self.session.is_none() {
            request = request.header("mcp-protocol-version", "2026-07-28").header("mcp-method", method);
            request = name.into_iter().fold(request, |request, name| request.header("mcp-name", name));
        }
        (request, id)
    }

    /// The answer to a request.
    pub(super) async fn ask(&self, method: &str, params: Value) -> Value {
        let (request, id) = self.request(method, params);
        let answer = request.send().await.expect("an answer");
        only(&id, received(answer).await)
    }

    /// The status of a notification.
    pub(super) async fn notify(&self, method: &str, params: Value) -> u16 {
        REQUESTS.fetch_add(1, Relaxed);
        let body = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.post(&body).send().await.expect("an answer").status().as_u16()
    }

    /// The stream on which a server speaks by itself.
    pub(super) async fn listen(&self) -> reqwest::Response {
        REQUESTS.fetch_add(1, Relaxed);
        let session = self.session.as_ref().expect("a session");
        let request = self.client.get(&self.url).header("mcp-session-id", session);
        request.header("accept", "text/event-stream").send().await.expect("a stream")
    }

    /// Ends a session; without one there is nothing to end.
    pub(super) async fn close(&self) {
        let Some(session) = &self.session else { return };
        REQUESTS.fetch_add(1, Relaxed);
        let deleted = self.client.delete(&self.url).header("mcp-session-id", session).send().await;
        assert_eq!(deleted.expect("an answer").status(), 204);
        assert_eq!(self.notify("notifications/initialized", json!({})).await, 404, "it is gone");
    }
}

/// The id of a request; some are text.
fn next() -> Value {
    let nth = REQUESTS.fetch_add(1, Relaxed);
    if nth.is_multiple_of(3) { json!(format!("request {nth}")) } else { json!(nth) }
}

fn info() -> Value {
    json!({ "name": "soak", "version": "1" })
}

/// The only message of an answer, which is the one with this id: without it, and with the status.
pub(super) fn only(id: &Value, (status, mut messages): (u16, Vec<Value>)) -> Value {
    assert_eq!(messages.len(), 1, "{id}: {status} {messages:?}");
    let mut message = messages.remove(0);
    assert_eq!(message["id"], *id, "{message}");
    message["id"] = Value::Null;
    message["status"] = json!(status);
    message
}

/// The status and all messages of an answer.
pub(super) async fn received(answer: reqwest::Response) -> (u16, Vec<Value>) {
    let status = answer.status().as_u16();
    let text = answer.text().await.unwrap_or_else(|error| panic!("an answer broke off: {error}"));
    (status, messages(&text))
}

/// The messages in JSON or in a stream of events.
pub(super) fn messages(text: &str) -> Vec<Value> {
    let parse = |text| serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    if !text.contains("data: ") {
        return vec![parse(text)];
    }
    let data = text.lines().filter_map(|line| line.strip_prefix("data: "));
    data.filter(|data| !data.is_empty()).map(parse).collect()
}
