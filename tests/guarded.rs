//! `examples/guarded`: who may ask, and for whom a credential is fetched.

use std::sync::Arc;

use guarded::{Vault, app};
use serde_json::{Value, json};

const TOKEN: &str = "token";

async fn serve() -> (String, Arc<Vault>) {
    let vault = Arc::new(Vault::default());
    let app = app(TOKEN, Arc::clone(&vault)).expect("a deployment");
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    tokio::spawn(async move { axum::serve(listener, app).await });
    (format!("http://{address}"), vault)
}

#[tokio::test]
async fn who_brings_no_token_gets_nothing() {
    let (url, vault) = serve().await;
    let client = reqwest::Client::new();
    for path in ["/mcp?billing", "/toolsets?billing", "/healthz"] {
        for header in ["", "Bearer wrong", "Bearer tokentoken", "token"] {
            let answer = client.get(format!("{url}{path}")).header("authorization", header).send().await;
            assert_eq!(answer.expect("an answer").status(), 401, "{path} {header:?}");
        }
    }
    assert_eq!(vault.fetched(), 0);
}

#[tokio::test]
async fn a_credential_is_fetched_exactly_where_billing_is_active() {
    let (url, vault) = serve().await;
    let client = reqwest::Client::new();
    let vectors: Vec<Value> =
        serde_json::from_str(include_str!("vectors/selection.json")).expect("the vectors");
    let queries = vectors.iter().filter_map(|case| case["query"].as_str()).map(str::to_owned);
    // The same queries, about the toolset that is here.
    let queries = queries.flat_map(|query| [query.replace("benchmarks", "billing"), query]);
    let mut fetches = 0;
    for query in queries {
        let Ok(uri) = format!("{url}/toolsets?{query}").parse::<reqwest::Url>() else { continue };
        let before = vault.fetched();
        let answer: Value =
            client.get(uri).bearer_auth(TOKEN).send().await.expect("an answer").json().await.expect("JSON");
        let active = answer["active"].as_array().expect("names").contains(&json!("billing"));
        assert_eq!(vault.fetched() - before, u32::from(active), "{query}");
        fetches += u32::from(active);
    }
    assert!(fetches > 20, "the queries select it often: {fetches}");
}

#[tokio::test]
async fn the_tool_sees_the_credential() {
    let (url, _) = serve().await;
    let request = json!({
        "jsonrpc": "2.0", "id": 1, "method": "tools/call",
        "params": { "name": "charge", "arguments": {}, "_meta": {
            "io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "1" },
        } },
    });
    let answer = reqwest::Client::new()
        .post(format!("{url}/mcp?billing"))
        .bearer_auth(TOKEN)
        .header("accept", "application/json, text/event-stream")
        .header("mcp-protocol-version", "2026-07-28")
        .header("mcp-method", "tools/call")
        .header("mcp-name", "charge")
        .json(&request)
        .send()
        .await
        .expect("an answer");
    let answer: Value = answer.json().await.expect("JSON");
    assert_eq!(answer["result"]["content"][0]["text"], "charged 12.50 with a credential of 6 characters");
}
