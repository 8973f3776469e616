//! `atlas stdio` and the subcommands that construct nothing, as processes.

use serde_json::{Value, json};
use tokio::process::Command;

use crate::{
    atlas::{binary, run},
    clients::{Client, LIFECYCLES, Lifecycle, refusal, stdio, structured, tools},
};

async fn connect(arguments: &[&str], lifecycle: Lifecycle) -> Client {
    let mut command = Command::new(binary());
    command.arg("stdio").args(arguments);
    stdio(command, lifecycle).await
}

#[tokio::test]
async fn a_selection_in_the_arguments_is_the_clients_own() {
    for lifecycle in LIFECYCLES {
        for (arguments, expected) in [
            (&[][..], &["add", "divide", "solve_quadratic", "statistics", "list_server_toolsets"][..]),
            (
                &["--toolsets", "?only=geo"],
                &["find_place", "geo_distance", "initial_bearing", "nearest_places", "list_server_toolsets"],
            ),
            (&["--toolsets", "without=math"], &["list_server_toolsets"]),
        ] {
            let client = connect(arguments, lifecycle).await;
            assert_eq!(tools(&client).await, expected, "{arguments:?} {lifecycle:?}");
            client.cancel().await.expect("the client closes");
        }
    }
}

#[tokio::test]
async fn calls_and_refusals_are_those_of_http() {
    for lifecycle in LIFECYCLES {
        let client = connect(&["--toolsets", "only=geo,nosuch"], lifecycle).await;
        let place = structured(&client, "find_place", json!({ "name": "Oslo" })).await;
        assert_eq!(
            place,
            json!({ "name": "Oslo", "country": "Norway", "latitude": 59.9139, "longitude": 10.7522 })
        );
        assert_eq!(refusal(&client, "add").await, refusal(&client, "no_such_tool").await);
        let told = structured(&client, "list_server_toolsets", json!({})).await;
        assert_eq!(told["unknown"], json!(["nosuch"]));
        let how = told["how_to_select"].as_str().expect("a text");
        assert!(how.contains("`--toolsets geo`"), "{how}");
        client.cancel().await.expect("the client closes");
    }
}

#[test]
fn the_toolsets_answer_is_printed() {
    for pasted in ["?only=geo&x", "only=geo&x", "https://mcp.example.com/mcp?only=geo&x"] {
        let (status, out, err) = run(&["toolsets", pasted]);
        assert_eq!((status, err.as_str()), (Some(0), ""));
        let answer: Value = serde_json::from_str(&out).expect("JSON");
        assert_eq!(
            answer,
            json!({
                "toolsets": [
                    {
                        "name": "geo", "title": "Geography",
                        "description": "Coordinates of capitals, distances and bearings between points, and what lies near.",
                        "default": false, "always": false, "active": true
                    },
                    {
                        "name": "journal", "title": "Journal",
                        "description": "Notes about places, kept from one session to the next.",
                        "default": false, "always": false, "active": false
                    },
                    {
                        "name": "math", "title": "Mathematics",
                        "description": "Sums, quotients, equations and statistics of numbers.",
                        "default": true, "always": false, "active": false
                    }
                ],
                "active": ["geo"],
                "tools": ["find_place", "geo_distance", "initial_bearing", "list_server_toolsets", "nearest_places"],
                "unknown": ["x"]
            }),
            "{pasted}"
        );
        let keys = ["\"toolsets\"", "\"active\": [", "\"tools\"", "\"unknown\""].map(|key| out.find(key));
        assert!(keys.is_sorted() && keys.iter().all(Option::is_some), "in this order: {out}");
    }
}

#[test]
fn the_instructions_are_printed() {
    let own = "Answer with the numbers that the tools give, rounded to what the question needs.\n";
    assert_eq!(run(&["instructions", "only="]), (Some(0), own.into(), String::new()));
}

#[test]
fn what_cannot_be_done_is_one_line() {
    let usage = "error: invalid value 'mcp' for '--path <PATH>': a path starts with `/`; write `/mcp`\n\n\
                 For more information, try '--help'.\n";
    assert_eq!(run(&["--path", "mcp"]), (Some(2), String::new(), usage.into()));
    let selection = "error: the default selection names `nosuch`, and there is no such toolset; there are: geo, journal, math\n";
    assert_eq!(run(&["--toolsets", "nosuch"]), (Some(1), String::new(), selection.into()));
    let holder = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = holder.local_addr().expect("an address").port().to_string();
    let (status, _, err) = run(&["--port", &port]);
    assert_eq!(status, Some(1));
    assert!(err.starts_with(&format!("error: cannot listen on 127.0.0.1:{port}: ")), "{err}");
    assert!(err.ends_with("; choose another with --port or --host\n") && err.lines().count() == 1, "{err}");
}
