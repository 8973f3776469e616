//! The endpoint as bytes: every version, malformed messages, bounds, what is promised and what is not.

use reqwest::{Client, Response};
use serde_json::{Value, json};

use crate::atlas::Atlas;

const BOTH: &str = "application/json, text/event-stream";

fn post(url: &str) -> reqwest::RequestBuilder {
    Client::new().post(url).header("accept", BOTH).header("content-type", "application/json")
}

async fn send(url: &str, session: Option<&str>, body: &Value) -> Response {
    let request = post(url).body(body.to_string());
    let request = session.into_iter().fold(request, |request, id| request.header("mcp-session-id", id));
    request.send().await.expect("an answer")
}

/// The JSON-RPC message in an answer, which may be an event stream.
pub(crate) async fn message(response: Response) -> Value {
    let text = response.text().await.expect("text");
    let data = text.lines().filter_map(|line| line.strip_prefix("data: {")).next_back();
    let json = data.map_or(text.clone(), |data| format!("{{{data}"));
    serde_json::from_str(&json).unwrap_or_else(|error| panic!("{error}: {text}"))
}

fn initialize(version: &str) -> Value {
    json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": version, "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" } },
    })
}

/// A request of version 2026-07-28, which needs no session.
pub(crate) async fn modern(url: &str, method: &str, mut params: Value) -> Response {
    params["_meta"] = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "1" },
    });
    let name = params["name"].as_str().map(str::to_owned);
    let body = json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params });
    let request = post(url).header("mcp-protocol-version", "2026-07-28").header("mcp-method", method);
    let request = name.into_iter().fold(request, |request, name| request.header("mcp-name", name));
    request.body(body.to_string()).send().await.expect("an answer")
}

fn names(list: &Value) -> Vec<&str> {
    let tools = list["result"]["tools"].as_array().expect("tools");
    tools.iter().map(|tool| tool["name"].as_str().expect("a name")).collect()
}

#[tokio::test]
async fn every_version_with_a_session_lists_and_calls() {
    let atlas = Atlas::serve(&[]).await;
    let url = atlas.mcp("?only=geo");
    for version in ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] {
        let opened = send(&url, None, &initialize(version)).await;
        let session = opened.headers()["mcp-session-id"].to_str().expect("visible ASCII").to_owned();
        let opened = message(opened).await;
        assert_eq!(opened["result"]["protocolVersion"], version);
        assert_eq!(
            opened["result"]["capabilities"],
            json!({ "completions": {}, "prompts": {}, "resources": { "subscribe": true }, "tools": {} }),
            "no change is promised"
        );
        let initialized = json!({ "jsonrpc": "2.0", "method": "notifications/initialized" });
        assert_eq!(send(&url, Some(&session), &initialized).await.status(), 202);
        let list = json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" });
        let list = message(send(&url, Some(&session), &list).await).await;
        assert_eq!(
            names(&list),
            ["find_place", "geo_distance", "initial_bearing", "nearest_places", "list_server_toolsets"]
        );
        let call = json!({
            "jsonrpc": "2.0", "id": 3, "method": "tools/call",
            "params": { "name": "find_place", "arguments": { "name": "Rome" } },
        });
        let called = message(send(&url, Some(&session), &call).await).await;
        assert_eq!(called["result"]["structuredContent"]["country"], "Italy", "{version}");
    }
}

#[tokio::test]
async fn a_session_opens_also_with_the_header_that_other_requests_need() {
    let atlas = Atlas::serve(&[]).await;
    let request = post(&atlas.mcp("")).header("mcp-method", "initialize");
    let opened = request.body(initialize("2025-11-25").to_string()).send().await.expect("an answer");
    assert_eq!(opened.status(), 200);
    assert!(opened.headers().contains_key("mcp-session-id"));
}

#[tokio::test]
async fn without_a_session_an_answer_is_json_and_depends_on_its_url_alone() {
    let atlas = Atlas::serve(&[]).await;
    let mut answers = Vec::new();
    for query in ["?only=geo", "?only=", "?only=geo"] {
        let answer = modern(&atlas.mcp(query), "tools/list", json!({})).await;
        assert_eq!(answer.headers()["content-type"], "application/json");
        assert!(!answer.headers().contains_key("mcp-session-id"));
        answers.push(message(answer).await);
    }
    assert_eq!(answers[0], answers[2]);
    assert_eq!(names(&answers[1]), ["list_server_toolsets"]);
    let result = &answers[0]["result"];
    assert_eq!((&result["ttlMs"], &result["cacheScope"]), (&json!(0), &json!("private")));
    assert_eq!(result["tools"][0]["_meta"], json!({ "pegboard/toolset": "geo" }));
}

