//! Failures of real servers of this kind, tried here: those that no other test tries by itself.

use serde_json::{Value, json};

use crate::{atlas::Atlas, wire::Wire};

/// A gate that looks at one spelling of a name leaves the others open.
#[tokio::test]
async fn no_other_spelling_of_a_name_opens_a_door() {
    let atlas = Atlas::serve(&[]).await;
    let client = reqwest::Client::new();
    // Of what is active and of what is withheld alike.
    for query in ["?only=math", "?only=geo", ""] {
        let (mut wire, _) = Wire::session(&client, &atlas.mcp(query)).await;
        for name in ["Add", " add", "add ", "math/add", "math.add", "math__add", "%61dd", "add\0", "", "ａdd"]
        {
            let answer =
                wire.ask("tools/call", json!({ "name": name, "arguments": { "a": 1, "b": 2 } })).await;
            let message = format!("Unknown tool: {name}");
            assert_eq!(answer["error"], json!({ "code": -32602, "message": message }), "{query} {name:?}");
        }
        for uri in [
            "MATH://constants",
            "math://constants/",
            "math:/constants",
            "math://CONSTANTS",
            "math://%63onstants",
        ] {
            let answer = wire.ask("resources/read", json!({ "uri": uri })).await;
            assert_eq!(answer["error"]["code"], -32002, "{query} {uri}: {answer}");
        }
    }
}

/// Somebody who saw a tool once calls it again where it is withheld.
#[tokio::test]
async fn what_was_seen_under_another_url_is_unknown_here() {
    let atlas = Atlas::serve(&[]).await;
    let client = reqwest::Client::new();
    let payload = json!({ "name": "find_place", "arguments": { "name": "Oslo" } });
    let (mut wide, _) = Wire::session(&client, &atlas.mcp("?geo")).await;
    let (mut narrow, _) = Wire::session(&client, &atlas.mcp("")).await;
    for _ in 0..2 {
        assert_eq!(
            wide.ask("tools/call", payload.clone()).await["result"]["structuredContent"]["country"],
            "Norway"
        );
        assert_eq!(
            narrow.ask("tools/call", payload.clone()).await["error"]["message"],
            "Unknown tool: find_place"
        );
    }
}

/// A restriction with a slip in it becomes everything.
#[tokio::test]
async fn a_restriction_that_names_nothing_known_restricts_to_nothing() {
    let atlas = Atlas::serve(&["--no-toolsets-tool"]).await;
    for (query, active, unknown) in [
        ("?only=typo", json!([]), json!(["typo"])),
        ("?only=math,typo", json!(["math"]), json!(["typo"])),
        ("?only=math;geo", json!([]), json!(["math;geo"])),
        ("?only=math%2Cgeo", json!(["geo", "math"]), json!([])),
        ("?only=math%20geo", json!(["geo", "math"]), json!([])),
        ("?only=all", json!([]), json!(["all"])),
        ("?only=*", json!([]), json!(["*"])),
    ] {
        let answer = reqwest::get(format!("{}/toolsets{query}", atlas.url)).await.expect("an answer");
        let answer: Value = answer.json().await.expect("JSON");
        assert_eq!((&answer["active"], &answer["unknown"]), (&active, &unknown), "{query}");
    }
}

/// A client keeps the session of a server that was started again with less.
#[tokio::test]
async fn a_session_of_before_a_restart_is_not_found() {
    let before = Atlas::serve(&[]).await;
    let client = reqwest::Client::new();
    let (wire, _) = Wire::session(&client, &before.mcp("?geo")).await;
    let Wire::Http { session: Some(session), .. } = wire else { panic!("a session") };
    before.signal("TERM");
    assert_eq!(before.status().await, Some(0));
    let after = Atlas::serve(&["--publish", "math"]).await;
    let list = json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/list" });
    let answer = client.post(after.mcp("?geo")).header("accept", "application/json, text/event-stream");
    let answer = answer.header("content-type", "application/json").header("mcp-session-id", session);
    assert_eq!(answer.body(list.to_string()).send().await.expect("an answer").status(), 404);
}

/// An empty cursor sends clients round and round.
#[tokio::test]
async fn a_list_of_one_page_has_no_cursor() {
    let atlas = Atlas::serve(&[]).await;
    let client = reqwest::Client::new();
    for alone in [true, false] {
        let (mut wire, _) = if alone {
            Wire::alone(&client, &atlas.mcp("?geo")).await
        } else {
            Wire::session(&client, &atlas.mcp("?geo")).await
        };
        for method in ["tools/list", "prompts/list", "resources/list", "resources/templates/list"] {
            let answer = wire.ask(method, json!({})).await;
            let result = answer["result"].as_object().unwrap_or_else(|| panic!("{answer}"));
            assert!(!result.contains_key("nextCursor"), "{method}: {answer}");
        }
    }
}
