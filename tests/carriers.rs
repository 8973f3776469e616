//! Where else than in its query a request may say what it selects, and how a server says what it understood.

use pegboard::{
    Deployment, Selection,
    http::{Carrier, SelectionError},
};
use reqwest::{
    Client,
    header::{HeaderMap, HeaderName, HeaderValue},
};
use serde_json::{Value, json};

use crate::{
    atlas::{Atlas, run},
    clients::LIFECYCLES,
    protocol::{message, modern},
};

const BOTH: &[&str] = &["--select-by", "path,header"];

/// What `GET /toolsets` says: its status, what was understood, and what is active or why nothing is.
async fn said(atlas: &Atlas, path: &str, headers: &[&[u8]]) -> (u16, Option<String>, Value) {
    let mut lines = HeaderMap::new();
    for line in headers {
        let line = HeaderValue::from_bytes(line).expect("a header's value");
        lines.append(HeaderName::from_static("x-mcp-toolsets"), line);
    }
    let url = format!("{}/toolsets{path}", atlas.url);
    let answer = Client::new().get(url).headers(lines).send().await.expect("an answer");
    let echo = answer.headers().get("mcp-toolsets").map(|echo| echo.to_str().expect("ASCII").to_owned());
    let status = answer.status().as_u16();
    let answer: Value = answer.json().await.unwrap_or_default();
    let what = match status {
        200 => json!([answer["active"], answer["unknown"]]),
        _ => answer["error"]["message"].clone(),
    };
    (status, echo, what)
}

#[tokio::test]
async fn a_request_says_it_by_path_or_header_where_that_is_allowed() {
    let atlas = Atlas::serve(BOTH).await;
    let geo = json!([["geo"], []]);
    let defaults = json!([["math"], []]);
    let header: &[&[u8]] = &[b"only=geo"];
    for (path, headers, echo, what) in [
        ("", &[][..], "", &defaults),
        ("/x", &[], "", &defaults),
        ("/x/", &[], "", &defaults),
        ("/x/&", &[b"," as &[u8]], "", &defaults),
        ("/x/only=geo", &[], "only=geo", &geo),
        ("/x/only=%67eo", &[], "only=geo", &geo),
        ("/x/geo&without=math", &[], "geo&without=math", &geo),
        ("/x/only=%2567eo", &[], "only=%2567eo", &json!([[], ["%67eo"]])),
        ("/x/only=a%2Fb", &[], "only=a%2Fb", &json!([[], ["a/b"]])),
        ("/x/only=x", &[], "only=x", &json!([[], ["x"]])),
        ("", header, "only=geo", &geo),
        ("", &[b"only=\xff"], "only=%EF%BF%BD", &json!([[], ["\u{fffd}"]])),
        ("", &[b""], "", &defaults),
        ("?only=geo", header, "only=geo", &geo),
        ("/x/only=geo?only=geo", header, "only=geo", &geo),
        ("/x/only=geo?&", &[b"" as &[u8]], "only=geo", &geo),
    ] {
        let expected = (200, Some(echo.to_owned()), what.clone());
        assert_eq!(said(&atlas, path, headers).await, expected, "{path} {headers:?}");
    }
    let longest = vec![b'a'; 8193];
    let long = String::from_utf8(longest.clone()).expect("ASCII");
    let differ = |one: &str, other: &str| {
        format!("the {one} and the {other} select different toolsets; say it in one of them")
    };
    let named = "header `X-MCP-Toolsets`";
    for (path, headers, status, why) in [
        ("?geo", header, 400, differ("query", named)),
        ("?only=geo&without=", &[b"geo" as &[u8]], 400, differ("query", named)),
        ("/x/geo?only=geo", &[], 400, differ("query", "path")),
        ("/x/geo", header, 400, differ("path", named)),
        ("", &[b"geo", b"geo"], 400, "the header `X-MCP-Toolsets` is there 2 times; send it once".into()),
        (
            "",
            &[&longest],
            431,
            "in the header `X-MCP-Toolsets`: the query has 8193 bytes; at most 8192 are read".into(),
        ),
        (
            &format!("/x/{long}"),
            &[],
            414,
            "in the path: the query has 8193 bytes; at most 8192 are read".into(),
        ),
    ] {
        assert_eq!(said(&atlas, path, headers).await, (status, None, json!(why)), "{why}");
    }
    for path in ["/x/only=geo/", "/x/only=geo/x", "//x/only=geo", "/only=geo"] {
        assert_eq!(said(&atlas, path, &[]).await, (404, None, Value::Null), "{path}");
    }
}