#[tokio::test]
async fn a_list_of_nothing_is_an_empty_list() {
    let atlas = Atlas::serve(&["--no-toolsets-tool"]).await;
    let list = message(modern(&atlas.mcp("?only="), "tools/list", json!({})).await).await;
    assert_eq!(list["result"]["tools"], json!([]));
    for (method, key) in [
        ("prompts/list", "prompts"),
        ("resources/list", "resources"),
        ("resources/templates/list", "resourceTemplates"),
    ] {
        let list = message(modern(&atlas.mcp("?only="), method, json!({})).await).await;
        assert_eq!(list["result"][key], json!([]), "{method}");
    }
    let discovered = message(modern(&atlas.mcp("?only="), "server/discover", json!({})).await).await;
    assert_eq!(
        discovered["result"]["capabilities"],
        json!({ "completions": {}, "prompts": {}, "resources": { "subscribe": true }, "tools": {} }),
        "of what is published, whatever is selected"
    );
}

#[tokio::test]
async fn what_nothing_published_has_is_not_offered() {
    let slow = Atlas::serve_binary(env!("CARGO_BIN_EXE_slow"), &[]).await;
    let discovered = message(modern(&slow.mcp(""), "server/discover", json!({})).await).await;
    assert_eq!(discovered["result"]["capabilities"], json!({ "tools": {} }));
    for method in ["prompts/list", "resources/list", "resources/templates/list"] {
        let list = message(modern(&slow.mcp(""), method, json!({})).await).await;
        assert_eq!(list["error"], json!({ "code": -32601, "message": method }));
    }
}

