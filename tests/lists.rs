//! `tools/list` from bytes that are made once, against rmcp's own answer: over generated requests, no difference.

use std::{convert::Infallible, sync::LazyLock};

use axum::{
    Router,
    body::Body,
    http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode},
};
use http_body_util::BodyExt;
use pegboard::{
    Deployment,
    http::{Carrier, HttpOptions, ToolLists, router},
};
use proptest::prelude::*;
use serde_json::{Value, json};
use tower_service::Service;

use crate::served::host;

/// A request to be, and what is done to it.
#[derive(Clone, Debug)]
struct Sent {
    path: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
}

fn valid() -> (Vec<(String, Vec<u8>)>, Value) {
    let named = [
        ("host", "127.0.0.1"),
        ("accept", "application/json, text/event-stream"),
        ("content-type", "application/json"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", "tools/list"),
    ];
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/list",
        "params": { "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "probe", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        } },
    });
    (named.map(|(name, value)| (name.to_owned(), value.as_bytes().to_vec())).to_vec(), body)
}

/// What is done to a valid request.
#[derive(Clone, Debug)]
enum Change {
    /// One header less.
    Without(usize),
    /// One header set to something else, or given once more.
    Header { name: String, value: Vec<u8>, is_more: bool },
    /// A value of the body, at a pointer, set to something else.
    Set(&'static str, Value),
    /// A value of the body taken away.
    Unset(&'static str),
    /// The text of the body, with something in place of something.
    Text(&'static str, &'static str),
    /// The text cut off.
    Cut(usize),
    /// A byte of the text.
    Byte(usize, u8),
}

const META: &str = "/params/_meta";

fn values() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::Null),
        Just(json!({})),
        Just(json!([])),
        Just(json!(true)),
        any::<i64>().prop_map(|number| json!(number)),
        any::<u64>().prop_map(|number| json!(number)),
        any::<f64>().prop_map(|number| json!(number)),
        ".{0,8}".prop_map(|text| json!(text)),
        Just(json!("2026-07-28")),
        Just(json!("2025-11-25")),
        Just(json!("2.0")),
        Just(json!("tools/call")),
        Just(json!({ "name": "x", "version": "y", "title": null })),
        Just(json!({ "name": "x", "version": "y", "icons": [] })),
        Just(json!({ "name": "x", "version": "y", "websiteUrl": "https://example.com", "more": 1 })),
        Just(json!({ "sampling": {}, "elicitation": { "form": {} }, "roots": { "listChanged": true } })),
        Just(json!({ "sampling": 7 })),
        Just(json!({ "experimental": { "x": { "y": 1e300 } }, "extensions": { "a/b": {} } })),
    ]
}

fn changes() -> impl Strategy<Value = Change> {
    let pointers = prop::sample::select(vec![
        "",
        "/jsonrpc",
        "/id",
        "/method",
        "/params",
        META,
        "/params/cursor",
        "/params/more",
        "/more",
        "/params/_meta/io.modelcontextprotocol~1protocolVersion",
        "/params/_meta/io.modelcontextprotocol~1clientInfo",
        "/params/_meta/io.modelcontextprotocol~1clientInfo/name",
        "/params/_meta/io.modelcontextprotocol~1clientCapabilities",
        "/params/_meta/io.modelcontextprotocol~1logLevel",
        "/params/_meta/progressToken",
        "/params/_meta/more",
    ]);
    let names = prop::sample::select(vec![
        "accept",
        "content-type",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
        "mcp-param-value",
        "mcp-session-id",
        "last-event-id",
        "host",
        "origin",
        "x-mcp-toolsets",
        "content-encoding",
    ]);
    let header_values = prop_oneof![
        prop::sample::select(vec![
            "*/*",
            "application/json",
            "text/event-stream",
            "text/event-stream, application/json",
            "application/json,text/event-stream",
            "application/json; q=0, text/event-stream",
            "APPLICATION/JSON, text/event-stream",
            "application/json; charset=utf-8",
            "text/plain",
            "2026-07-28",
            "2025-11-25",
            "2099-01-01",
            "tools/list",
            " tools/list ",
            "TOOLS/LIST",
            "tools/call",
            "only=geo",
            "localhost",
            "evil.example.com",
            "http://127.0.0.1",
            "",
        ])
        .prop_map(|value| value.as_bytes().to_vec()),
        prop::collection::vec(0x20..=0xff_u8, 0..6),
    ];
    let texts = prop::sample::select(vec![
        ("\"2.0\"", "\"2.0\",\"jsonrpc\":\"2.0\""),
        ("\"id\":1", "\"id\":1,\"id\":2"),
        ("\"id\":1", "\"id\":1.0"),
        ("\"id\":1", "\"id\":-0"),
        ("\"id\":1", "\"id\":1e2"),
        ("\"id\":1", "\"id\":99999999999999999999"),
        ("\"id\":1", "\"id\":\"\\ud83d\\ude00\\u0000</\""),
        ("\"id\":1", "\"id\":\"\\ud800\""),
        ("\"probe\"", "\"\\u0070robe\""),
        ("\"probe\"", "\"probe\",\"name\":\"again\""),
        ("\"clientCapabilities\":{}", "\"clientCapabilities\":{},\"x\":1e999"),
        ("{}", "{\"sampling\":{},\"sampling\":{}}"),
        ("{}", "{\"x\":1e999}"),
        ("tools/list", "tools\\/list"),
        ("{", " {\n"),
        ("}", "}\r\n\t "),
    ]);
    prop_oneof![
        1 => (0..5_usize).prop_map(Change::Without),
        4 => (names, header_values, any::<bool>()).prop_map(|(name, value, is_more)| Change::Header {
            name: name.into(),
            value,
            is_more
        }),
        8 => (pointers.clone(), values()).prop_map(|(at, value)| Change::Set(at, value)),
        2 => pointers.prop_map(Change::Unset),
        4 => texts.prop_map(|(what, with)| Change::Text(what, with)),
        1 => (0..300_usize).prop_map(Change::Cut),
        1 => (0..300_usize, any::<u8>()).prop_map(|(at, byte)| Change::Byte(at, byte)),
    ]
}

