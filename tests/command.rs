//! The command: help, usage, environment, standard streams.

use std::process::Stdio;

use serde_json::{Value, json};
use tokio::{
    io::{AsyncBufReadExt, AsyncWriteExt, BufReader},
    process::Command,
};

use crate::atlas::{Atlas, binary, run, until};

#[test]
fn help_names_every_flag_with_its_variable_and_says_what_selection_is_not() {
    let (status, help, _) = run(&["--help"]);
    assert_eq!(status, Some(0));
    for flag in [
        "host",
        "port",
        "path",
        "allowed-host",
        "allowed-origin",
        "toolsets",
        "ignore-query-key",
        "toolsets-tool",
        "log-level",
        "log-format",
        "shutdown-timeout",
        "call-timeout",
        "max-calls",
    ] {
        let variable = format!("MCP_{}", flag.to_uppercase().replace('-', "_"));
        let line = help.lines().find(|line| line.contains(&format!("--{flag}"))).unwrap_or_default();
        assert!(line.contains(&format!("[env: {variable}=")), "{flag}: {line}");
    }
    assert!(help.contains("Selection is no access control"));
    assert_eq!(
        run(&["--version"]),
        (Some(0), format!("atlas {}\n", env!("CARGO_PKG_VERSION")), String::new())
    );
}

#[test]
fn wrong_usage_is_told_with_what_to_write_and_exits_with_2() {
    for (arguments, says) in [
        (&["--host", "example.com"][..], "this is no IP address; write 127.0.0.1 for this machine alone"),
        (&["--port", "70000"], "70000 is not in 0..=65535"),
        (&["--path", "mcp"], "a path starts with `/`; write `/mcp`"),
        (&["--path", "/toolsets"], "that path is the server's own; choose another"),
        (&["--path", "/toolsets/x", "--select-by=path"], "that path is the server's own; choose another"),
        (&["--path", "/healthz/"], "that path is the server's own; choose another"),
        (&["--allowed-origin", "app.example.com"], "write it as `https://app.example.com`"),
        (&["--prot", "1"], "a similar argument exists: '--port'"),
        (&["sreve"], "similar subcommand"),
        (&["stdio", "--port", "1"], "unexpected argument '--port'"),
    ] {
        let (status, out, err) = run(arguments);
        assert_eq!((status, out.as_str()), (Some(2), ""), "{arguments:?}");
        assert!(err.contains(says), "{arguments:?}: {err}");
    }
}

#[tokio::test]
async fn a_variable_stands_for_its_flag_and_the_flag_wins() {
    let mut command = std::process::Command::new(binary());
    let told = |command: &mut std::process::Command| {
        let output = command.output().expect("atlas can be run");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        answer["tools"].as_array().expect("tools").iter().any(|tool| tool == "list_server_toolsets")
    };
    assert!(!told(command.arg("toolsets").env("MCP_TOOLSETS_TOOL", "false")));
    assert!(told(command.arg("--toolsets-tool")));
}

#[tokio::test]
async fn listening_beyond_this_machine_warns() {
    let atlas = Atlas::serve(&["--host", "0.0.0.0"]).await;
    assert!(atlas.log().contains("allow the public name with --allowed-host"), "{}", atlas.log());
    let quiet = Atlas::serve(&["--host", "localhost"]).await;
    assert!(!quiet.log().contains("WARN"), "{}", quiet.log());
}

#[tokio::test]
async fn the_start_shows_what_is_on_and_the_urls() {
    let atlas = Atlas::serve(&[]).await;
    let url = &atlas.url;
    until(|| atlas.log().lines().count() >= 3).await;
    assert_eq!(
        atlas.log(),
        format!(
            "atlas {} serves MCP at {url}/mcp\n  geo: add it with {url}/mcp?geo\n  journal: add it with {url}/mcp?journal\n  math: on\n",
            env!("CARGO_PKG_VERSION")
        )
    );
}

#[tokio::test]
async fn on_stdio_standard_output_is_the_protocols_alone() {
    let mut process = Command::new(binary())
        .args(["stdio", "--log-level", "trace", "--toolsets", "nosuch"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("atlas can be run");
    let mut input = process.stdin.take().expect("standard input is piped");
    let output = process.stdout.take().expect("standard output is piped");
    let messages = [
        json!({
            "jsonrpc": "2.0", "id": 1, "method": "initialize",
            "params": { "protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" } },
        }),
        json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }),
        json!({ "jsonrpc": "2.0", "id": 2, "method": "tools/list" }),
    ];
    for message in messages {
        input.write_all(format!("{message}\n").as_bytes()).await.expect("atlas reads");
    }
    let mut lines = BufReader::new(output).lines();
    for id in [1, 2] {
        let line = lines.next_line().await.expect("readable").expect("an answer");
        let answer: Value = serde_json::from_str(&line).unwrap_or_else(|error| panic!("{error}: {line}"));
        assert_eq!((&answer["jsonrpc"], &answer["id"]), (&json!("2.0"), &json!(id)));
    }
    drop(input);
    assert_eq!(lines.next_line().await.expect("readable"), None);
    let ended = process.wait_with_output().await.expect("it ends");
    assert_eq!(ended.status.code(), Some(0), "the end of standard input is a good end");
    let log = String::from_utf8(ended.stderr).expect("UTF-8");
    assert!(log.contains("toolsets that are not there: \"nosuch\""), "{log}");
}

#[test]
fn a_constructor_that_fails_is_one_line_with_its_causes() {
    let output = std::process::Command::new(env!("CARGO_BIN_EXE_slow"))
        .args(["--port", "0"])
        .env("SLOW_FAILS", "1")
        .output()
        .expect("slow can be run");
    let line = "error: cannot start slow: the database is away: connection refused\n";
    assert_eq!((output.status.code(), String::from_utf8_lossy(&output.stderr).as_ref()), (Some(1), line));
    let quiet = std::process::Command::new(env!("CARGO_BIN_EXE_slow"))
        .args(["toolsets"])
        .env("SLOW_FAILS", "1")
        .output()
        .expect("slow can be run");
    assert_eq!(quiet.status.code(), Some(0), "what reads the catalog constructs nothing");
}

#[test]
fn what_is_printed_is_what_would_be_served() {
    let (status, out, _) = run(&["toolsets", "--toolsets", "only=geo"]);
    let answer: Value = serde_json::from_str(&out).expect("JSON");
    assert_eq!((status, &answer["active"]), (Some(0), &json!(["geo"])));
    let (_, out, _) = run(&["instructions", "--toolsets", "only=geo"]);
    assert!(out.contains("## Geography"), "{out}");
    for subcommand in ["toolsets", "instructions"] {
        let (status, _, err) = run(&[subcommand, "--toolsets", "nosuch"]);
        assert_eq!(status, Some(1));
        assert!(err.starts_with("error: the default selection names `nosuch`"), "{err}");
    }
}

#[test]
fn passages_are_explained() {
    let (status, out, err) = run(&["instructions", "--all"]);
    assert_eq!((status, err.as_str()), (Some(0), ""));
    assert_eq!(
        out,
        "\
# ?only=geo
server
  + Answer with the numbers that the tools give, rounded to what…
geo
  + Look a place up with find_place first, then pass its coordin…
  + All names are in geo://places.

# ?only=journal
server
  + Answer with the numbers that the tools give, rounded to what…
journal
  + Keep what the person wants to remember of a place with note_…

# ?only=math
server
  + Answer with the numbers that the tools give, rounded to what…
math
  + Compute with add, divide, solve_quadratic and statistics ins…
  + Take constants from math://constants, not from memory.

"
    );
}
