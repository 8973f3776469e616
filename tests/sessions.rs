//! Sessions under pressure: many at once, and ids that are none, are another server's, or are another URL's.

use pegboard::http::{HttpOptions, router};
use reqwest::{Client, Response, header::HeaderValue};
use serde_json::{Value, json};

use crate::{
    atlas::Atlas,
    embedding::{self, deployment},
};

const SESSION: &str = "mcp-session-id";

fn post(client: &Client, url: &str, body: &Value) -> reqwest::RequestBuilder {
    client.post(url).header("accept", "application/json, text/event-stream").json(body)
}

async fn open(client: &Client, url: &str) -> Response {
    let body = json!({
        "jsonrpc": "2.0", "id": 1, "method": "initialize",
        "params": { "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" } },
    });
    post(client, url, &body).send().await.expect("an answer")
}

fn id(opened: &Response) -> HeaderValue {
    opened.headers()[SESSION].clone()
}

async fn ping(client: &Client, url: &str, session: &HeaderValue) -> u16 {
    let body = json!({ "jsonrpc": "2.0", "id": 7, "method": "ping" });
    let answer = post(client, url, &body).header(SESSION, session).send().await.expect("an answer");
    answer.status().as_u16()
}

#[tokio::test]
async fn of_many_at_once_exactly_as_many_open_as_there_may_be() {
    let app = router(deployment(), &HttpOptions::default().max_sessions(8));
    let (client, url) = (Client::new(), embedding::serve(app).await + "/mcp");
    let asked = futures::future::join_all((0..40).map(|_| open(&client, &url))).await;
    let (opened, refused): (Vec<_>, Vec<_>) = asked.iter().partition(|answer| answer.status() == 200);
    assert_eq!((opened.len(), refused.len()), (8, 32));
    assert!(refused.iter().all(|answer| answer.status() == 503 && answer.headers()["retry-after"] == "60"));
    // Those that are in stay in, whoever else knocks.
    for answer in &opened {
        assert_eq!(ping(&client, &url, &id(answer)).await, 200);
    }
    // Each that goes leaves one place.
    for answer in &opened[..3] {
        let gone = client.delete(&url).header(SESSION, id(answer)).send().await.expect("an answer");
        assert_eq!(gone.status(), 204);
    }
    let asked = futures::future::join_all((0..10).map(|_| open(&client, &url))).await;
    assert_eq!(asked.iter().filter(|answer| answer.status() == 200).count(), 3);
    for answer in &opened[3..] {
        assert_eq!(ping(&client, &url, &id(answer)).await, 200);
    }
}

#[tokio::test]
async fn an_id_that_is_none_opens_nothing_and_harms_nobody() {
    let atlas = Atlas::serve(&["--log-level", "trace"]).await;
    let before = Atlas::serve(&["--log-level", "trace"]).await;
    let (client, url) = (Client::new(), atlas.mcp("?geo"));
    let real = id(&open(&client, &url).await);
    let text = real.to_str().expect("visible ASCII").to_owned();
    // That of a server before this one: nothing is restored, so its client opens another.
    let another = id(&open(&client, &before.mcp("?geo")).await);
    let odd: [Vec<u8>; 7] = [
        vec![],
        b"00000000-0000-0000-0000-000000000000".to_vec(),
        text.as_bytes()[1..].to_vec(),
        text.to_ascii_uppercase().into_bytes(),
        b"../../etc/passwd".to_vec(),
        b"\xff\xfe".to_vec(),
        vec![b'a'; 4096],
    ];
    for bytes in odd {
        let odd = HeaderValue::from_bytes(&bytes).expect("bytes that a header may hold");
        let status = ping(&client, &url, &odd).await;
        assert!(matches!(status, 400 | 404), "{odd:?}: {status}");
        let gone = client.delete(&url).header(SESSION, &odd).send().await.expect("an answer");
        assert!(matches!(gone.status().as_u16(), 400 | 404), "{odd:?}: {}", gone.status());
    }
    assert_eq!(ping(&client, &url, &another).await, 404);
    // Under a URL that gives something else, it is as unknown as any; and cannot be ended from there.
    for query in ["", "?only=geo", "?math&without=geo"] {
        let elsewhere = atlas.mcp(query);
        assert_eq!(ping(&client, &elsewhere, &real).await, 404, "{query}");
        let gone = client.delete(&elsewhere).header(SESSION, &real).send().await.expect("an answer");
        assert_eq!(gone.status(), 404, "{query}");
    }
    // Another way to write the same selection is the same.
    assert_eq!(ping(&client, &atlas.mcp("?toolsets=math,geo"), &real).await, 200);
    assert_eq!(ping(&client, &url, &real).await, 200);
    let log = atlas.log();
    assert!(!log.contains(&text) && !log.contains(another.to_str().expect("visible ASCII")), "{log}");
}
