//! `atlas` over a real socket, with rmcp's client and with none.

use serde_json::{Value, json};

use crate::{
    atlas::Atlas,
    clients::{LIFECYCLES, Lifecycle, call, failure, http, refusal, structured, tools},
};

const MATH: [&str; 4] = ["add", "divide", "solve_quadratic", "statistics"];
const GEO: [&str; 4] = ["find_place", "geo_distance", "initial_bearing", "nearest_places"];
const BUILT_IN: [&str; 1] = ["list_server_toolsets"];

#[tokio::test]
async fn each_url_lists_its_tools_in_order() {
    let atlas = Atlas::serve(&[]).await;
    for (query, expected) in [
        ("", [&MATH[..], &BUILT_IN].concat()),
        ("?geo", [&GEO[..], &MATH, &BUILT_IN].concat()),
        ("?only=geo", [&GEO[..], &BUILT_IN].concat()),
        ("?without=math", BUILT_IN.to_vec()),
        ("?nosuch", [&MATH[..], &BUILT_IN].concat()),
    ] {
        for lifecycle in LIFECYCLES {
            let client = http(&atlas.mcp(query), lifecycle).await;
            assert_eq!(tools(&client).await, expected, "{query} {lifecycle:?}");
        }
    }
}

#[tokio::test]
async fn what_is_listed_can_be_called() {
    let atlas = Atlas::serve(&[]).await;
    for lifecycle in LIFECYCLES {
        let client = http(&atlas.mcp("?geo"), lifecycle).await;
        let sum = structured(&client, "add", json!({ "a": 1.5, "b": 2 })).await;
        assert_eq!(sum, json!({ "value": 3.5 }));
        let paris = structured(&client, "find_place", json!({ "name": "paris" })).await;
        assert_eq!(
            paris,
            json!({ "name": "Paris", "country": "France", "latitude": 48.8566, "longitude": 2.3522 })
        );
        let near = structured(&client, "nearest_places", json!({ "point": paris, "count": 2 })).await;
        let names: Vec<&Value> =
            near["places"].as_array().expect("places").iter().map(|place| &place["name"]).collect();
        assert_eq!(names, ["Paris", "Brussels"]);
    }
}

#[tokio::test]
async fn an_error_says_what_to_do() {
    let atlas = Atlas::serve(&[]).await;
    let client = http(&atlas.mcp("?geo"), Lifecycle::Discover).await;
    assert_eq!(
        failure(&client, "find_place", json!({ "name": "Pariss" })).await,
        "no place named `Pariss`; nearest: Paris, Parma, Praia"
    );
    assert_eq!(
        failure(&client, "divide", json!({ "dividend": 1, "divisor": 0 })).await,
        "cannot divide 1 by zero; give a divisor other than 0"
    );
    assert_eq!(
        failure(&client, "add", json!({ "a": 1 })).await,
        "failed to deserialize parameters: missing field `b`"
    );
}

#[tokio::test]
async fn withheld_answers_as_what_never_was() {
    let atlas = Atlas::serve(&[]).await;
    for lifecycle in LIFECYCLES {
        let client = http(&atlas.mcp("?only=geo"), lifecycle).await;
        let withheld = refusal(&client, "add").await;
        assert_eq!(withheld, json!({ "code": -32602, "message": "Unknown tool: NAME" }));
        assert_eq!(withheld, refusal(&client, "no_such_tool").await);
    }
}

#[tokio::test]
async fn instructions_follow_the_url() {
    let atlas = Atlas::serve(&[]).await;
    for lifecycle in LIFECYCLES {
        let client = http(&atlas.mcp("?only=geo"), lifecycle).await;
        let opened = client.peer_info().expect("the server introduced itself");
        assert_eq!(
            opened.instructions.as_deref(),
            Some(
                "Answer with the numbers that the tools give, rounded to what the question needs.\n\n\
                 ## Geography\n\n\
                 Look a place up with find_place first, then pass its coordinates to geo_distance, initial_bearing \
                 or nearest_places.\n\nAll names are in geo://places."
            )
        );
        assert_eq!(opened.server_info.as_ref().map(|info| info.name.as_str()), Some("atlas"));
    }
}

#[tokio::test]
async fn the_built_in_tool_gives_the_toolsets_answer() {
    let atlas = Atlas::serve(&[]).await;
    for lifecycle in LIFECYCLES {
        let client = http(&atlas.mcp("?geo&nosuch"), lifecycle).await;
        let mut told = structured(&client, "list_server_toolsets", json!({})).await;
        let how = told.as_object_mut().expect("an object").remove("how_to_select").expect("how to select");
        assert!(how.as_str().expect("a text").starts_with("The URL that this client connects to"));
        let url = format!("{}/toolsets?geo&nosuch", atlas.url);
        let answer: Value = reqwest::get(url).await.expect("an answer").json().await.expect("JSON");
        assert_eq!(told, answer);
        assert_eq!(answer["unknown"], json!(["nosuch"]));
    }
}

