//! What goes wrong in one call is that call's alone: a panic, a length, a crowd.

use rmcp::service::ServiceError;
use serde_json::{Value, json};

use crate::{
    atlas::{Atlas, until},
    clients::{LIFECYCLES, Lifecycle, call, http},
};

const SLOW: &str = env!("CARGO_BIN_EXE_slow");

#[tokio::test]
async fn a_panic_is_an_error_of_that_call_alone() {
    let slow = Atlas::serve_binary(SLOW, &[]).await;
    for lifecycle in LIFECYCLES {
        let client = http(&slow.mcp(""), lifecycle).await;
        for tool in ["panic_at_once", "panic_later"] {
            let Err(ServiceError::McpError(error)) = call(&client, tool, json!({})).await else {
                panic!("it panics")
            };
            let start = format!("tool `{tool}` failed (the log has the cause under ");
            let id = error.message.strip_prefix(&start).and_then(|id| id.strip_suffix(')'));
            let id = id.unwrap_or_else(|| panic!("{error:?}"));
            assert_eq!((error.code.0, &error.data, id.len()), (-32603, &None, 8));
            until(|| slow.log().lines().any(|line| line.contains(id) && line.contains("the secret is 1234")))
                .await;
        }
        let answer = call(&client, "moment", json!({})).await.expect("the session lives");
        assert_ne!(answer.is_error, Some(true));
    }
}

#[tokio::test]
async fn a_call_that_takes_too_long_is_dropped() {
    let slow = Atlas::serve_binary(SLOW, &["--call-timeout", "1"]).await;
    for lifecycle in LIFECYCLES {
        let client = http(&slow.mcp(""), lifecycle).await;
        let Err(ServiceError::McpError(error)) = call(&client, "forever", json!({})).await else {
            panic!("it takes for ever")
        };
        assert_eq!(
            (error.code.0, error.message.as_ref()),
            (-32603, "tool `forever` took longer than 1s, and was dropped")
        );
    }
}

#[tokio::test]
async fn past_the_limit_a_request_is_asked_to_come_again() {
    let slow = Atlas::serve_binary(SLOW, &["--max-calls", "2"]).await;
    let client = http(&slow.mcp(""), Lifecycle::Session).await;
    let calls: Vec<_> = (0..2)
        .map(|_| {
            let peer = client.peer().clone();
            tokio::spawn(async move {
                let params = rmcp::model::CallToolRequestParams::new("moment");
                peer.call_tool(params).await.map(drop)
            })
        })
        .collect();
    until(|| slow.log().matches("working").count() == 2).await;
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let ask = async || {
        let request = reqwest::Client::new().post(slow.mcp("")).header("content-type", "application/json");
        let request = request.header("accept", "application/json, text/event-stream");
        request.body(list.to_string()).send().await.expect("an answer")
    };
    let refused = ask().await;
    assert_eq!((refused.status().as_u16(), refused.headers()["retry-after"].as_bytes()), (503, &b"1"[..]));
    let body: Value = refused.json().await.expect("JSON");
    let message = "there are too many requests at work; try again in a moment";
    assert_eq!(
        body,
        json!({ "jsonrpc": "2.0", "id": null, "error": { "code": -32000, "message": message } })
    );
    let health = reqwest::get(format!("{}/healthz", slow.url)).await.expect("an answer");
    assert_eq!(health.status(), 200, "probes are answered");
    for call in calls {
        call.await.expect("no panic").expect("those at work are done");
    }
    assert_ne!(ask().await.status(), 503);
}
