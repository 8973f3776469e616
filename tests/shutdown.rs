//! The end: no new connections, their time for the calls in flight, exit status 0.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    time::Duration,
};

use pegboard::{
    Deployment,
    http::{HttpOptions, serve},
    prelude::*,
};
use serde_json::json;
use tokio::{
    io::{AsyncBufReadExt, AsyncReadExt, AsyncWriteExt},
    net::TcpListener,
    sync::oneshot,
};

use crate::{
    atlas::{Atlas, until},
    clients::{LIFECYCLES, Lifecycle, call, http},
};

/// Whether the call without end has begun.
static FOREVER: AtomicBool = AtomicBool::new(false);

struct Slow;

/// Slow things.
#[toolset(name = "slow")]
impl Slow {
    /// Takes a moment.
    #[tool]
    async fn moment() -> String {
        tokio::time::sleep(Duration::from_millis(1200)).await;
        "done".into()
    }

    /// Takes for ever.
    #[tool]
    async fn forever() {
        FOREVER.store(true, Ordering::SeqCst);
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
    let time = Duration::from_millis(300);
    let (url, end, serving) = start(time).await;
    let client = http(&url, Lifecycle::Session).await;
    let calling = tokio::spawn(async move { call(&client, "forever", json!({})).await.is_err() });
    until(|| FOREVER.load(Ordering::SeqCst)).await;
    let ending = std::time::Instant::now();
    end.send(()).expect("the server runs");
    serving.await.expect("no panic").expect("a good end");
    assert!(ending.elapsed() >= time, "the call had its time");
    calling.abort();
}

#[tokio::test]
async fn a_request_that_is_still_arriving_is_answered() {
    let (url, end, serving) = start(Duration::from_secs(30)).await;
    let address = url.trim_start_matches("http://").trim_end_matches("/mcp").to_owned();
    let body =
        json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "moment", "_meta": {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "1" },
    } } })
        .to_string();
    let head = format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nmcp-method: tools/call\r\n\
         mcp-name: moment\r\nmcp-protocol-version: 2026-07-28\r\naccept: application/json, text/event-stream\r\n\
         connection: close\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    let mut connection = tokio::net::TcpStream::connect(address).await.expect("a connection");
    let (first, rest) = body.split_at(body.len() / 2);
    connection.write_all(format!("{head}{first}").as_bytes()).await.expect("the server reads");
    tokio::time::sleep(Duration::from_millis(100)).await;
    end.send(()).expect("the server runs");
    tokio::time::sleep(Duration::from_millis(700)).await;
    connection.write_all(rest.as_bytes()).await.expect("the server still reads");
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 200") && answer.contains("done"), "{answer}");
    serving.await.expect("no panic").expect("a good end");
}

#[cfg(unix)]
#[tokio::test]
async fn on_stdio_a_signal_answers_what_is_in_flight_and_ends() {
    let mut process = tokio::process::Command::new(env!("CARGO_BIN_EXE_slow"))
        .arg("stdio")
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::null())
        .spawn()
        .expect("slow can be run");
    // Standard input stays open: nothing but the signal ends the process.
    let mut input = process.stdin.take().expect("standard input is piped");
    let output = process.stdout.take().expect("standard output is piped");
    let mut lines = tokio::io::BufReader::new(output).lines();
    let messages = [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" },
        } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": "moment" } }),
    ];
    for message in messages {
        input.write_all(format!("{message}\n").as_bytes()).await.expect("slow reads");
    }
    lines.next_line().await.expect("readable").expect("initialized");
    tokio::time::sleep(Duration::from_millis(100)).await;
    let id = process.id().expect("it runs").to_string();
    let sent = std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill can be run");
    assert!(sent.success());
    let answer = lines.next_line().await.expect("readable").expect("the call is answered");
    assert!(answer.contains("\"id\":2"), "{answer}");
    assert_eq!(process.wait().await.expect("it ends").code(), Some(0));
    drop(input);
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
    until(|| slow.log().contains("working")).await;
    let log = slow.log();
    let line = log.lines().find(|line| line.contains("working")).expect("a line of it");
    let line: serde_json::Value = serde_json::from_str(line).expect("JSON");
    assert_eq!(
        line["span"],
        json!({ "name": "run", "kind": "tool", "component": "forever", "active": "{\"slow\"}" })
    );
    slow.signal("TERM");
    until(|| slow.log().contains("a second signal ends at once")).await;
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
    until(|| slow.log().contains("working")).await;
    slow.signal("INT");
    assert_eq!(slow.status().await, Some(0));
    assert!(calling.await.expect("no panic"));
}

