//! `tools/list` without a session, answered from bytes that are made once for each active set.
//!
//! Only what is recognised exactly is answered here: everything else, and everything that has a mistake, is rmcp's. A
//! differential test over generated requests holds the answers equal, byte for byte.

use axum::{
    body::Body,
    http::{HeaderMap, HeaderValue, header},
    response::Response,
};
use rmcp::model::{JsonRpcResponse, ProtocolVersion, RequestId, ServerResult};
use serde::Deserialize;
use serde_json::Value;

use crate::handler::Handler;

/// The answer, where the request is one of those that are known here.
pub(super) fn answer(
    handler: impl FnOnce() -> Handler,
    headers: &HeaderMap,
    body: &[u8],
) -> Option<Response> {
    if !is_plain(headers) {
        return None;
    }
    let id = serde_json::from_slice::<ListTools>(body).ok()?.id()?;
    let mut response = Response::new(Body::from(written(&handler(), id)?));
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Some(response)
}

/// Whether the headers are those of a request to list tools, each once and as clients write it.
fn is_plain(headers: &HeaderMap) -> bool {
    let one = |name: &str| {
        let mut values = headers.get_all(name).iter();
        values.next().filter(|_| values.next().is_none()).map(HeaderValue::as_bytes)
    };
    one("mcp-method") == Some(b"tools/list")
        && one("mcp-protocol-version") == Some(ProtocolVersion::V_2026_07_28.as_str().as_bytes())
        && one("content-type") == Some(b"application/json")
        && matches!(
            one("accept"),
            Some(b"application/json, text/event-stream" | b"text/event-stream, application/json")
        )
        && ["mcp-session-id", "mcp-name", "last-event-id"].iter().all(|name| !headers.contains_key(*name))
}

/// The body of a request that lists tools; one more key, and it is not this.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListTools {
    jsonrpc: String,
    id: Id,
    method: String,
    params: Params,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Id {
    Number(i64),
    Text(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Params {
    #[serde(rename = "_meta")]
    meta: Meta,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion")]
    version: String,
    #[serde(rename = "io.modelcontextprotocol/clientInfo")]
    _client: Client,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    capabilities: Value,
    #[serde(rename = "io.modelcontextprotocol/logLevel", default)]
    _log_level: Option<String>,
    #[serde(rename = "progressToken", default)]
    _progress_token: Option<Id>,
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

impl ListTools {
    fn id(self) -> Option<RequestId> {
        let is_it = self.jsonrpc == "2.0"
            && self.method == "tools/list"
            && self.params.meta.version == ProtocolVersion::V_2026_07_28.as_str()
            && serde_json::from_value::<rmcp::model::ClientCapabilities>(self.params.meta.capabilities)
                .is_ok();
        is_it.then(|| match self.id {
            Id::Number(number) => RequestId::Number(number),
            Id::Text(text) => RequestId::String(text.into()),
        })
    }
}

/// The whole message: what differs from client to client, then the tools as they were written once.
fn written(handler: &Handler, id: RequestId) -> Option<Vec<u8>> {
    let mut list = ServerResult::ListToolsResult(handler.list_of(Vec::new()));
    list.fill_missing_cache_hints();
    let mut written =
        serde_json::to_vec(&JsonRpcResponse { jsonrpc: rmcp::model::JsonRpcVersion2_0, id, result: list })
            .ok()?;
    // The tools come last; where they do not, rmcp shall write it.
    written.truncate(written.strip_suffix(b"[]}}")?.len());
    let view = handler.view();
    let tools = view.tools_json()?;
    // At once: to grow by the last two bytes would be to move all others.
    written.reserve_exact(tools.len() + 2);
    written.extend_from_slice(tools);
    written.extend_from_slice(b"}}");
    Some(written)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(accept: &'static str) -> HeaderMap {
        let named = [
            ("host", "127.0.0.1"),
            ("accept", accept),
            ("content-type", "application/json"),
            ("mcp-protocol-version", "2026-07-28"),
            ("mcp-method", "tools/list"),
        ];
        let named = named
            .map(|(name, value)| (header::HeaderName::from_static(name), HeaderValue::from_static(value)));
        HeaderMap::from_iter(named)
    }

    /// As the clients write them that the project is tried with.
    #[test]
    fn what_clients_send_is_recognised() {
        for (accept, id, body) in [
            (
                "application/json, text/event-stream",
                RequestId::Number(2),
                r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#,
            ),
            (
                "application/json, text/event-stream",
                RequestId::Number(0),
                r#"{"method":"tools/list","jsonrpc":"2.0","id":0,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"sampling":{},"elicitation":{"form":{}}}}}}"#,
            ),
            (
                "text/event-stream, application/json",
                RequestId::String("a".into()),
                r#"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"fastmcp","version":"4.2.3"},"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"debug","progressToken":7}}}"#,
            ),
        ] {
            assert!(is_plain(&headers(accept)), "{accept}");
            let read: ListTools = serde_json::from_str(body).expect("it is read");
            assert_eq!(read.id(), Some(id), "{body}");
        }
    }
}