#[tokio::test]
async fn neither_is_read_unless_the_operator_says_so() {
    let defaults = json!([["math"], []]);
    for (arguments, path, header) in [(&[][..], 404, ""), (&["--select-by", "header"], 404, "only=geo")] {
        let atlas = Atlas::serve(arguments).await;
        assert_eq!(said(&atlas, "/x/only=geo", &[]).await.0, path);
        let (status, echo, what) = said(&atlas, "", &[b"only=geo"]).await;
        assert_eq!((status, echo.as_deref()), (200, Some(header)), "{arguments:?}");
        assert_eq!(what == defaults, header.is_empty());
    }
    let by_path = Atlas::serve(&["--select-by", "path"]).await;
    assert_eq!(said(&by_path, "", &[b"only=geo"]).await, (200, Some(String::new()), defaults));
    let (status, _, wrong) = run(&["--select-by", "cookie"]);
    assert_eq!(status, Some(2));
    assert!(wrong.contains("expected `path` or `header`"), "{wrong}");
}

#[tokio::test]
async fn the_endpoint_and_its_sessions_know_it_wherever_it_was_said() {
    let atlas = Atlas::serve(BOTH).await;
    for lifecycle in LIFECYCLES {
        let client = crate::clients::http(&format!("{}/mcp/x/only=geo", atlas.url), lifecycle).await;
        let expected =
            ["find_place", "geo_distance", "initial_bearing", "nearest_places", "list_server_toolsets"];
        assert_eq!(crate::clients::tools(&client).await, expected, "{lifecycle:?}");
        client.cancel().await.expect("the client closes");
    }
    let post = |url: String| {
        let request = Client::new().post(url).header("accept", "application/json, text/event-stream");
        request.header("content-type", "application/json")
    };
    let opened = post(format!("{}/mcp/x/only=geo", atlas.url))
        .body(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {
            "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" },
        } }).to_string())
        .send()
        .await
        .expect("an answer");
    assert_eq!(opened.headers()["mcp-toolsets"], "only=geo");
    assert_eq!(opened.headers()["vary"], "x-mcp-toolsets");
    let session = opened.headers()["mcp-session-id"].clone();
    let ping = json!({ "jsonrpc": "2.0", "id": 2, "method": "ping" }).to_string();
    for (url, header, status) in [
        ("/mcp", Some("only=geo"), 200),
        ("/mcp?only=geo", None, 200),
        ("/mcp", None, 404),
        ("/mcp", Some("geo"), 404),
        ("/mcp/x/geo", None, 404),
    ] {
        let request = post(format!("{}{url}", atlas.url)).header("mcp-session-id", &session);
        let request =
            header.into_iter().fold(request, |request, line| request.header("x-mcp-toolsets", line));
        let answer = request.body(ping.clone()).send().await.expect("an answer");
        assert_eq!(answer.status(), status, "{url} {header:?}");
    }
    // Also where something else is wrong.
    let refused = Client::new().put(atlas.mcp("?only=geo")).send().await.expect("an answer");
    assert_eq!(
        (refused.status().as_u16(), &refused.headers()["mcp-toolsets"]),
        (405, &opened.headers()["mcp-toolsets"])
    );
}

