//! The code API: routes of one's own, layers, caps, sessions, and what tools see of the active set.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use axum::{
    Router,
    extract::Request,
    middleware::{Next, from_fn},
    response::Response,
    routing::get,
};
use pegboard::{
    CacheHints, Deployment, Mistake, SchemaFault, Selection,
    http::{ActiveSetLayer, HttpOptions, router},
    prelude::*,
};
use serde_json::{Value, json};

use crate::{
    atlas::until,
    clients::{Lifecycle, call, http, tools},
};

#[derive(Default)]
struct Slow {
    running: Arc<AtomicU32>,
}

/// Slow things.
#[toolset(name = "slow")]
#[toolset(name = "other", description = "Another.", default = false)]
impl Slow {
    /// Takes a moment.
    #[tool(toolset = "slow")]
    async fn wait(&self) -> String {
        self.running.fetch_add(1, Ordering::SeqCst);
        tokio::time::sleep(Duration::from_millis(300)).await;
        "waited".into()
    }

    /// What is active.
    #[tool(toolset = "other")]
    fn which(active: ActiveSet) -> String {
        active.names().collect::<Vec<_>>().join(" ")
    }
}

#[derive(Server)]
#[server(name = "host")]
struct Host {
    slow: Slow,
}

pub(crate) fn deployment() -> Deployment {
    Deployment::builder(Host { slow: Slow::default() }).build().expect("a deployment")
}

pub(crate) async fn serve(app: Router) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, app).await });
    format!("http://{address}")
}

/// A raw `initialize`.
async fn open(url: &str) -> reqwest::Response {
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" } },
    });
    post(url, None, &body).await
}

async fn post(url: &str, session: Option<&str>, body: &Value) -> reqwest::Response {
    let request =
        reqwest::Client::new().post(url).header("accept", "application/json, text/event-stream").json(body);
    let request = session.into_iter().fold(request, |request, id| request.header("mcp-session-id", id));
    request.send().await.expect("an answer")
}

#[tokio::test]
async fn a_router_stands_beside_other_routes_and_under_a_prefix() {
    let options = HttpOptions::default().path("/agents").toolsets_path("/sets").health_path("/live");
    let app = Router::new()
        .route("/about", get(async || "about"))
        .nest("/v1", router(deployment(), &options))
        .merge(router(deployment(), &HttpOptions::default()));
    let url = serve(app).await;
    for (path, expected) in [("/about", "about"), ("/v1/live", "ok"), ("/healthz", "ok")] {
        let answer = reqwest::get(format!("{url}{path}")).await.expect("an answer");
        assert_eq!(answer.text().await.expect("text"), expected, "{path}");
    }
    let sets: Value =
        reqwest::get(format!("{url}/v1/sets?other")).await.expect("an answer").json().await.expect("JSON");
    assert_eq!(sets["active"], json!(["other", "slow"]));
    for path in ["/v1/agents", "/mcp"] {
        let client = http(&format!("{url}{path}?only=other"), Lifecycle::Session).await;
        assert_eq!(tools(&client).await, ["which"], "{path}");
    }
}

#[tokio::test]
async fn a_tool_sees_the_active_set_on_every_transport() {
    let url = serve(router(deployment(), &HttpOptions::default())).await;
    for lifecycle in [Lifecycle::Session, Lifecycle::Discover] {
        let client = http(&format!("{url}/mcp?other"), lifecycle).await;
        let told = call(&client, "which", json!({})).await.expect("the tool is there");
        assert_eq!(serde_json::to_value(&told.content[0]).expect("JSON")["text"], "other slow");
    }
    let client = pegboard::testing::client(Host { slow: Slow::default() }, "?only=other").await;
    let request = rmcp::model::CallToolRequestParams::new("which");
    let told = client.call_tool(request).await.expect("the tool is there");
    assert_eq!(serde_json::to_value(&told.content[0]).expect("JSON")["text"], "other");
}

#[tokio::test]
async fn the_layer_decides_as_the_endpoint_does() {
    async fn tell(request: Request, next: Next) -> Response {
        let active = request.extensions().get::<ActiveSet>().copied();
        let mut response = next.run(request).await;
        if let Some(active) = active {
            let names = active.names().collect::<Vec<_>>().join(",");
            response.headers_mut().insert("x-active", names.parse().expect("a header"));
        }
        response
    }
    let deployment = deployment();
    let app = router(deployment.clone(), &HttpOptions::default())
        .layer(from_fn(tell))
        .layer(ActiveSetLayer::new(deployment));
    let url = serve(app).await;
    let vectors: Vec<Value> =
        serde_json::from_str(include_str!("vectors/selection.json")).expect("the vectors");
    let client = reqwest::Client::new();
    for query in vectors.iter().filter_map(|case| case["query"].as_str()) {
        let Ok(uri) = format!("{url}/toolsets?{query}").parse::<reqwest::Url>() else { continue };
        let answer = client.get(uri).send().await.expect("an answer");
        let layer = answer.headers()["x-active"].to_str().expect("ASCII").to_owned();
        let body: Value = answer.json().await.expect("JSON");
        let endpoint: Vec<&str> =
            body["active"].as_array().expect("names").iter().filter_map(Value::as_str).collect();
        assert_eq!(layer, endpoint.join(","), "{query}");
    }
    let long = client.get(format!("{url}/healthz?{}", "x".repeat(8193))).send().await.expect("an answer");
    assert_eq!(long.status(), 414, "the layer refuses what the endpoint would refuse");
}

