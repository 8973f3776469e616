//! Requests without a session that are recognised exactly, so that no rmcp is needed to answer them.
//!
//! Everything else, and everything that has a mistake, is rmcp's. A differential test over generated requests holds the
//! answers equal, byte for byte.

use std::borrow::Cow;

use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use rmcp::model::{ClientCapabilities, JsonObject, ProtocolVersion, RequestId};
use serde::Deserialize;
use serde_json::Value;

use super::headers::{METHOD, NAME, VERSION};

/// What is asked, by the headers alone.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Asks<'a> {
    List,
    /// To call a tool of this name.
    Call(&'a [u8]),
}

/// A request to call a tool, by its body.
#[derive(Debug, PartialEq)]
pub(super) struct Wanted {
    pub(super) id: RequestId,
    pub(super) name: String,
    pub(super) arguments: Option<JsonObject>,
    /// Whether the client wants to be told of what happens meanwhile.
    pub(super) with_progress: bool,
}

/// What is asked, where the headers are those of a request that is known here.
pub(super) fn asks(headers: &HeaderMap) -> Option<Asks<'_>> {
    if !is_plain(headers) {
        return None;
    }
    match one(headers, &METHOD)? {
        b"tools/list" => Some(Asks::List),
        b"tools/call" => one(headers, &NAME).map(Asks::Call),
        _ => None,
    }
}

/// The id of a request to list tools.
pub(super) fn list(body: &[u8]) -> Option<RequestId> {
    let (id, ListTools { meta }) = message(body, "tools/list")?;
    meta.is_right().then_some(id)
}

/// The request to call a tool of this name.
pub(super) fn call(body: &[u8], named: &[u8]) -> Option<Wanted> {
    let (id, CallTool { name, arguments, meta }) = message(body, "tools/call")?;
    let with_progress = meta.progress_token.is_some();
    (meta.is_right() && named == name.as_bytes()).then_some(Wanted { id, name, arguments, with_progress })
}

/// The value of a header that is there once.
fn one<'h>(headers: &'h HeaderMap, name: &HeaderName) -> Option<&'h [u8]> {
    let mut values = headers.get_all(name).iter();
    values.next().filter(|_| values.next().is_none()).map(HeaderValue::as_bytes)
}

/// Whether the headers are those of a request, each once and as clients write it.
fn is_plain(headers: &HeaderMap) -> bool {
    one(headers, &VERSION) == Some(ProtocolVersion::V_2026_07_28.as_str().as_bytes())
        && one(headers, &header::CONTENT_TYPE) == Some(b"application/json")
        && matches!(
            one(headers, &header::ACCEPT),
            Some(b"application/json, text/event-stream" | b"text/event-stream, application/json")
        )
}

/// The id and the parameters of a request of this method.
fn message<'a, P: Deserialize<'a>>(body: &'a [u8], method: &str) -> Option<(RequestId, P)> {
    let message: Message<'a, P> = serde_json::from_slice(body).ok()?;
    let id = match message.id {
        Id::Number(number) => RequestId::Number(number),
        Id::Text(text) => RequestId::String(text.as_ref().into()),
    };
    (message.jsonrpc == "2.0" && message.method == method).then_some((id, message.params))
}