#[tokio::test]
async fn what_is_no_message_is_answered_as_json_rpc_says() {
    let atlas = Atlas::serve(&[]).await;
    let url = atlas.mcp("");
    for (body, code, message_start) in [
        ("{", -32700, "the body is no JSON: "),
        ("\u{0}", -32700, "the body is no JSON: "),
        ("[]", -32600, "batches are not supported"),
        (r#"[{"jsonrpc":"2.0","id":1,"method":"ping"}]"#, -32600, "batches are not supported"),
        ("3", -32600, "the body is no JSON-RPC request"),
        (r#"{"method":"ping"}"#, -32600, "the body is no JSON-RPC request"),
    ] {
        let answer = post(&url).body(body).send().await.expect("an answer");
        assert_eq!(answer.status(), 400, "{body}");
        let error = message(answer).await;
        assert_eq!(
            (&error["jsonrpc"], &error["id"], &error["error"]["code"]),
            (&json!("2.0"), &Value::Null, &json!(code))
        );
        let said = error["error"]["message"].as_str().expect("a message");
        assert!(said.starts_with(message_start), "{body}: {said}");
    }
    let invalid = post(&url).body(b"\"\xff\"".to_vec()).send().await.expect("an answer");
    assert_eq!(message(invalid).await["error"]["code"], -32700);
}

#[tokio::test]
async fn a_body_is_bounded() {
    let atlas = Atlas::serve(&[]).await;
    let url = atlas.mcp("");
    let most = 4 * 1024 * 1024;
    for (length, status) in [(most, 400), (most + 1, 413)] {
        let announced = post(&url).body(vec![b' '; length]).send().await.expect("an answer");
        assert_eq!(announced.status(), status, "{length}");
    }
    let chunks = futures::stream::iter((0..65).map(|_| Ok::<_, std::io::Error>(vec![b' '; 64 * 1024])));
    let streamed = post(&url).body(reqwest::Body::wrap_stream(chunks)).send().await.expect("an answer");
    assert_eq!(streamed.status(), 413);
    assert_eq!(
        message(streamed).await["error"]["message"],
        format!("the body is too long; at most {most} bytes are read")
    );
}

#[tokio::test]
async fn a_preflight_is_answered_to_allowed_origins_alone() {
    let origin = "https://app.example.com";
    let atlas = Atlas::serve(&["--allowed-origin", "https://App.example.com"]).await;
    let options = |url: String| Client::new().request(reqwest::Method::OPTIONS, url);
    for path in ["/mcp?geo", "/toolsets"] {
        let url = format!("{}{path}", atlas.url);
        let preflight = options(url.clone())
            .header("origin", origin)
            .header("access-control-request-method", "POST")
            .header("access-control-request-headers", "content-type, mcp-session-id")
            .send()
            .await
            .expect("an answer");
        assert_eq!(preflight.status(), 200);
        assert_eq!(preflight.headers()["access-control-allow-origin"], origin);
        assert_eq!(preflight.headers()["access-control-allow-methods"], "GET,POST,DELETE");
        let foreign = options(url.clone())
            .header("origin", "https://evil.example.com")
            .send()
            .await
            .expect("an answer");
        assert_eq!(foreign.status(), 403);
        let bare = options(url).send().await.expect("an answer");
        assert_eq!(bare.status(), 405);
    }
    let answer = post(&atlas.mcp("")).header("origin", origin).body(initialize("2025-06-18").to_string());
    let answer = answer.send().await.expect("an answer");
    assert_eq!(answer.headers()["access-control-expose-headers"], "mcp-session-id,mcp-toolsets");
    assert_eq!(answer.headers()["access-control-allow-origin"], origin);
}

#[tokio::test]
async fn slips_are_noted_in_both_answers() {
    let atlas = Atlas::serve(&[]).await;
    let query = "?Only=geo&exclude=math&maht";
    let answer = reqwest::get(format!("{}/toolsets{query}", atlas.url)).await.expect("an answer");
    let answer: Value = answer.json().await.expect("JSON");
    assert_eq!(
        answer["notes"],
        json!([
            "`Only` is read as the name of a toolset; write `only`, case matters",
            "`exclude` is read as the name of a toolset; write `without=math` to leave toolsets out",
            "there is no toolset `maht`; did you mean `math`?",
        ])
    );
    assert_eq!(answer["unknown"], json!(["Only", "exclude", "maht"]));
    let call =
        modern(&atlas.mcp(query), "tools/call", json!({ "name": "list_server_toolsets", "arguments": {} }))
            .await;
    assert_eq!(message(call).await["result"]["structuredContent"]["notes"], answer["notes"]);
    let quiet: Value = reqwest::get(format!("{}/toolsets?geo", atlas.url))
        .await
        .expect("an answer")
        .json()
        .await
        .expect("JSON");
    assert_eq!(quiet.get("notes"), None);
}

#[tokio::test]
async fn logs_name_what_was_asked_in_vain_once_a_session_and_never_a_session() {
    let atlas = Atlas::serve(&["--log-level", "trace,rmcp::transport=trace"]).await;
    let url = atlas.mcp("?nosuch&%22%0A");
    let opened = send(&url, None, &initialize("2025-06-18")).await;
    let session = opened.headers()["mcp-session-id"].to_str().expect("visible ASCII").to_owned();
    for id in 2..5 {
        let ping = json!({ "jsonrpc": "2.0", "id": id, "method": "ping" });
        assert_eq!(send(&url, Some(&session), &ping).await.status(), 200);
    }
    for _ in 0..3 {
        modern(&url, "tools/list", json!({})).await;
    }
    let log = atlas.log();
    let told: Vec<&str> = log.lines().filter(|line| line.contains("toolsets that are not there")).collect();
    assert_eq!(told.len(), 2, "one for the session, one for the requests without: {log}");
    assert!(told.iter().all(|line| line.ends_with(r#": "\"", "nosuch""#)), "{told:?}");
    assert!(!log.contains(&session), "{log}");
}

#[tokio::test]
async fn logs_can_be_json_and_carry_the_active_set_and_the_tool() {
    let atlas = Atlas::serve(&["--log-level", "debug", "--log-format", "json"]).await;
    modern(&atlas.mcp("?nosuch"), "tools/list", json!({})).await;
    let log = atlas.log();
    let line = log.lines().find(|line| line.contains("not there")).expect("a line of it");
    let line: Value = serde_json::from_str(line).expect("JSON");
    assert_eq!((&line["level"], &line["target"]), (&json!("WARN"), &json!("pegboard::unknown_names")));
}