#[tokio::test]
async fn sessions_are_capped() {
    let url = serve(router(deployment(), &HttpOptions::default().max_sessions(2))).await + "/mcp";
    let first = open(&url).await;
    let session = first.headers()["mcp-session-id"].to_str().expect("visible ASCII").to_owned();
    assert_eq!((first.status().as_u16(), open(&url).await.status().as_u16()), (200, 200));
    let refused = open(&url).await;
    assert_eq!(
        (refused.status().as_u16(), refused.headers()["retry-after"].to_str().ok()),
        (503, Some("60"))
    );
    let error: Value = refused.json().await.expect("JSON");
    assert_eq!(
        error["error"],
        json!({ "code": -32000, "message": "there are too many sessions; try again later" })
    );
    let client = reqwest::Client::new();
    let closed = client.delete(&url).header("mcp-session-id", &session).send().await.expect("an answer");
    assert_eq!(closed.status(), 204);
    assert_eq!(open(&url).await.status(), 200);
}

#[tokio::test]
async fn an_id_in_flight_is_refused_and_free_afterwards() {
    let slow = Slow::default();
    let running = Arc::clone(&slow.running);
    let deployment = Deployment::builder(Host { slow }).build().expect("a deployment");
    let url = serve(router(deployment, &HttpOptions::default())).await + "/mcp";
    let session = open(&url).await.headers()["mcp-session-id"].to_str().expect("visible ASCII").to_owned();
    post(&url, Some(&session), &json!({ "jsonrpc": "2.0", "method": "notifications/initialized" })).await;
    let wait = |id: Value| json!({ "jsonrpc": "2.0", "id": id, "method": "tools/call", "params": { "name": "wait" } });
    let (url_of_first, session_of_first, first) = (url.clone(), session.clone(), wait(json!(7)));
    let first = tokio::spawn(async move {
        post(&url_of_first, Some(&session_of_first), &first).await.text().await.expect("text")
    });
    until(|| running.load(Ordering::SeqCst) > 0).await;
    let elsewhere = post(&format!("{url}?only="), Some(&session), &wait(json!(7))).await;
    assert_eq!(elsewhere.status(), 404, "under another URL nobody may learn what is in flight");
    let refused = post(&url, Some(&session), &wait(json!(7))).await;
    assert_eq!(refused.status(), 400);
    let error: Value = refused.json().await.expect("JSON");
    assert_eq!(
        (&error["id"], &error["error"]["code"], &error["error"]["message"]),
        (
            &json!(7),
            &json!(-32600),
            &json!("a request of this id is in flight in this session; use another id")
        )
    );
    assert!(first.await.expect("no panic").contains("waited"));
    let again = post(&url, Some(&session), &wait(json!(7))).await;
    assert!(again.text().await.expect("text").contains("waited"), "the id is free again");
    assert_eq!(running.load(Ordering::SeqCst), 2, "what was refused did not run");
}

#[tokio::test]
async fn cache_hints_are_public_only_when_told() {
    for (hints, expected) in [
        (CacheHints::None, (0, "private")),
        (CacheHints::Private(Duration::from_secs(5)), (5000, "private")),
        (CacheHints::Public(Duration::from_mins(1)), (60_000, "public")),
    ] {
        let builder = Deployment::builder(Host { slow: Slow::default() }).cache_hints(hints);
        let url = serve(router(builder.build().expect("a deployment"), &HttpOptions::default())).await;
        let client = http(&format!("{url}/mcp"), Lifecycle::Discover).await;
        let list = client.list_tools(None).await.expect("a list");
        let list = serde_json::to_value(list).expect("JSON");
        assert_eq!((&list["ttlMs"], &list["cacheScope"]), (&json!(expected.0), &json!(expected.1)));
    }
}

struct Taken;

/// Has a tool of the built-in's name.
#[toolset(name = "taken", default = false)]
impl Taken {
    /// Not the built-in.
    #[tool]
    fn list_server_toolsets() -> String {
        "mine".into()
    }
}

#[derive(Server)]
#[server(name = "taken")]
struct Takes {
    taken: Taken,
}

#[tokio::test]
async fn an_extensions_tool_of_the_built_ins_name_is_served_and_the_built_in_is_not() {
    let deployment =
        Deployment::builder(Takes { taken: Taken }).toolsets_tool(true).build().expect("a deployment");
    let url = serve(router(deployment, &HttpOptions::default())).await;
    let client = http(&format!("{url}/mcp?taken"), Lifecycle::Discover).await;
    let told = call(&client, "list_server_toolsets", json!({})).await.expect("the tool is there");
    assert_eq!(serde_json::to_value(&told.content[0]).expect("JSON")["text"], "mine");
    let client = http(&format!("{url}/mcp"), Lifecycle::Discover).await;
    assert!(tools(&client).await.is_empty());
}

#[derive(serde::Deserialize, JsonSchema)]
#[serde(untagged)]
#[allow(dead_code, reason = "only its schema is asked for")]
enum NoObject {
    Text(String),
    Number(u32),
}

struct Odd;

/// Odd things.
#[toolset(name = "odd")]
impl Odd {
    /// Takes what MCP cannot carry.
    #[tool]
    fn odd(Parameters(_): Parameters<NoObject>) {}
}

#[derive(Server)]
#[server(name = "odd")]
struct OddHost {
    odd: Odd,
}

#[test]
fn building_tells_every_mistake_at_once() {
    let builder = Deployment::builder(OddHost { odd: Odd })
        .default_selection(Selection::with(["odd", "one", "two"]).expect("writable"));
    let error = builder.build().expect_err("mistakes");
    let unknown = |name: &str| Mistake::DefaultSelection { name: name.into(), known: "odd".into() };
    assert_eq!(error.mistakes()[..2], [unknown("one"), unknown("two")]);
    assert!(matches!(&error.mistakes()[2..], [Mistake::Schema(SchemaFault::NoObject { name: "odd", .. })]));
    assert_eq!(error.to_string().matches("; ").count(), 4);
}