/// A session on stdio with a call in flight, and what the process says of itself.
#[cfg(unix)]
async fn on_stdio(
    tool: &str,
    variables: &[(&str, &str)],
) -> (tokio::process::Child, tokio::process::ChildStdin) {
    let mut process = tokio::process::Command::new(env!("CARGO_BIN_EXE_slow"))
        .args(["stdio", "--shutdown-timeout", "1"])
        .envs(variables.iter().copied())
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .kill_on_drop(true)
        .spawn()
        .expect("slow can be run");
    let mut input = process.stdin.take().expect("standard input is piped");
    let output = process.stdout.as_mut().expect("standard output is piped");
    for message in [
        json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" },
        } }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": { "name": tool } }),
    ] {
        input.write_all(format!("{message}\n").as_bytes()).await.expect("slow reads");
    }
    tokio::io::BufReader::new(output).lines().next_line().await.expect("readable").expect("initialized");
    tokio::time::sleep(Duration::from_millis(100)).await;
    (process, input)
}

#[cfg(unix)]
fn terminate(process: &tokio::process::Child) {
    let id = process.id().expect("it runs").to_string();
    let sent = std::process::Command::new("kill").args(["-TERM", &id]).status().expect("kill can be run");
    assert!(sent.success());
}

#[cfg(unix)]
#[tokio::test]
async fn on_stdio_a_stop_that_fails_is_told_whatever_the_end() {
    for signalled in [true, false] {
        let (process, input) = on_stdio("moment", &[("SLOW_STOP", "1")]).await;
        if signalled {
            terminate(&process);
        } else {
            drop(input);
        }
        let output = process.wait_with_output().await.expect("it ends");
        let log = String::from_utf8(output.stderr).expect("text");
        let fault = "error: toolset `slow` did not stop well: the disk is full";
        // What rmcp logs of its own end may come after it.
        let errors: Vec<&str> = log.lines().filter(|line| line.starts_with("error: ")).collect();
        assert_eq!(errors, [fault], "{log}");
        assert_eq!(output.status.code(), Some(1));
    }
}

#[cfg(unix)]
#[tokio::test]
async fn a_call_without_end_keeps_nobody_from_their_stop() {
    // Its own stop would leave it an hour.
    let (process, input) = on_stdio("forever", &[]).await;
    terminate(&process);
    let output = process.wait_with_output().await.expect("it ends");
    let log = String::from_utf8(output.stderr).expect("text");
    assert!(log.contains("slow has stopped"), "{log}");
    assert_eq!(output.status.code(), Some(0));
    drop(input);
    let slow = Atlas::serve_binary(env!("CARGO_BIN_EXE_slow"), &["--shutdown-timeout", "1"]).await;
    let client = http(&slow.mcp(""), Lifecycle::Session).await;
    let calling = tokio::spawn(async move { call(&client, "forever", json!({})).await.is_ok() });
    until(|| slow.log().contains("working")).await;
    slow.signal("TERM");
    until(|| slow.log().contains("slow has stopped")).await;
    assert_eq!(slow.status().await, Some(0));
    calling.abort();
}

#[tokio::test]
async fn on_stdio_a_client_that_never_opens_a_session_leaves_nothing_running() {
    let output = tokio::process::Command::new(env!("CARGO_BIN_EXE_slow"))
        .arg("stdio")
        .stdin(std::process::Stdio::null())
        .output()
        .await
        .expect("slow can be run");
    let log = String::from_utf8(output.stderr).expect("text");
    assert!(log.contains("slow has stopped"), "{log}");
    assert_eq!(output.status.code(), Some(1), "{log}");
}

#[cfg(unix)]
#[tokio::test]
async fn a_signal_during_the_start_stops_what_was_started() {
    for command in ["serve", "stdio"] {
        let mut process = tokio::process::Command::new(env!("CARGO_BIN_EXE_slow"))
            .arg(command)
            .env("MCP_PORT", "0")
            .env("SLOW_START", "1")
            .stdin(std::process::Stdio::piped())
            .stderr(std::process::Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .expect("slow can be run");
        let mut lines = tokio::io::BufReader::new(process.stderr.take().expect("piped")).lines();
        let mut log = String::new();
        while let Some(line) = lines.next_line().await.expect("readable") {
            if line.contains("starting") {
                terminate(&process);
            }
            log.push_str(&line);
        }
        assert!(log.contains("slow has stopped") && !log.contains("serves MCP"), "{command}: {log}");
        assert_eq!(process.wait().await.expect("it ends").code(), Some(0), "{command}: {log}");
    }
}
