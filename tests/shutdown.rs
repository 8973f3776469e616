//! The end: no new connections, their time for the calls in flight, exit status 0.

use std::time::Duration;

use pegboard::{
    Deployment,
    http::{HttpOptions, serve},
    prelude::*,
};
use serde_json::json;
use tokio::{net::TcpListener, sync::oneshot};

use crate::{
    atlas::Atlas,
    clients::{LIFECYCLES, Lifecycle, call, http},
};

struct Slow;

/// Slow things.
#[toolset(name = "slow")]
impl Slow {
    /// Takes a moment.
    #[tool]
    async fn moment() -> String {
        tokio::time::sleep(Duration::from_millis(400)).await;
        "done".into()
    }

    /// Takes for ever.
    #[tool]
    async fn forever() {
        std::future::pending::<()>().await;
    }
}

#[derive(Server)]
#[server(name = "host")]
struct Host {
    slow: Slow,
}

/// Serves until told; what is returned ends with the server.
async fn start(
    time: Duration,
) -> (String, oneshot::Sender<()>, tokio::task::JoinHandle<std::io::Result<()>>) {
    let deployment = Deployment::builder(Host { slow: Slow }).build().expect("a deployment");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
    let (end, ended) = oneshot::channel();
    let ended = async move {
        let _ = ended.await;
    };
    let serving = tokio::spawn(serve(listener, deployment, HttpOptions::default(), ended, time));
    (url, end, serving)
}

#[tokio::test]
async fn a_call_in_flight_gets_its_time_and_new_connections_do_not() {
    for lifecycle in LIFECYCLES {
        let (url, end, serving) = start(Duration::from_secs(30)).await;
        let client = http(&url, lifecycle).await;
        let calling = call(&client, "moment", json!({}));
        let ending = async {
            tokio::time::sleep(Duration::from_millis(100)).await;
            end.send(()).expect("the server runs");
            tokio::time::sleep(Duration::from_millis(100)).await;
            reqwest::get(url.replace("/mcp", "/healthz")).await
        };
        let (called, late) = tokio::join!(calling, ending);
        let called = called.expect("the call is answered");
        assert_eq!(serde_json::to_value(&called.content[0]).expect("JSON")["text"], "done", "{lifecycle:?}");
        assert!(late.is_err_and(|error| error.is_connect()), "{lifecycle:?}");
        serving.await.expect("no panic").expect("a good end");
    }
}

#[tokio::test]
async fn a_call_without_end_is_left_when_its_time_is_over() {
    let (url, end, serving) = start(Duration::from_millis(200)).await;
    let client = http(&url, Lifecycle::Session).await;
    let calling = tokio::spawn(async move { call(&client, "forever", json!({})).await.is_err() });
    tokio::time::sleep(Duration::from_millis(100)).await;
    end.send(()).expect("the server runs");
    serving.await.expect("no panic").expect("a good end");
    calling.abort();
}

#[cfg(unix)]
#[tokio::test]
async fn both_signals_end_well_also_with_a_session_open() {
    for signal in ["INT", "TERM"] {
        let atlas = Atlas::serve(&[]).await;
        let client = http(&atlas.mcp(""), Lifecycle::Session).await;
        atlas.signal(signal);
        assert_eq!(atlas.status().await, Some(0), "{signal}");
        drop(client);
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_signal_waits_for_calls_and_a_second_one_does_not() {
    let slow = Atlas::serve_binary(env!("CARGO_BIN_EXE_slow"), &["--log-format", "json"]).await;
    let client = http(&slow.mcp(""), Lifecycle::Session).await;
    let calling = tokio::spawn(async move { call(&client, "forever", json!({})).await.is_ok() });
    while !slow.log().contains("working") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    let log = slow.log();
    let line = log.lines().find(|line| line.contains("working")).expect("a line of it");
    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(line["span"], json!({ "name": "call", "tool": "forever", "active": "{\"slow\"}" }));
    slow.signal("TERM");
    while !slow.log().contains("a second signal ends at once") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    slow.signal("INT");
    assert_eq!(slow.status().await, Some(1));
    // rmcp's client would wait for the server to come back.
    assert!(!calling.is_finished());
    calling.abort();
}

#[cfg(unix)]
#[tokio::test]
async fn the_process_answers_the_call_in_flight_before_it_ends() {
    let slow = Atlas::serve_binary(env!("CARGO_BIN_EXE_slow"), &[]).await;
    let client = http(&slow.mcp(""), Lifecycle::Session).await;
    let calling = tokio::spawn(async move { call(&client, "moment", json!({})).await.is_ok() });
    while !slow.log().contains("working") {
        tokio::time::sleep(Duration::from_millis(5)).await;
    }
    slow.signal("INT");
    assert_eq!(slow.status().await, Some(0));
    assert!(calling.await.expect("no panic"));
}
