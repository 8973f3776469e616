//! Every door, for a component of every kind, under every selection and several publications, over each transport:
//! listed exactly if active, usable exactly if listed, and told the same as what never was.

use std::{collections::BTreeSet, fs, process::Command};

use serde_json::{Value, json};

use crate::{
    atlas::{Atlas, until},
    wire::Wire,
};

const TOOLSETS: [&str; 4] = ["alpha", "beta", "gamma", "delta"];
/// `always` on for every URL.
const ALWAYS: &str = "delta";
const BINARY: &str = env!("CARGO_BIN_EXE_doors");

/// A request that lists, where the names stand in its answer, and the name of a toolset's component there.
const LISTS: [(&str, &str, &str, &str); 4] = [
    ("tools/list", "tools", "name", "NAME_tool"),
    ("prompts/list", "prompts", "name", "NAME_prompt"),
    ("resources/list", "resources", "uri", "NAME://fixed"),
    ("resources/templates/list", "resourceTemplates", "uriTemplate", "NAME://item/{id}"),
];

/// A door that a component is used by: the method, its parameters, and which function of the component runs.
struct Door {
    method: &'static str,
    params: &'static str,
    runs: Option<&'static str>,
    /// Whether only clients with a session have it.
    session: bool,
}

const fn door(method: &'static str, params: &'static str, runs: Option<&'static str>) -> Door {
    Door { method, params, runs, session: false }
}