/// The body of a request; one more key, and it is not this.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message<'a, P> {
    #[serde(borrow)]
    jsonrpc: Cow<'a, str>,
    #[serde(borrow)]
    id: Id<'a>,
    #[serde(borrow)]
    method: Cow<'a, str>,
    params: P,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Id<'a> {
    Number(i64),
    #[serde(borrow)]
    Text(Cow<'a, str>),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ListTools<'a> {
    #[serde(rename = "_meta", borrow)]
    meta: Meta<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct CallTool<'a> {
    name: String,
    #[serde(default)]
    arguments: Option<JsonObject>,
    #[serde(rename = "_meta", borrow)]
    meta: Meta<'a>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Meta<'a> {
    #[serde(rename = "io.modelcontextprotocol/protocolVersion", borrow)]
    version: Cow<'a, str>,
    #[serde(rename = "io.modelcontextprotocol/clientInfo", borrow)]
    _client: Client<'a>,
    #[serde(rename = "io.modelcontextprotocol/clientCapabilities")]
    /// All of it: what stands under keys that nobody knows can have mistakes too.
    capabilities: Value,
    #[serde(rename = "io.modelcontextprotocol/logLevel", borrow, default)]
    _log_level: Option<Cow<'a, str>>,
    #[serde(rename = "progressToken", borrow, default)]
    progress_token: Option<Id<'a>>,
}

impl Meta<'_> {
    /// Whether it is of the version that the header says, and its capabilities are some.
    fn is_right(&self) -> bool {
        self.version == ProtocolVersion::V_2026_07_28.as_str()
            && ClientCapabilities::deserialize(&self.capabilities).is_ok()
    }
}

/// What a client says of itself; it is read so that a mistake in it is found.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
struct Client<'a> {
    #[serde(rename = "name", borrow)]
    _name: Cow<'a, str>,
    #[serde(rename = "version", borrow)]
    _version: Cow<'a, str>,
    #[serde(rename = "title", borrow, default)]
    _title: Option<Cow<'a, str>>,
    #[serde(rename = "websiteUrl", borrow, default)]
    _website_url: Option<Cow<'a, str>>,
}

#[cfg(test)]
mod tests {
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
        named.collect()
    }

    /// As the clients write them that the project is tried with.
    #[test]
    fn what_clients_send_is_recognised() {
        let arguments = json!({ "code": "CPH" }).as_object().cloned();
        for (accept, method, id, wanted, body) in [
            (
                "application/json, text/event-stream",
                "tools/list",
                RequestId::Number(2),
                None,
                r#"{"jsonrpc":"2.0","id":2,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#,
            ),
            (
                "application/json, text/event-stream",
                "tools/list",
                RequestId::Number(0),
                None,
                r#"{"method":"tools/list","jsonrpc":"2.0","id":0,"params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{"sampling":{},"elicitation":{"form":{}}}}}}"#,
            ),
            (
                "text/event-stream, application/json",
                "tools/list",
                RequestId::String("a".into()),
                None,
                r#"{"jsonrpc":"2.0","id":"a","method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"fastmcp","version":"4.2.3"},"io.modelcontextprotocol/clientCapabilities":{},"io.modelcontextprotocol/logLevel":"debug","progressToken":7}}}"#,
            ),
            (
                "application/json, text/event-stream",
                "tools/call",
                RequestId::Number(3),
                Some((arguments, false)),
                r#"{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"find_airport","arguments":{"code":"CPH"},"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"mcp","version":"0.1.0"},"io.modelcontextprotocol/clientCapabilities":{}}}}"#,
            ),
            (
                "application/json, text/event-stream",
                "tools/call",
                RequestId::Number(4),
                Some((None, true)),
                r#"{"method":"tools/call","jsonrpc":"2.0","id":4,"params":{"name":"find_airport","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientInfo":{"name":"x","version":"1"},"io.modelcontextprotocol/clientCapabilities":{},"progressToken":"p"}}}"#,
            ),
        ] {
            let headers = headers(accept, method, wanted.is_some().then_some("find_airport"));
            match wanted {
                None => {
                    assert_eq!(
                        (asks(&headers), list(body.as_bytes())),
                        (Some(Asks::List), Some(id)),
                        "{body}"
                    );
                }
                Some((arguments, with_progress)) => {
                    let name = b"find_airport";
                    let wanted = Wanted { id, name: "find_airport".into(), arguments, with_progress };
                    let read = (asks(&headers), call(body.as_bytes(), name));
                    assert_eq!(read, (Some(Asks::Call(name)), Some(wanted)), "{body}");
                }
            }
        }
    }
}
