//! Bad weather on the wire: a clear answer or a closed connection, and nobody else is harmed.

use std::time::Duration;

use pegboard::{
    Deployment,
    http::{HttpOptions, serve},
    prelude::*,
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::atlas::Atlas;

/// A request of version 2026-07-28 as bytes.
pub(crate) fn request(body: &[u8], head: &str) -> Vec<u8> {
    let length = body.len();
    let mut bytes = format!(
        "POST /mcp HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\nmcp-method: tools/list\r\n\
         mcp-protocol-version: 2026-07-28\r\naccept: application/json, text/event-stream\r\n{head}\
         content-length: {length}\r\n\r\n"
    )
    .into_bytes();
    bytes.extend_from_slice(body);
    bytes
}

/// A list of tools.
pub(crate) fn list() -> Vec<u8> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "1" },
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": meta } })
        .to_string()
        .into()
}

/// A list of tools with arrays in arrays.
pub(crate) fn nested(depth: usize) -> Vec<u8> {
    let (open, end) = ("[".repeat(depth), "]".repeat(depth));
    format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{open}{end}}}"#).into_bytes()
}

async fn connect(server: &str) -> TcpStream {
    TcpStream::connect(server.trim_start_matches("http://")).await.expect("a connection")
}

/// All that comes until the server closes; one that closes under what is still sent is no fault.
async fn answer(server: &str, bytes: &[u8]) -> String {
    let (mut reading, mut writing) = connect(server).await.into_split();
    let sending = async {
        let _ = writing.write_all(bytes).await;
        writing
    };
    let receiving = async {
        let mut text = Vec::new();
        let mut piece = vec![0; 16 * 1024];
        while let Ok(read @ 1..) = reading.read(&mut piece).await {
            text.extend_from_slice(&piece[..read]);
        }
        String::from_utf8_lossy(&text).into_owned()
    };
    tokio::join!(sending, receiving).1
}

/// The statuses in what came; an answer follows the body of the one before without a line's end.
pub(crate) fn statuses(text: &str) -> Vec<&str> {
    text.split("HTTP/1.1 ").skip(1).map(|rest| &rest[..3]).collect()
}

/// Serves the example in this process.
async fn host(options: HttpOptions) -> String {
    let atlas = ::atlas::Atlas::new("journal".into());
    host_of(Deployment::builder(atlas).build().expect("a deployment"), options).await
}

/// Serves a deployment in this process.
async fn host_of(deployment: Deployment, options: HttpOptions) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(serve(listener, deployment, options, std::future::pending(), Duration::ZERO));
    url
}

#[tokio::test]
async fn what_is_no_request_is_refused_and_nobody_else_is_harmed() {
    let atlas = Atlas::serve(&[]).await;
    let close = "connection: close\r\n";
    let many = "x-many: y\r\n".repeat(10_000);
    let long = format!("x-long: {}\r\n", "y".repeat(1 << 20));
    let raw = |line: &[u8]| [line, b" HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"].concat();
    for (what, bytes, expected) in [
        ("JSON 100,000 deep", request(&nested(100_000), close), &["400"][..]),
        ("100 MB", request(&vec![b' '; 100_000_000], close), &["413"]),
        ("invalid UTF-8", request(b"{\"jsonrpc\": \"\xff\"}", close), &["400"]),
        ("NUL", request(b"\0\0\0\0", close), &["400"]),
        ("nothing", request(b"", close), &["400"]),
        ("10,000 headers", request(&list(), &many), &["431"]),
        ("a header of 1 MiB", request(&list(), &long), &["431"]),
        ("a NUL in a header", request(&list(), "x: a\0b\r\n"), &["400"]),
        ("a bare line feed in a header", request(&list(), "x: a\n b\r\n"), &["400"]),
        ("two lengths", request(&list(), "content-length: 3\r\n"), &["400"]),
        ("no HTTP", b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n".to_vec(), &["400"]),
        ("a NUL in the query", raw(b"GET /toolsets?a\0b"), &["400"]),
        ("NUL, encoded", raw(b"GET /toolsets?a%00b"), &["200"]),
        (
            "a query of 20,000 bytes",
            raw(format!("GET /toolsets?{}", "a".repeat(20_000)).as_bytes()),
            &["414"],
        ),
        ("a URL of 100,000 bytes", raw(format!("GET /{}", "a".repeat(100_000)).as_bytes()), &["414"]),
    ] {
        assert_eq!(statuses(&answer(&atlas.url, &bytes).await), expected, "{what}");
        assert_eq!(statuses(&answer(&atlas.url, &request(&list(), close)).await), ["200"], "after {what}");
    }
}

#[tokio::test]
async fn requests_in_a_row_are_answered_in_order_and_a_half_closed_connection_ends() {
    let atlas = Atlas::serve(&[]).await;
    let health = b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let nowhere = b"GET /nowhere HTTP/1.1\r\nhost: localhost\r\n\r\n";
    let last = request(&list(), "connection: close\r\n");
    let bytes = [&request(&list(), "")[..], health, nowhere, &last].concat();
    assert_eq!(statuses(&answer(&atlas.url, &bytes).await), ["200", "200", "404", "200"]);
    // One who has closed its half is answered or not, and the connection is closed.
    let mut connection = connect(&atlas.url).await;
    connection.write_all(&request(&list(), "")).await.expect("the server reads");
    connection.shutdown().await.expect("nothing more is sent");
    let mut text = String::new();
    connection.read_to_string(&mut text).await.expect("an end");
    assert!(matches!(statuses(&text)[..], [] | ["200"]), "{text}");
}

#[tokio::test]
async fn a_body_that_does_not_arrive_is_given_up() {
    let server = host(HttpOptions::default().body_timeout(Duration::from_millis(200))).await;
    let bytes = request(&list(), "");
    let text = answer(&server, &bytes[..bytes.len() - 1]).await;
    assert_eq!(statuses(&text), ["408"]);
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.contains("connection: close"), "{head}");
    let body: Value = serde_json::from_str(body).expect("JSON");
    assert_eq!(body["error"]["message"], "the body did not arrive within 200ms");
}