#[tokio::test]
async fn what_was_understood_is_said_in_the_answers_that_open_and_list() {
    let atlas = Atlas::serve(&[]).await;
    for (query, selection, active) in [
        ("", "", json!(["math"])),
        ("?x&geo&a,b", "a&b&geo&x", json!(["geo", "math"])),
        ("?only=", "only=", json!([])),
    ] {
        let expected = json!({ "selection": selection, "active": active });
        for method in ["server/discover", "tools/list"] {
            let answer = modern(&atlas.mcp(query), method, json!({})).await;
            assert_eq!(answer.headers()["mcp-toolsets"], selection);
            let answer = message(answer).await;
            assert_eq!(answer["result"]["_meta"]["pegboard/selection"], expected, "{method} {query}");
        }
        let client = crate::clients::http(&atlas.mcp(query), LIFECYCLES[0]).await;
        let opened = client.peer_info().expect("it is open").meta.clone().expect("it says so");
        assert_eq!(opened["pegboard/selection"], expected, "initialize {query}");
    }
    // What is too long is cut.
    let names: Vec<String> = (0..200).map(|number| format!("name-{number:03}")).collect();
    let answer = modern(&atlas.mcp(&format!("?{}", names.join("&"))), "tools/list", json!({})).await;
    let whole = names.join("&");
    let cut = format!("{}...", &whole[..1021]);
    assert_eq!(answer.headers()["mcp-toolsets"], cut);
    let answer = message(answer).await;
    assert_eq!(answer["result"]["_meta"]["pegboard/selection"]["selection"], cut);
}

#[tokio::test]
async fn pages_of_allowed_origins_may_say_it_and_read_it() {
    let atlas = Atlas::serve(&["--select-by", "header", "--allowed-origin", "https://app.example.com"]).await;
    let preflight = Client::new()
        .request(reqwest::Method::OPTIONS, atlas.mcp(""))
        .header("origin", "https://app.example.com")
        .header("access-control-request-method", "POST")
        .header("access-control-request-headers", "x-mcp-toolsets")
        .send()
        .await
        .expect("an answer");
    let allowed = preflight.headers()["access-control-allow-headers"].to_str().expect("ASCII");
    assert!(allowed.split(',').any(|name| name == "x-mcp-toolsets"), "{allowed}");
    let answer =
        Client::new().get(format!("{}/toolsets", atlas.url)).header("origin", "https://app.example.com");
    let answer = answer.send().await.expect("an answer");
    assert_eq!(answer.headers()["access-control-expose-headers"], "mcp-session-id,mcp-toolsets");
}

#[tokio::test]
async fn every_place_says_the_same_as_the_query() {
    let build = |carriers: &[Carrier]| {
        let atlas = ::atlas::Atlas::new("journal".into());
        let builder = Deployment::builder(atlas).default_selection(Selection::only(["geo"]).expect("a name"));
        carriers.iter().fold(builder, |builder, at| builder.select_by(*at)).build().expect("a deployment")
    };
    let deployment = build(&[Carrier::Path, Carrier::Header]);
    let active = |uri: &str, header: Option<&str>| {
        let request = axum::http::Request::get(uri);
        let request =
            header.into_iter().fold(request, |request, line| request.header("x-mcp-toolsets", line));
        deployment.active_for_request(&request.body(()).expect("a request").into_parts().0)
    };
    for text in ["", "geo", "only=", "only=geo", "without=math", "a+b", "%6d%61th", "toolsets=math,geo", "=x"]
    {
        let by_query = active(&format!("/mcp?{text}"), None).expect("it is read");
        assert_eq!(active(&format!("/mcp/x/{text}"), None).expect("it is read"), by_query, "{text}");
        assert_eq!(active("/mcp", Some(text)).expect("it is read"), by_query, "{text}");
    }
    assert_eq!(
        active("/mcp?geo", Some("math")),
        Err(SelectionError::Different(Carrier::Query, Carrier::Header))
    );
}
