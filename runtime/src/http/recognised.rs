//! Requests without a session that are recognised exactly, so that no rmcp is needed to answer them.
//!
//! Everything else, and everything that has a mistake, is rmcp's. A differential test over generated requests holds the
//! answers equal, byte for byte.

use axum::http::{HeaderMap, HeaderValue};
use rmcp::model::{ClientCapabilities, JsonObject, ProtocolVersion, RequestId};
use serde::{Deserialize, de::DeserializeOwned};
use serde_json::Value;

/// One of the requests that are known here.
#[derive(Debug, PartialEq)]
pub(super) struct Recognised {
    pub(super) id: RequestId,
    pub(super) asks: Asks,
}

/// What is asked.
#[derive(Debug, PartialEq)]
pub(super) enum Asks {
    List,
    Call(Wanted),
}

/// The tool that is to be called.
#[derive(Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) name: String,
    pub(super) arguments: Option<JsonObject>,
    /// Whether the client wants to be told of what happens meanwhile.
    pub(super) with_progress: bool,
}

impl Recognised {
    /// The request, where it is one of those that are known here.
    pub(super) fn read(headers: &HeaderMap, body: &[u8]) -> Option<Self> {
        if !is_plain(headers) {
            return None;
        }
        match one(headers, "mcp-method")? {
            b"tools/list" if !headers.contains_key("mcp-name") => {
                let (id, ListTools { .. }) = message(body, "tools/list")?;
                Some(Self { id, asks: Asks::List })
            }
            b"tools/call" => {
                let (id, CallTool { name, arguments, meta }) = message(body, "tools/call")?;
                let with_progress = meta.progress_token.is_some();
                let is_named = one(headers, "mcp-name") == Some(name.as_bytes());
                is_named.then_some(Self { id, asks: Asks::Call(Wanted { name, arguments, with_progress }) })
            }
            _ => None,
        }
    }
}

/// The value of a header that is there once.
fn one<'h>(headers: &'h HeaderMap, name: &str) -> Option<&'h [u8]> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none()).map(HeaderValue::as_bytes)
}

/// Whether the headers are those of a request, each once and as clients write it.
fn is_plain(headers: &HeaderMap) -> bool {
    one(headers, "mcp-protocol-version") == Some(ProtocolVersion::V_2026_07_28.as_str().as_bytes())
        && one(headers, "content-type") == Some(b"application/json")
        && matches!(
            one(headers, "accept"),
            Some(b"application/json, text/event-stream" | b"text/event-stream, application/json")
        )
        && ["mcp-session-id", "last-event-id"].iter().all(|name| !headers.contains_key(*name))
}

/// The id and the parameters of a request of this method.
fn message<P: Params>(body: &[u8], method: &str) -> Option<(RequestId, P)> {
    let message: Message<P> = serde_json::from_slice(body).ok()?;
    let meta = message.params.meta();
    let is_it = message.jsonrpc == "2.0"
        && message.method == method
        && meta.version == ProtocolVersion::V_2026_07_28.as_str()
        && ClientCapabilities::deserialize(&meta.capabilities).is_ok();
    let id = match message.id {
        Id::Number(number) => RequestId::Number(number),
        Id::Text(text) => RequestId::String(text.into()),
    };
    is_it.then_some((id, message.params))
}

/// The body of a request; one more key, and it is not this.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message<P> {
    jsonrpc: String,
    id: Id,
    method: String,
    params: P,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Number(i64),
    Text(String),
}

trait Params: DeserializeOwned {
    fn meta(&self) -> &Meta;
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListTools {
    #[serde(rename = "_meta")]
    meta: Meta,
}

impl Params for ListTools {
    fn meta(&self) -> &Meta {
        &self.meta
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CallTool {
    name: String,
    #[serde(default)]
    arguments: Option<JsonObject>,
    #[serde(rename = "_meta")]
    meta: Meta,
}

impl Params for CallTool {
    fn meta(&self) -> &Meta {
        &self.meta
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    version: String,
    #[serde(rename = "io.modelcontextprotocol/clientInfo")]
    _client: Client,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    /// All of it: what stands under keys that nobody knows can have mistakes too.
    capabilities: Value,
    #[serde(rename = "io.modelcontextprotocol/logLevel", default)]
    _log_level: Option<String>,
    #[serde(rename = "progressToken", default)]
    progress_token: Option<Id>,
}

/// What a client says of itself; it is read so that a mistake in it is found.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Client {
    #[serde(rename = "name")]
    _name: String,
    #[serde(rename = "version")]
    _version: String,
    #[serde(rename = "title", default)]
    _title: Option<String>,
    #[serde(rename = "websiteUrl", default)]
    _website_url: Option<String>,
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderName;
    use serde_json::json;

    use super::*;

    fn headers(accept: &'static str, method: &'static str, name: Option<&'static str>) -> HeaderMap {
        let named = [
            ("host", "127.0.0.1"),
            ("accept", accept),
            ("content-type", "application/json"),
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", method),
        ];
        let named = named.into_iter().chain(name.map(|name| ("mcp-name", name)));
        let named =
            named.map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)));
        HeaderMap::from_iter(named)
    }

    /// As the clients write them that the project is tried with.
    #[test]
    fn what_clients_send_is_recognised() {
        let arguments = json!({ "code": "CPH" }).as_object().cloned();
        let call = |arguments, with_progress| {
            Asks::Call(Wanted { name: "find_airport".into(), arguments, with_progress })
        };
        for (accept, method, id, asks, body) in [
            (
                "application/json, text/event-stream",
                "tools/list",
                RequestId::Number(2),
                Asks::List,
                r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#,
            ),
            (
                "application/json, text/event-stream",
                "tools/list",
                RequestId::Number(0),
                Asks::List,
                r#"{"method":"tools/list","jsonrpc":"2.0","id":0,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"sampling":{},"elicitation":{"form":{}}}}}}"#,
            ),
            (
                "text/event-stream, application/json",
                "tools/list",
                RequestId::String("a".into()),
                Asks::List,
                r#"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"fastmcp","version":"4.2.3"},"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"debug","progressToken":7}}}"#,
            ),
            (
                "application/json, text/event-stream",
                "tools/call",
                RequestId::Number(3),
                call(arguments, false),
                r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"find_airport","arguments":{"code":"CPH"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#,
            ),
            (
                "application/json, text/event-stream",
                "tools/call",
                RequestId::Number(4),
                call(None, true),
                r#"{"method":"tools/call","jsonrpc":"2.0","id":4,"params":{"name":"find_airport","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{},"progressToken":"p"}}}"#,
            ),
        ] {
            let name = matches!(asks, Asks::Call(_)).then_some("find_airport");
            let read = Recognised::read(&headers(accept, method, name), body.as_bytes());
            assert_eq!(read, Some(Recognised { id, asks }), "{body}");
        }
    }
}