#[tokio::test]
async fn the_built_in_tool_can_be_switched_off() {
    let atlas = Atlas::serve(&["--no-toolsets-tool"]).await;
    let client = http(&atlas.mcp(""), Lifecycle::Discover).await;
    assert_eq!(tools(&client).await, MATH);
    assert_eq!(refusal(&client, "list_server_toolsets").await, refusal(&client, "no_such_tool").await);
}

#[tokio::test]
async fn a_default_selection_takes_the_place_of_an_empty_one() {
    let atlas = Atlas::serve(&["--toolsets", "only=geo"]).await;
    for (query, expected) in
        [("", [&GEO[..], &BUILT_IN].concat()), ("?math", [&MATH[..], &BUILT_IN].concat())]
    {
        let client = http(&atlas.mcp(query), Lifecycle::Discover).await;
        assert_eq!(tools(&client).await, expected, "{query}");
    }
}

/// A raw `initialize`; the session's id.
async fn open(client: &reqwest::Client, url: &str) -> String {
    let answer = post(client, url, None, &json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" } },
    }))
    .await;
    assert_eq!(answer.status(), 200);
    answer.headers()["mcp-session-id"].to_str().expect("visible ASCII").to_owned()
}

async fn post(client: &reqwest::Client, url: &str, session: Option<&str>, body: &Value) -> reqwest::Response {
    let request = client.post(url).header("accept", "application/json, text/event-stream").json(body);
    let request = session.into_iter().fold(request, |request, id| request.header("mcp-session-id", id));
    request.send().await.expect("an answer")
}

#[tokio::test]
async fn a_session_is_unknown_under_a_url_with_another_active_set() {
    let atlas = Atlas::serve(&[]).await;
    let client = reqwest::Client::new();
    let session = open(&client, &atlas.mcp("?only=geo")).await;
    let held = json!({ "jsonrpc": "2.0", "id": "held", "method": "ping" });
    let first = post(&client, &atlas.mcp("?only=geo"), Some(&session), &held).await;
    assert_eq!(first.status(), 200);
    // While that answer is not read, its id is in flight; under another URL nobody may learn so.
    for query in ["?geo", ""] {
        let answer = post(&client, &atlas.mcp(query), Some(&session), &held).await;
        assert_eq!(answer.status(), 404, "{query}");
    }
    drop(first);
    let mut id = 1;
    let mut ping = || {
        id += 1;
        json!({ "jsonrpc": "2.0", "id": id, "method": "ping" })
    };
    for (query, status) in
        [("?only=geo", 200), ("?only=geo&geo", 200), ("?geo", 404), ("", 404), ("?only=math", 404)]
    {
        let answer = post(&client, &atlas.mcp(query), Some(&session), &ping()).await;
        assert_eq!(answer.status(), status, "{query}");
        let deleted = client.delete(atlas.mcp(query)).header("mcp-session-id", &session);
        if status == 404 {
            let deleted = deleted.send().await.expect("an answer");
            assert_eq!(deleted.status(), 404, "{query}");
        }
    }
    let alive = post(&client, &atlas.mcp("?only=geo"), Some(&session), &ping()).await;
    assert_eq!(alive.status(), 200, "another URL's DELETE ends nothing");
    let unknown =
        post(&client, &atlas.mcp("?geo"), Some("00000000-0000-4000-8000-000000000000"), &ping()).await;
    let bound = post(&client, &atlas.mcp("?geo"), Some(&session), &ping()).await;
    assert_eq!(unknown.status(), bound.status());
    assert_eq!(unknown.text().await.expect("text"), bound.text().await.expect("text"));
}

#[tokio::test]
async fn a_closed_session_is_gone() {
    let atlas = Atlas::serve(&[]).await;
    let client = reqwest::Client::new();
    let url = atlas.mcp("?geo");
    let session = open(&client, &url).await;
    let deleted = client.delete(&url).header("mcp-session-id", &session).send().await.expect("an answer");
    assert_eq!(deleted.status(), 204);
    let ping = json!({ "jsonrpc": "2.0", "id": 2, "method": "ping" });
    assert_eq!(post(&client, &url, Some(&session), &ping).await.status(), 404);
    let again = client.delete(&url).header("mcp-session-id", &session).send().await.expect("an answer");
    assert_eq!(again.status(), 404);
}

