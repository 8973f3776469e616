//! A client that asks again and again, checks each answer, and remembers how long it took.

use std::{
    fmt,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

/// Between two requests.
const PAUSE: Duration = Duration::from_millis(5);

pub(super) struct Probe {
    client: reqwest::Client,
    url: String,
}

impl Probe {
    /// With so many connections that are kept from one request to the next.
    pub(super) fn new(server: &str, kept: usize) -> Self {
        let client = reqwest::Client::builder().pool_max_idle_per_host(kept);
        Self { client: client.build().expect("a client"), url: format!("{server}/mcp") }
    }

    /// Asks for so long.
    pub(super) async fn run(self, time: Duration) -> Latencies {
        let begun = Instant::now();
        let mut latencies = Latencies { in_order: Vec::new(), closed: 0 };
        while latencies.in_order.is_empty() || begun.elapsed() < time {
            let asked = Instant::now();
            while !self.is_answered(latencies.in_order.len()).await {
                latencies.closed += 1;
            }
            latencies.in_order.push(asked.elapsed());
            tokio::time::sleep(PAUSE).await;
        }
        latencies.in_order.sort_unstable();
        latencies
    }

    /// Whether it was answered, and rightly; else the connection was closed before.
    async fn is_answered(&self, nth: usize) -> bool {
        let text = format!("text {nth}");
        let body = json!({ "jsonrpc": "2.0", "id": nth, "method": "tools/call", "params": {
            "name": "echo",
            "arguments": { "text": text },
            "_meta": {
                "io.modelcontextprotocol/protocolVersion": "2026-07-28",
                "io.modelcontextprotocol/clientCapabilities": {},
                "io.modelcontextprotocol/clientInfo": { "name": "probe", "version": "1" },
            },
        } });
        let request = self.client.post(&self.url).header("content-type", "application/json");
        let request = request.header("accept", "application/json, text/event-stream");
        let request = request.header("mcp-protocol-version", "2026-07-28");
        let request = request.header("mcp-method", "tools/call").header("mcp-name", "echo");
        let Ok(answer) = request.body(body.to_string()).send().await else { return false };
        assert_eq!(answer.status(), 200);
        let answer: Value = answer.json().await.expect("JSON");
        assert_eq!(
            (&answer["id"], &answer["result"]["content"]),
            (&json!(nth), &json!([{ "type": "text", "text": text }]))
        );
        true
    }
}

/// How long the answers took, and how often there was none.
pub(super) struct Latencies {
    in_order: Vec<Duration>,
    pub(super) closed: usize,
}

impl fmt::Display for Latencies {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.in_order.len();
        let millis = |at: usize| self.in_order[at].as_secs_f64() * 1000.0;
        write!(f, "{:.1} / {:.1} / {:.1}", millis(count / 2), millis(count * 99 / 100), millis(count - 1))?;
        if self.closed > 0 { write!(f, ", {} closed", self.closed) } else { Ok(()) }
    }
}