#[tokio::test]
async fn bodies_that_never_end_take_no_more_than_all_may_and_keep_nobody_out_who_sends_little() {
    let options = HttpOptions::default().max_body(1 << 20).max_bodies(4 << 20);
    let server = host(options).await;
    let long = |head: &str| {
        let mut body = list();
        body.resize(1 << 20, b' ');
        request(&body, head)
    };
    let bytes = long("");
    let mut endless = Vec::new();
    for _ in 0..8 {
        let mut connection = connect(&server).await;
        connection.write_all(&bytes[..bytes.len() - 1]).await.expect("the server reads");
        endless.push(connection);
    }
    let close = "connection: close\r\n";
    // The server reads what it was sent when it comes to it, and later that nobody sends any more.
    let until = async |status: &str| {
        for _ in 0..200 {
            let text = answer(&server, &long(close)).await;
            if statuses(&text) == [status] {
                return text;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("never {status}");
    };
    let text = until("503").await;
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    assert!(head.starts_with("HTTP/1.1 503 ") && head.contains("\r\nretry-after: 1\r\n"), "{head}");
    let body: Value = serde_json::from_str(body).expect("JSON");
    let message = "the requests at work leave no room for a body of this length; try again in a moment";
    let error = json!({ "code": -32000, "message": message });
    assert_eq!(body, json!({ "jsonrpc": "2.0", "id": null, "error": error }));
    assert_eq!(statuses(&answer(&server, &request(&list(), close)).await), ["200"]);
    drop(endless);
    until("200").await;
}

#[tokio::test]
async fn who_sends_slowly_or_never_reads_takes_nobodys_place() {
    let server = host(HttpOptions::default().max_calls(1)).await;
    let bytes = request(&list(), "");
    let mut slow = Vec::new();
    for _ in 0..50 {
        let mut connection = connect(&server).await;
        connection.write_all(&bytes[..bytes.len() - 1]).await.expect("the server reads");
        slow.push(connection);
    }
    // As much as the server takes while nobody reads the answers.
    let mut deaf = connect(&server).await;
    let many = bytes.repeat(100);
    while let Ok(sent) = tokio::time::timeout(Duration::from_millis(300), deaf.write(&many)).await {
        assert!(sent.expect("the server reads or waits") > 0);
    }
    let close = request(&list(), "connection: close\r\n");
    // While the server works through what it has received, there is no place.
    let mut tries = 0;
    while statuses(&answer(&server, &close).await) != ["200"] {
        tries += 1;
        assert!(tries < 100, "there is none for one who reads");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // And each that goes on is answered.
    for mut connection in slow {
        connection.write_all(&bytes[bytes.len() - 1..]).await.expect("the server reads");
        let mut status = [0; 12];
        connection.read_exact(&mut status).await.expect("an answer");
        assert_eq!(&status, b"HTTP/1.1 200");
    }
}

/// So many connections that have sent half a request line.
async fn half_requests(server: &str, count: usize) -> Vec<TcpStream> {
    let mut connections = Vec::new();
    for _ in 0..count {
        let mut connection = connect(server).await;
        connection.write_all(b"POST /mc").await.expect("the server or its machine reads");
        connections.push(connection);
    }
    connections
}

/// A generous deadline turns a hang into a failure.
async fn answered(server: &str) {
    let close = request(&list(), "connection: close\r\n");
    let answer = tokio::time::timeout(Duration::from_mins(1), answer(server, &close)).await;
    assert_eq!(statuses(&answer.expect("who comes is answered")), ["200"]);
}

#[tokio::test]
async fn a_head_that_does_not_arrive_is_given_up_and_so_is_a_connection_that_is_kept_for_nothing() {
    let server = host(HttpOptions::default().head_timeout(Duration::from_millis(200))).await;
    for bytes in [&b""[..], b"POST /mc", &request(&list(), "")] {
        let text = tokio::time::timeout(Duration::from_mins(1), answer(&server, bytes)).await;
        let expected: &[&str] = if bytes.len() > 10 { &["200"] } else { &[] };
        assert_eq!(statuses(&text.expect("it is closed")), expected);
    }
}

#[tokio::test]
async fn half_a_request_keeps_nobody_out() {
    let server = host(HttpOptions::default().max_connections(10)).await;
    let mut first = half_requests(&server, 1).await;
    let mut rest = half_requests(&server, 30).await;
    for _ in 0..30 {
        answered(&server).await;
    }
    // The one that waited longest has gone.
    let mut text = String::new();
    let gone = tokio::time::timeout(Duration::from_mins(1), first[0].read_to_string(&mut text)).await;
    assert!(matches!(gone.expect("it is closed"), Ok(0) | Err(_)));
    // The last is as good as any other.
    let last = rest.last_mut().expect("some");
    drop(half_requests(&server, 5).await);
    let whole = request(&list(), "connection: close\r\n");
    last.write_all(&whole[b"POST /mc".len()..]).await.expect("the server reads");
    last.read_to_string(&mut text).await.expect("an answer");
    assert_eq!(statuses(&text), ["200"]);
}

/// Says when it is called, and waits.
struct Patient(std::sync::Arc<tokio::sync::Semaphore>, tokio::sync::mpsc::UnboundedSender<()>);

/// Patience.
#[toolset(name = "patience")]
impl Patient {
    /// Waits for a permit.
    #[tool]
    async fn wait(&self) -> String {
        self.1.send(()).expect("the test listens");
        self.0.acquire().await.expect("open").forget();
        "done".into()
    }
}

#[derive(Server)]
#[server(name = "host")]
struct PatientHost {
    patient: Patient,
}

#[tokio::test]
async fn a_connection_with_a_request_at_work_is_not_closed_for_another() {
    let permits = std::sync::Arc::new(tokio::sync::Semaphore::new(0));
    let (called, mut calls) = tokio::sync::mpsc::unbounded_channel();
    let patient = Patient(std::sync::Arc::clone(&permits), called);
    let deployment = Deployment::builder(PatientHost { patient }).build().expect("a deployment");
    let server = host_of(deployment, HttpOptions::default().max_connections(3)).await;
    let calling = || {
        let server = server.clone();
        tokio::spawn(async move {
            let body = String::from_utf8(list()).expect("text").replace("tools/list", "tools/call");
            let body = body.replace("\"params\":{", "\"params\":{\"name\":\"wait\",");
            let head = "connection: close\r\nmcp-name: wait\r\n";
            let bytes = String::from_utf8(request(body.as_bytes(), head)).expect("text");
            answer(&server, bytes.replace("tools/list", "tools/call").as_bytes()).await
        })
    };
    let mut at_work = vec![calling(), calling()];
    for _ in 0..2 {
        calls.recv().await.expect("it is called");
    }
    let _halves = half_requests(&server, 20).await;
    answered(&server).await;
    // With a third at work there is no room, until one is done.
    at_work.push(calling());
    calls.recv().await.expect("it is called");
    let server_ = server.clone();
    let waiting = tokio::spawn(async move { answered(&server_).await });
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert!(!waiting.is_finished());
    permits.add_permits(3);
    for call in at_work {
        let text = call.await.expect("no panic");
        assert!(statuses(&text) == ["200"] && text.contains("done"), "{text}");
    }
    waiting.await.expect("it is answered");
}

/// Also where it is the process that may not have more.
#[cfg(target_os = "linux")]
#[tokio::test]
async fn where_there_are_no_more_files_half_a_request_keeps_nobody_out() {
    let atlas = Atlas::serve(&[]).await;
    crate::process::limit_files(atlas.id(), 64);
    let _halves = half_requests(&atlas.url, 200).await;
    for _ in 0..10 {
        answered(&atlas.url).await;
    }
    let line = "there is no room for another connection, and who has waited longest for a request goes";
    assert!(atlas.log().contains(line), "{}", atlas.log());
}
