//! `tools/list` and `tools/call` as they are answered without a service of rmcp's, against rmcp's own answers: over generated
//! requests, no difference.

mod probes;

use std::{
    convert::Infallible,
    sync::{Arc, LazyLock},
    time::Duration,
};

use axum::{
    Router,
    body::{Body, HttpBody},
    http::{HeaderMap, HeaderName, HeaderValue, Request, StatusCode},
};
use http_body_util::BodyExt;
use pegboard::{
    Deployment,
    http::{Answers, CancellationToken, Carrier, HttpOptions, router},
};
use proptest::prelude::*;
use serde_json::{Value, json};
use tokio::sync::Notify;
use tower_service::Service;

use self::probes::{Patient, Patients, host};

/// A request to be, and what is done to it.
#[derive(Clone, Debug)]
struct Sent {
    path: String,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
}

/// What is asked: the list, or a tool with these arguments.
type Asks = Option<(&'static str, Value)>;

fn valid(asks: Asks) -> (Vec<(String, Vec<u8>)>, Value) {
    let method = if asks.is_some() { "tools/call" } else { "tools/list" };
    let mut named = vec![
        ("host", "127.0.0.1"),
        ("accept", "application/json, text/event-stream"),
        ("content-type", "application/json"),
        ("mcp-protocol-version", "2026-07-28"),
        ("mcp-method", method),
    ];
    let mut body = json!({
        "jsonrpc": "2.0", "id": 1, "method": method,
        "params": { "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientInfo": { "name": "probe", "version": "1" },
            "io.modelcontextprotocol/clientCapabilities": {},
        } },
    });
    if let Some((name, arguments)) = asks {
        named.push(("mcp-name", name));
        body["params"]["name"] = name.into();
        body["params"]["arguments"] = arguments;
    }
    (named.into_iter().map(|(name, value)| (name.to_owned(), value.as_bytes().to_vec())).collect(), body)
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

fn asks() -> impl Strategy<Value = Asks> {
    let code = prop::sample::select(vec![
        -32700, -32600, -32601, -32602, -32603, -32000, -32001, -32002, -32020, -32021, -32022, -32042, 0, 7,
    ]);
    prop_oneof![
        2 => Just(None),
        2 => Just(Some(("add", json!({ "a": 1, "b": 2.5, "more": [{ "x": 3 }] })))),
        1 => Just(Some(("add_later", json!({ "a": 1, "b": 2.5 })))),
        1 => Just(Some(("add_later", json!({ "a": 1 })))),
        3 => values().prop_map(|value| Some(("echo", json!({ "a": value, "b": { "c": 1 } })))),
        1 => Just(Some(("nothing", json!({})))),
        2 => (code, values()).prop_map(|(code, data)| Some(("fail", json!({ "code": code, "data": data })))),
        1 => Just(Some(("ask", json!({})))),
        1 => Just(Some(("headed", json!({ "region": "north" })))),
        1 => Just(Some(("headed", json!({})))),
        1 => Just(Some(("context", json!({ "a": 1 })))),
        1 => Just(Some(("place", json!({})))),
        1 => Just(Some(("list_server_toolsets", json!({})))),
        1 => Just(Some(("nosuch", json!({})))),
    ]
}

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
        "/params/name",
        "/params/arguments",
        "/params/arguments/a",
        "/params/arguments/b",
        "/params/arguments/more",
        "/params/arguments/more/0/x",
        "/params/arguments/region",
        "/params/task",
        "/params/inputResponses",
        "/params/requestState",
    ]);
    let names = prop::sample::select(vec![
        "accept",
        "content-type",
        "mcp-protocol-version",
        "mcp-method",
        "mcp-name",
        "mcp-param-value",
        "mcp-param-region",
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
            "add",
            " add",
            "ADD",
            "=?base64?YWRk?=",
            "north",
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
        ("tools/call", "tools\\u002fcall"),
        ("\"a\":1", "\"a\":1,\"a\":2"),
        ("\"a\":1", "\"a\":1.0"),
        ("\"a\":1", "\"a\":-0"),
        ("\"a\":1", "\"a\":18446744073709551616"),
        ("\"a\":1", "\"a\":-9223372036854775809"),
        ("\"a\":1", "\"a\":123456789012345678901234567890.123456789"),
        ("\"a\":1", "\"a\":5e-324"),
        ("\"a\":1", "\"a\":1e400"),
        ("\"a\":1", "\"a\":\"\\ud834\\udd1e\\u0000\""),
        ("\"a\":1", "\"\\u0061\":1"),
        ("\"arguments\":{", "\"arguments\":{},\"arguments\":{"),
        ("\"name\":", "\"name\":\"add\",\"name\":"),
        ("{", " {\n"),
        ("}", "}\r\n\t "),
    ]);
    prop_oneof![
        1 => (0..6_usize).prop_map(Change::Without),
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

fn sent(path: &str, asks: Asks, changes: Vec<Change>) -> Sent {
    let (mut headers, mut body) = valid(asks);
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
    /// What is known of the body's length before it is sent.
    length: Option<u64>,
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
    let length = body.size_hint().exact();
    let body = body.collect().await.expect("a body").to_bytes().to_vec();
    let body = String::from_utf8(body).map_err(std::string::FromUtf8Error::into_bytes);
    Some(Answered { status: parts.status, headers: parts.headers, length, body })
}

/// The same server twice: once as it is served, once by rmcp alone.
fn twins() -> [Router; 2] {
    [Answers::Direct, Answers::ByRmcp].map(|answers| {
        let deployment = Deployment::builder(host()).select_by(Carrier::Header).select_by(Carrier::Path);
        let deployment = deployment.toolsets_tool(true).build().expect("nothing is wrong with it");
        router(deployment, &HttpOptions::default().answers(answers))
    })
}

static TWINS: LazyLock<[Router; 2]> = LazyLock::new(twins);

proptest! {
    #![proptest_config(ProptestConfig::with_cases(8000))]

    #[test]
    fn direct_answers_are_what_rmcp_would_write(
        path in prop::sample::select(vec![
            "/mcp", "/mcp/", "/mcp?geo", "/mcp?only=", "/mcp?only=geo&x%22%5B%5D%7D%7D", "/mcp?nosuch", "/mcp/x/only=geo",
        ]),
        asks in asks(),
        changes in prop::collection::vec(changes(), 0..3),
    ) {
        let sent = sent(path, asks, changes);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        let [direct, by_rmcp] = &*TWINS;
        let [one, other] = runtime.block_on(async { [asked(direct, &sent).await, asked(by_rmcp, &sent).await] });
        prop_assert_eq!(one, other, "{:?} {}", &sent, String::from_utf8_lossy(&sent.body));
    }
}

/// The body of the same answer of both.
async fn both(path: &str, asks: Asks, changes: Vec<Change>) -> Answered {
    let sent = sent(path, asks, changes);
    let [direct, by_rmcp] = twins();
    let [one, other] = [asked(&direct, &sent).await, asked(&by_rmcp, &sent).await];
    assert_eq!(one, other);
    one.expect("a request")
}

#[tokio::test]
async fn the_valid_requests_are_answered() {
    let answered = both("/mcp?geo", None, vec![]).await;
    assert_eq!(
        (answered.status, &answered.headers["mcp-toolsets"]),
        (StatusCode::OK, &HeaderValue::from_static("geo"))
    );
    let list: Value = serde_json::from_str(&answered.body.expect("text")).expect("JSON");
    assert_eq!(list["result"]["tools"].as_array().map(Vec::len), Some(11));
    let asks = Some(("add_later", json!({ "a": 1, "b": 2.5 })));
    let answered = both("/mcp", asks, vec![]).await;
    assert_eq!(answered.status, StatusCode::OK);
    let called: Value = serde_json::from_str(&answered.body.expect("text")).expect("JSON");
    assert_eq!(called["result"]["structuredContent"], json!({ "total": 2.5 }));
}

/// Who asks to be told of progress is told, also of a start.
#[tokio::test]
async fn a_start_tells_its_progress() {
    let token = Change::Set("/params/_meta/progressToken", json!("p"));
    let asks = Some(("wake", json!({})));
    let answered = both("/mcp", asks.clone(), vec![token]).await;
    assert_eq!(answered.headers["content-type"], "text/event-stream");
    let events = answered.body.expect("text");
    assert_eq!(events.matches("notifications/progress").count(), 1, "{events}");
    let answered = both("/mcp", asks, vec![]).await;
    assert_eq!(answered.headers["content-type"], "application/json");
}

/// A tool that waits, what it waits for, and what it says when it is done.
fn patient(options: &HttpOptions) -> (Router, Arc<Notify>, Arc<Notify>) {
    let (go_on, is_done) = (Arc::new(Notify::new()), Arc::new(Notify::new()));
    let patient = Patient { go_on: Arc::clone(&go_on), is_done: Arc::clone(&is_done) };
    let deployment = Deployment::builder(Patients { patient }).build().expect("nothing is wrong with it");
    (router(deployment, options), go_on, is_done)
}

#[tokio::test(start_paused = true)]
async fn a_call_runs_to_its_end_though_its_client_is_gone() {
    let (app, go_on, is_done) = patient(&HttpOptions::default());
    let sent = sent("/mcp", Some(("patience", json!({}))), vec![]);
    let gone = tokio::time::timeout(Duration::from_millis(50), asked(&app, &sent)).await;
    assert!(gone.is_err(), "it waits for a word");
    go_on.notify_one();
    let done = tokio::time::timeout(Duration::from_millis(50), is_done.notified()).await;
    assert!(done.is_ok(), "it was dropped");
}

#[tokio::test]
async fn a_call_that_outlasts_its_server_is_refused() {
    let end = CancellationToken::new();
    let (app, _go_on, _is_done) = patient(&HttpOptions::default().ends_with(end.clone()));
    let sent = sent("/mcp", Some(("patience", json!({}))), vec![]);
    let (answered, ()) = tokio::join!(asked(&app, &sent), async { end.cancel() });
    let answered = answered.expect("a request");
    let body: Value = serde_json::from_str(&answered.body.expect("text")).expect("JSON");
    assert_eq!(
        (answered.status, &answered.headers["retry-after"], body),
        (
            StatusCode::SERVICE_UNAVAILABLE,
            &HeaderValue::from_static("1"),
            json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32000, "message": "the server is shutting down" } })
        )
    );
}