fn parent(pointer: &str) -> Option<(&str, String)> {
    let (parent, key) = pointer.rsplit_once('/')?;
    Some((parent, key.replace("~1", "/").replace("~0", "~")))
}

fn sent(path: &str, changes: Vec<Change>) -> Sent {
    let (mut headers, mut body) = valid();
    let mut texts = Vec::new();
    for change in changes {
        match change {
            Change::Without(at) => drop(headers.get(at).is_some().then(|| headers.remove(at))),
            Change::Header { name, value, is_more: true } => headers.push((name, value)),
            Change::Header { name, value, is_more: false } => {
                headers.retain(|(known, _)| *known != name);
                headers.push((name, value));
            }
            Change::Set("", value) => body = value,
            Change::Set(at, value) => {
                if let Some((parent, key)) = parent(at)
                    && let Some(Value::Object(parent)) = body.pointer_mut(parent)
                {
                    parent.insert(key, value);
                }
            }
            Change::Unset(at) => {
                if let Some((parent, key)) = parent(at)
                    && let Some(Value::Object(parent)) = body.pointer_mut(parent)
                {
                    parent.remove(&key);
                }
            }
            later => texts.push(later),
        }
    }
    let mut body = body.to_string();
    for change in &texts {
        if let Change::Text(what, with) = change {
            body = body.replacen(what, with, 1);
        }
    }
    let mut body = body.into_bytes();
    for change in texts {
        match change {
            Change::Cut(at) => body.truncate(at),
            Change::Byte(at, byte) => body.get_mut(at).into_iter().for_each(|old| *old = byte),
            _ => {}
        }
    }
    Sent { path: path.to_owned(), headers, body }
}

/// All of an answer.
#[derive(Debug, PartialEq)]
struct Answered {
    status: StatusCode,
    headers: HeaderMap,
    body: Result<String, Vec<u8>>,
}

async fn asked(app: &Router, sent: &Sent) -> Option<Answered> {
    let mut request = Request::post(&sent.path).body(Body::from(sent.body.clone())).ok()?;
    for (name, value) in &sent.headers {
        let name: HeaderName = name.parse().ok()?;
        request.headers_mut().append(name, HeaderValue::from_bytes(value).ok()?);
    }
    let response = app.clone().call(request).await.unwrap_or_else(|never: Infallible| match never {});
    let (parts, body) = response.into_parts();
    let body = body.collect().await.expect("a body").to_bytes().to_vec();
    let body = String::from_utf8(body).map_err(std::string::FromUtf8Error::into_bytes);
    Some(Answered { status: parts.status, headers: parts.headers, body })
}

/// The same server twice: once with ready bytes, once by rmcp alone.
fn twins() -> [Router; 2] {
    [ToolLists::Ready, ToolLists::EachTime].map(|lists| {
        let deployment = Deployment::builder(host()).select_by(Carrier::Header).select_by(Carrier::Path);
        let deployment = deployment.build().expect("nothing is wrong with it");
        router(deployment, &HttpOptions::default().tool_lists(lists))
    })
}

static TWINS: LazyLock<[Router; 2]> = LazyLock::new(twins);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn ready_bytes_are_what_rmcp_would_write(
        path in prop::sample::select(vec![
            "/mcp", "/mcp/", "/mcp?geo", "/mcp?only=", "/mcp?only=geo&x%22%5B%5D%7D%7D", "/mcp?nosuch", "/mcp/x/only=geo",
        ]),
        changes in prop::collection::vec(changes(), 0..3),
    ) {
        let sent = sent(path, changes);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let [ready, made] = &*TWINS;
        let [one, other] = runtime.block_on(async { [asked(ready, &sent).await, asked(made, &sent).await] });
        prop_assert_eq!(one, other, "{:?} {}", &sent, String::from_utf8_lossy(&sent.body));
    }
}

#[tokio::test]
async fn the_valid_request_is_answered_with_the_tools() {
    let [ready, made] = twins();
    let sent = sent("/mcp?geo", vec![]);
    let [one, other] = [asked(&ready, &sent).await, asked(&made, &sent).await];
    assert_eq!(one, other);
    let answered = one.expect("a request");
    assert_eq!(
        (answered.status, &answered.headers["mcp-toolsets"]),
        (StatusCode::OK, &HeaderValue::from_static("geo"))
    );
    let list: Value = serde_json::from_str(&answered.body.expect("text")).expect("JSON");
    assert_eq!(list["result"]["tools"].as_array().map(Vec::len), Some(4));
}