#[tokio::test]
async fn of_what_a_client_sent_only_the_beginning_is_repeated() {
    let atlas = Atlas::serve(&[]).await;
    let (long, cut) = ("n".repeat(100), "n".repeat(64));
    let url = atlas.mcp(&format!("?{long}"));
    let client = http(&url, Lifecycle::Discover).await;
    let unknown = json!({ "code": -32602, "message": format!("Unknown tool: {cut}") });
    assert_eq!(refusal(&client, &long).await, unknown);
    assert_eq!(structured(&client, BUILT_IN[0], json!({})).await["unknown"], json!([cut]));
    let refused = reqwest::Client::new().get(&url).header("host", &long).send().await.expect("an answer");
    let refused: Value = refused.json().await.expect("JSON");
    let message = format!("host \"{cut}\" is not served here; allow it with --allowed-host");
    assert_eq!(refused["error"]["message"], json!(message));
}

#[tokio::test]
async fn only_this_machine_is_served_unless_told_otherwise() {
    let atlas =
        Atlas::serve(&["--allowed-host", "mcp.example.com", "--allowed-origin", "https://app.example.com"])
            .await;
    let client = reqwest::Client::new();
    // A page of this very server, and one of another server of this machine.
    let (own, port) = (atlas.url.clone(), atlas.url.rsplit(':').next().expect("a port"));
    let (encrypted, neighbour) = (own.replace("http:", "https:"), format!("http://localhost:{port}"));
    for (header, value, status) in [
        ("origin", own.as_str(), 200),
        ("origin", encrypted.as_str(), 200),
        ("origin", neighbour.as_str(), 403),
        ("origin", "http://127.0.0.1", 403),
        ("host", "localhost", 200),
        ("host", "LOCALHOST:99", 200),
        ("host", "mcp.example.com", 200),
        ("host", "evil.example.com", 403),
        ("origin", "https://app.example.com", 200),
        ("origin", "https://evil.example.com", 403),
        ("origin", "null", 403),
    ] {
        let url = format!("{}/toolsets", atlas.url);
        let answer = client.get(url).header(header, value).send().await.expect("an answer");
        assert_eq!(answer.status(), status, "{header}: {value}");
        let endpoint = client.get(atlas.mcp("")).header(header, value).send().await.expect("an answer");
        assert_eq!(endpoint.status() == 403, status == 403, "{header}: {value}");
        if status == 403 {
            let error: Value = answer.json().await.expect("JSON");
            let message = error["error"]["message"].as_str().expect("a message").to_owned();
            assert!(message.ends_with(&format!("allow it with --allowed-{header}")), "{message}");
        }
    }
    let probe = client
        .get(format!("{}/healthz", atlas.url))
        .header("host", "10.0.0.7:80")
        .send()
        .await
        .expect("an answer");
    assert_eq!((probe.status().as_u16(), probe.text().await.expect("text")), (200, "ok".into()));
}

#[tokio::test]
async fn a_query_is_bounded() {
    let atlas = Atlas::serve(&[]).await;
    for (query, status) in [
        ("x".repeat(8 * 1024), 200),
        ("x".repeat(8 * 1024 + 1), 414),
        ((0..256).map(|n| n.to_string()).collect::<Vec<_>>().join("&"), 200),
        ((0..257).map(|n| n.to_string()).collect::<Vec<_>>().join("&"), 414),
    ] {
        for path in ["/toolsets", "/mcp"] {
            let url = format!("{}{path}?{query}", atlas.url);
            let client = reqwest::Client::new();
            let answer = if path == "/mcp" {
                let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "server/discover" });
                post(&client, &url, None, &list).await
            } else {
                client.get(url).send().await.expect("an answer")
            };
            assert_eq!(answer.status() == 414, status == 414, "{path} {}", answer.status());
            if status == 414 {
                let error: Value = answer.json().await.expect("JSON");
                assert_eq!((&error["jsonrpc"], &error["error"]["code"]), (&json!("2.0"), &json!(-32600)));
            }
        }
    }
}

#[tokio::test]
async fn below_the_endpoint_is_nothing() {
    let atlas = Atlas::serve(&[]).await;
    let client = reqwest::Client::new();
    open(&client, &atlas.mcp("/?geo")).await;
    let below = client.post(atlas.mcp("/more")).send().await.expect("an answer");
    assert_eq!(below.status(), 404);
    let put = client.put(atlas.mcp("")).send().await.expect("an answer");
    assert_eq!(
        (put.status().as_u16(), put.headers()["allow"].to_str().ok()),
        (405, Some("GET, POST, DELETE"))
    );
}

#[tokio::test]
async fn an_invented_cursor_is_refused() {
    let atlas = Atlas::serve(&[]).await;
    let client = http(&atlas.mcp(""), Lifecycle::Discover).await;
    let page = rmcp::model::PaginatedRequestParams::default().with_cursor(Some("2".into()));
    let error = client.list_tools(Some(page)).await.expect_err("no such cursor").to_string();
    assert!(error.contains("Invalid cursor"), "{error}");
    assert!(call(&client, "add", json!({ "a": 1, "b": 1 })).await.is_ok());
}
