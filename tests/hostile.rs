//! Bad weather on the wire: a clear answer or a closed connection, and nobody else is harmed.

use std::time::Duration;

use pegboard::{
    Deployment,
    http::{HttpOptions, serve},
};
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt, AsyncWriteExt},
    net::{TcpListener, TcpStream},
};

use crate::atlas::Atlas;

/// A request of version 2026-07-28 as bytes.
fn request(body: &[u8], head: &str) -> Vec<u8> {
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

fn list() -> Vec<u8> {
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "1" },
    });
    json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": { "_meta": meta } })
        .to_string()
        .into()
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
fn statuses(text: &str) -> Vec<&str> {
    text.split("HTTP/1.1 ").skip(1).map(|rest| &rest[..3]).collect()
}

/// Serves the example in this process.
async fn host(options: HttpOptions) -> String {
    let deployment =
        Deployment::builder(::atlas::Atlas::new("journal".into())).build().expect("a deployment");
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let url = format!("http://{}", listener.local_addr().expect("an address"));
    tokio::spawn(serve(listener, deployment, options, std::future::pending(), Duration::ZERO));
    url
}

#[tokio::test]
async fn what_is_no_request_is_refused_and_nobody_else_is_harmed() {
    let atlas = Atlas::serve(&[]).await;
    let close = "connection: close\r\n";
    let nested = |depth: usize| {
        let (open, end) = ("[".repeat(depth), "]".repeat(depth));
        format!(r#"{{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{open}{end}}}"#).into_bytes()
    };
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