/// Every door but the lists; `NAME` stands for a toolset.
const DOORS: [Door; 10] = [
    door("tools/call", r#"{ "name": "NAME_tool", "arguments": {} }"#, Some("tool")),
    door("prompts/get", r#"{ "name": "NAME_prompt", "arguments": { "wish": "x" } }"#, Some("prompt")),
    door("resources/read", r#"{ "uri": "NAME://fixed" }"#, Some("resource")),
    door("resources/read", r#"{ "uri": "NAME://item/7" }"#, Some("template")),
    door(
        "completion/complete",
        r#"{ "ref": { "type": "ref/prompt", "name": "NAME_prompt" }, "argument": { "name": "wish", "value": "x" } }"#,
        Some("completion of its prompt"),
    ),
    door(
        "completion/complete",
        r#"{ "ref": { "type": "ref/resource", "uri": "NAME://item/{id}" }, "argument": { "name": "id", "value": "7" } }"#,
        Some("completion of its template"),
    ),
    Door { method: "resources/subscribe", params: r#"{ "uri": "NAME://fixed" }"#, runs: None, session: true },
    Door {
        method: "resources/subscribe",
        params: r#"{ "uri": "NAME://item/7" }"#,
        runs: None,
        session: true,
    },
    Door {
        method: "resources/unsubscribe",
        params: r#"{ "uri": "NAME://fixed" }"#,
        runs: None,
        session: true,
    },
    Door {
        method: "resources/unsubscribe",
        params: r#"{ "uri": "NAME://item/7" }"#,
        runs: None,
        session: true,
    },
];

/// What rmcp dispatches besides: what is said of the connection, and what is not offered to anybody.
const NO_DOORS: [(&str, &str); 12] = [
    ("InitializeRequest", "instructions and capabilities, tested here"),
    ("DiscoverRequest", "the same"),
    ("PingRequest", "nothing of a toolset"),
    ("SubscriptionsListenRequest", "a stream, tested in `updates`"),
    ("SetLevelRequest", "logging/setLevel"),
    ("CustomRequest", "example/custom"),
    ("GetTaskRequest", "tasks/get"),
    ("UpdateTaskRequest", "tasks/update"),
    ("CancelTaskRequest", "tasks/cancel"),
    ("ListSkillsRequest", "skills/list"),
    ("GetSkillRequest", "skills/get"),
    ("ReadResourceDirectoryRequest", "resources/directory/read"),
];

fn of(text: &str, toolset: &str) -> String {
    text.replace("NAME", toolset)
}

/// A selection by its bits, and what a publication leaves of it.
fn active(selection: u32, published: &[&str]) -> BTreeSet<&'static str> {
    let selected = TOOLSETS.into_iter().enumerate();
    let selected = selected.filter(|(at, name)| selection >> at & 1 == 1 || *name == ALWAYS);
    selected.map(|(_, name)| name).filter(|name| published.contains(name)).collect()
}

fn query(selection: u32) -> String {
    let names = TOOLSETS.into_iter().enumerate().filter(|(at, _)| selection >> at & 1 == 1);
    format!("only={}", names.map(|(_, name)| name).collect::<Vec<_>>().join(","))
}

/// Opens every door for every toolset, and returns what must have run.
async fn try_every_door(
    wire: &mut Wire,
    opened: &Value,
    has_session: bool,
    active: &BTreeSet<&'static str>,
    published: &[&str],
    case: &str,
) -> Vec<String> {
    let mut ran = Vec::new();
    assert_eq!(opened["instructions"].as_str().map(str::to_owned), instructions(active, published), "{case}");
    for (method, list, key, name) in LISTS {
        let answer = wire.ask(method, json!({})).await;
        let listed = answer["result"][list].as_array().unwrap_or_else(|| panic!("{case} {method}: {answer}"));
        let listed: BTreeSet<&str> = listed.iter().map(|one| one[key].as_str().expect("a name")).collect();
        let mut expected: BTreeSet<String> = active.iter().map(|toolset| of(name, toolset)).collect();
        if method == "tools/list" {
            expected.insert("list_server_toolsets".into());
        }
        assert_eq!(listed, expected.iter().map(String::as_str).collect(), "{case} {method}");
    }
    for Door { method, params, runs, session } in DOORS {
        // Asked again in each connection: what is withheld answers as what never was, byte for byte.
        let ask = |toolset: &str| serde_json::from_str::<Value>(&of(params, toolset)).expect("JSON");
        let never = wire.ask(method, ask("omega")).await;
        let never = never.to_string().replace("omega", "NAME");
        for toolset in TOOLSETS {
            let answer = wire.ask(method, ask(toolset)).await;
            let told = answer.to_string().replace(toolset, "NAME");
            let case = format!("{case} {method} {toolset}: {answer}");
            if session && !has_session {
                assert_eq!(answer["error"]["code"], -32601, "{case}");
            } else if active.contains(toolset) {
                assert!(answer.get("result").is_some(), "{case}");
                ran.extend(runs.map(|what| format!("{toolset} {what}")));
            } else {
                assert!(answer.get("error").is_some(), "{case}");
                assert_eq!(told, never, "{case}");
            }
        }
    }
    for (_, method) in NO_DOORS.iter().filter(|(_, method)| method.contains('/')) {
        let answer =
            wire.ask(method, json!({ "taskId": "1", "uri": "skill://a/SKILL.md", "level": "info" })).await;
        assert_eq!(answer["error"]["code"], -32601, "{case} {method}: {answer}");
    }
    ran
}

fn instructions(active: &BTreeSet<&str>, published: &[&str]) -> Option<String> {
    let own = |toolset: &str| {
        let own = format!("{toolset}_tool {toolset}_prompt {toolset}://fixed {toolset}://item/{{id}}");
        match toolset {
            "alpha" => active.contains("beta").then(|| own + " and beta_tool"),
            "beta" => published.contains(&"gamma").then(|| own + ", more in gamma"),
            _ => Some(own),
        }
    };
    let parts = active.iter().filter_map(|toolset| Some(format!("## {toolset}\n\n{}", own(toolset)?)));
    let parts: Vec<String> = parts.collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// The functions that a log says to have run.
fn runs(log: &str) -> Vec<String> {
    log.lines().filter_map(|line| Some(line.split_once(" ran ")?.1.trim().to_owned())).collect()
}

/// Some of the publications, none of which is like another.
const PUBLICATIONS: [&[&str]; 4] = [&TOOLSETS, &["alpha", "beta", "delta"], &["beta"], &["gamma", "delta"]];

#[tokio::test]
async fn over_http_every_door_opens_exactly_to_what_is_active() {
    let client = reqwest::Client::new();
    for published in PUBLICATIONS {
        let server = Atlas::serve_binary(BINARY, &["--publish", &published.join(",")]).await;
        let mut expected = Vec::new();
        for selection in 0..1 << TOOLSETS.len() {
            let url = server.mcp(&format!("?{}", query(selection)));
            let active = active(selection, published);
            for has_session in [true, false] {
                let (mut wire, opened) = if has_session {
                    Wire::session(&client, &url).await
                } else {
                    Wire::alone(&client, &url).await
                };
                let case = format!("{published:?} {url} session: {has_session}");
                expected
                    .extend(try_every_door(&mut wire, &opened, has_session, &active, published, &case).await);
            }
        }
        // Lines come in order, so once the last is there, all are.
        until(|| runs(&server.log()).len() >= expected.len()).await;
        assert_eq!(runs(&server.log()), expected, "what ran, and nothing else");
    }
}

#[tokio::test]
async fn on_stdio_every_door_opens_exactly_to_what_is_active() {
    for published in PUBLICATIONS {
        for selection in 0..1 << TOOLSETS.len() {
            let mut command = tokio::process::Command::new(BINARY);
            command.env("DOORS_TOOLSETS", published.join(" ")).args([
                "stdio",
                "--toolsets",
                &query(selection),
            ]);
            let (mut wire, opened) = Wire::stdio(command).await;
            let active = active(selection, published);
            let case = format!("{published:?} {selection:b} on stdio");
            let expected = try_every_door(&mut wire, &opened, true, &active, published, &case).await;
            assert_eq!(runs(&wire.end().await), expected, "{case}: what ran, and nothing else");
        }
    }
}

#[tokio::test]
async fn on_stdio_what_is_always_on_can_be_left_out_with_one_line_that_says_so() {
    let mut command = tokio::process::Command::new(BINARY);
    command.env("DOORS_TOOLSETS", "beta").arg("stdio");
    let (mut wire, _) = Wire::stdio(command).await;
    let listed = wire.ask("tools/list", json!({})).await;
    let names: Vec<&str> = listed["result"]["tools"]
        .as_array()
        .expect("tools")
        .iter()
        .filter_map(|tool| tool["name"].as_str())
        .collect();
    assert_eq!(names, ["beta_tool", "list_server_toolsets"]);
    let log = wire.end().await;
    let warnings: Vec<&str> = log.lines().filter(|line| line.contains("WARN")).collect();
    assert_eq!(warnings.len(), 1, "{log}");
    assert!(warnings[0].contains("toolset `delta` is always on for every URL"), "{log}");
}

#[tokio::test]
async fn what_is_not_published_is_named_nowhere() {
    let server = Atlas::serve_binary(BINARY, &["--publish", "beta"]).await;
    let client = reqwest::Client::new();
    let url = server.mcp("?alpha,gamma&only=beta,delta");
    for has_session in [true, false] {
        let (mut wire, mut opened) =
            if has_session { Wire::session(&client, &url).await } else { Wire::alone(&client, &url).await };
        let said = &mut opened["_meta"]["pegboard/selection"];
        assert_eq!(said["selection"].take(), "alpha&gamma&only=beta,delta", "the client's own words");
        let told = wire.ask("tools/call", json!({ "name": "list_server_toolsets", "arguments": {} })).await;
        let told = &told["result"]["structuredContent"];
        assert_eq!(told["unknown"], json!(["alpha", "delta", "gamma"]), "as the client wrote them");
        assert_eq!(told["active"], json!(["beta"]));
        let told = told["toolsets"].to_string() + &told["tools"].to_string() + &opened.to_string();
        for name in ["alpha", "gamma", "delta"] {
            assert!(!told.contains(name), "{name} in {told}");
        }
    }
    // A near name of what is withheld is no hint.
    let told = reqwest::get(format!("{}/toolsets?alhpa", server.url)).await.expect("an answer");
    let told: Value = told.json().await.expect("JSON");
    assert_eq!((&told["unknown"], told.get("notes")), (&json!(["alhpa"]), None));
    // The log says what the operator left out, and what clients asked for, quoted.
    let log = server.log();
    let named = log.lines().filter(|line| line.contains("gamma"));
    assert!(named.clone().all(|line| line.contains("not there: ") || line.contains("?alpha,gamma")), "{log}");
    assert!(
        log.contains("toolset `delta` is always on for every URL, and this instance does not publish it"),
        "{log}"
    );
}

/// The methods that rmcp dispatches, by its own source: the one that Cargo.lock pins.
fn dispatched() -> BTreeSet<String> {
    let version =
        Command::new(env!("CARGO")).args(["--version", "--verbose"]).output().expect("cargo can be run");
    let version = String::from_utf8(version.stdout).expect("UTF-8");
    let host = version.lines().find_map(|line| line.strip_prefix("host: ")).expect("a host");
    // For this machine alone: what others need has not been fetched.
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked", "--offline", "--filter-platform", host])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be run");
    let metadata: Value = serde_json::from_slice(&metadata.stdout).expect("JSON");
    let packages = metadata["packages"].as_array().expect("packages");
    let rmcp = packages.iter().find(|package| package["name"] == "rmcp").expect("rmcp is a dependency");
    let manifest = std::path::Path::new(rmcp["manifest_path"].as_str().expect("a path"));
    let source =
        fs::read_to_string(manifest.with_file_name("src").join("handler/server.rs")).expect("its source");
    let (_, dispatch) = source.split_once("async fn handle_request(").expect("it dispatches requests");
    let (dispatch, _) = dispatch.split_once("async fn handle_notification(").expect("and notifications");
    let arms = dispatch.split("ClientRequest::").skip(1).filter_map(|arm| {
        let (name, rest) = arm.split_once('(')?;
        // An arm, and not a test for one request.
        rest.split_once(')').is_some_and(|(_, rest)| rest.starts_with(" =>")).then(|| name.to_owned())
    });
    arms.collect()
}

#[test]
fn no_door_of_rmcps_is_forgotten() {
    let method = |method: &str| -> &str {
        match method {
            "tools/list" => "ListToolsRequest",
            "tools/call" => "CallToolRequest",
            "prompts/list" => "ListPromptsRequest",
            "prompts/get" => "GetPromptRequest",
            "resources/list" => "ListResourcesRequest",
            "resources/templates/list" => "ListResourceTemplatesRequest",
            "resources/read" => "ReadResourceRequest",
            "resources/subscribe" => "SubscribeRequest",
            "resources/unsubscribe" => "UnsubscribeRequest",
            "completion/complete" => "CompleteRequest",
            other => panic!("{other} has no name here"),
        }
    };
    let mut known: BTreeSet<String> = NO_DOORS.iter().map(|(name, _)| (*name).to_owned()).collect();
    known.extend(LISTS.iter().map(|(name, ..)| method(name).to_owned()));
    known.extend(DOORS.iter().map(|door| method(door.method).to_owned()));
    assert_eq!(dispatched(), known);
}
