//! What the operator publishes: strict, judged before anything is constructed, bound or read, on every transport.

use std::{
    ffi::OsString,
    fs,
    net::TcpListener,
    path::Path,
    process::{Command, Stdio},
};

use pegboard::{Deployment, Publication, Selection, prelude::*};
use serde_json::{Value, json};

use crate::{
    atlas::{Atlas, binary, run},
    clients::{LIFECYCLES, http, tools},
};

const VARIABLE: &str = "MCP_TOOL_GROUPS";

/// Starts `atlas` on a port that is taken, with a standard input that has no end: whoever binds or reads before
/// judging says something else, or nothing.
fn refused(subcommand: &str, flag: Option<&str>, value: Option<OsString>) -> (Option<i32>, String) {
    let held = TcpListener::bind(("127.0.0.1", 0)).expect("a free port");
    let port = held.local_addr().expect("an address").port().to_string();
    let mut command = Command::new(binary());
    command.arg(subcommand).env_remove(VARIABLE).stdin(Stdio::piped()).stdout(Stdio::piped());
    if subcommand == "serve" {
        command.args(["--port", &port]);
    }
    command.args(flag.map(|flag| format!("--publish={flag}")));
    command.envs(value.map(|value| (VARIABLE, value)));
    let mut process = command.stderr(Stdio::piped()).spawn().expect("atlas can be run");
    let input = process.stdin.take();
    let output = process.wait_with_output().expect("it ends");
    drop(input);
    assert!(output.stdout.is_empty(), "{output:?}");
    (output.status.code(), String::from_utf8(output.stderr).expect("UTF-8"))
}

#[test]
fn a_wrong_publication_refuses_the_start_with_one_line() {
    let empty = |by: &str| {
        format!(
            "{by} is set but names no toolset; unset it to publish everything, or name some of: geo, journal, math"
        )
    };
    let text = |text: &str| Some(OsString::from(text));
    for (flag, value, line) in [
        (None, text(""), empty(VARIABLE)),
        (None, text(" ,\t, \n"), empty(VARIABLE)),
        (Some(""), None, empty("--publish")),
        // What is set and empty is told, whatever the other says.
        (Some(" , "), text("math"), empty("--publish")),
        (Some("math"), text(","), empty(VARIABLE)),
        (
            None,
            text("maht"),
            format!(
                "{VARIABLE} names `maht`, which is no toolset (did you mean `math`?); there are: geo, journal, math"
            ),
        ),
        (
            None,
            text("maht, math geography,x\u{1b}[2J"),
            format!(
                "{VARIABLE} names `geography`, which is no toolset, and `maht`, which is no toolset (did you mean `math`?), \
                 and `x\\u{{1b}}[2J`, which is no toolset; there are: geo, journal, math"
            ),
        ),
        // Neither a separator nor decoded: these are the URL's.
        (
            None,
            text("math;geo"),
            format!("{VARIABLE} names `math;geo`, which is no toolset; there are: geo, journal, math"),
        ),
        (
            None,
            text("math%2Cgeo"),
            format!("{VARIABLE} names `math%2Cgeo`, which is no toolset; there are: geo, journal, math"),
        ),
        #[cfg(unix)]
        (
            None,
            Some(std::os::unix::ffi::OsStringExt::from_vec(b"math\xff".to_vec())),
            format!("{VARIABLE} is not UTF-8: math\\xff; the names of toolsets are ASCII"),
        ),
        (
            Some("geo"),
            text("math,geo"),
            format!(
                "--publish and {VARIABLE} name different toolsets (geo and geo,math); give one of them, or the same in both"
            ),
        ),
    ] {
        for subcommand in ["serve", "stdio", "toolsets"] {
            let refused = refused(subcommand, flag, value.clone());
            assert_eq!(refused, (Some(1), format!("error: {line}\n")), "{subcommand} {flag:?} {value:?}");
        }
    }
}

#[test]
fn the_default_selection_is_judged_by_what_is_published() {
    let (status, _, err) = run(&["toolsets", "--publish", "math", "--toolsets", "geo"]);
    let line = "error: the default selection names `geo`, and there is no such toolset; there are: math\n";
    assert_eq!((status, err.as_str()), (Some(1), line));
    // On stdio it is the client's own, and served without.
    let (status, _, err) = run(&["stdio", "--publish", "math", "--toolsets", "geo", "--log-format", "json"]);
    assert_eq!(status, Some(1), "there is no client");
    assert!(err.contains("a client asked for toolsets that are not there"), "{err}");
}

#[tokio::test]
async fn what_is_not_published_is_as_if_it_had_never_been() {
    // Both, where they agree as sets.
    let atlas = Atlas::serve(&["--publish", "math, math"]).await;
    assert!(!atlas.log().contains("geo"), "{}", atlas.log());
    for lifecycle in LIFECYCLES {
        let client = http(&atlas.mcp("?geo"), lifecycle).await;
        let expected = ["add", "divide", "solve_quadratic", "statistics", "list_server_toolsets"];
        assert_eq!(tools(&client).await, expected);
    }
    let answer = reqwest::get(format!("{}/toolsets?geo&goe", atlas.url)).await.expect("an answer");
    let answer: Value = answer.json().await.expect("JSON");
    assert_eq!(
        answer,
        json!({
            "toolsets": [{
                "name": "math", "title": "Mathematics",
                "description": "Sums, quotients, equations and statistics of numbers.",
                "default": true, "always": false, "active": true,
            }],
            "active": ["math"],
            "tools": ["add", "divide", "list_server_toolsets", "solve_quadratic", "statistics"],
            "unknown": ["geo", "goe"],
        }),
        "no name that is near to a withheld one"
    );
}

/// Read twice, it could say two things: what was judged at the start and what is served would differ.
#[test]
fn the_environment_is_asked_in_one_place() {
    fn asks(folder: &Path) -> Vec<String> {
        let mut found = Vec::new();
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                found.extend(asks(&path));
            } else if !path.ends_with("accept.rs") && !path.ends_with("snapshot.rs") {
                // Those ask for nothing of the operator's.
                let source = fs::read_to_string(&path).expect("UTF-8");
                let asks = |line: &&str| {
                    ["env::var", "var_os(", ".env(publish"].iter().any(|way| line.contains(way))
                };
                let lines = source.lines().filter(asks);
                found.extend(lines.map(|line| line.trim().to_owned()));
            }
        }
        found
    }
    let runtime = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../runtime/src"));
    assert_eq!(asks(runtime), ["let value = std::env::var_os(&publish_variable);"]);
}

struct Base;
struct Search;

/// What everybody needs.
#[toolset(name = "base", always)]
impl Base {
    /// Says hello.
    #[tool]
    fn hello() {}
}

/// Finding.
#[toolset(
    name = "search",
    default = false,
    instructions = "More is in {toolset:base}.\n\nSearch with {find}."
)]
impl Search {
    /// Finds.
    #[tool]
    fn find() {}

    /// Lists, in place of the built-in.
    #[tool]
    fn list_server_toolsets() {}
}

#[derive(Server)]
#[server(name = "host")]
struct Host {
    base: Base,
    search: Search,
}

fn build(publication: impl Into<Publication>) -> Result<Deployment, pegboard::BuildError> {
    Deployment::builder(Host { base: Base, search: Search }).toolsets_tool(true).publish(publication).build()
}

#[tokio::test]
async fn in_code_unset_and_empty_are_different_things() {
    let empty = "`publish` is set but names no toolset; unset it to publish everything, or name some of: base, search";
    assert_eq!(build(Vec::<String>::new()).expect_err("refused").to_string(), empty);
    assert_eq!(build(Some(Vec::<String>::new())).expect_err("refused").to_string(), empty);
    let everything = build(None::<Publication>).expect("everything");
    let names = |deployment: &Deployment, query: &str| {
        let selection: Selection = query.parse().expect("every text is a query");
        deployment.active_for(&selection).names().collect::<Vec<_>>()
    };
    assert_eq!(names(&everything, "search"), ["base", "search"]);
    // `always` speaks of the URL, not of the operator.
    let search = build(["search"]).expect("a publication");
    assert_eq!(names(&search, "search"), ["search"]);
    assert_eq!(names(&search, "only=base"), [""; 0]);
}

#[tokio::test]
async fn a_text_speaks_of_what_is_published_and_the_built_in_gives_way_to_what_is() {
    for (publication, query, expected, instructions) in [
        (
            vec!["search", "base"],
            "?search",
            &["hello", "find", "list_server_toolsets"][..],
            Some("## search\n\nMore is in base.\n\nSearch with find."),
        ),
        (vec!["search", "base"], "", &["hello"], None),
        (
            vec!["search"],
            "?search",
            &["find", "list_server_toolsets"],
            Some("## search\n\nSearch with find."),
        ),
        (vec!["base"], "?search", &["hello", "list_server_toolsets"], None),
    ] {
        let url = crate::served::serve(build(publication.clone()).expect("a publication")).await;
        for lifecycle in LIFECYCLES {
            let client = http(&format!("{url}/mcp{query}"), lifecycle).await;
            assert_eq!(tools(&client).await, expected, "{publication:?} {query}");
            let told = client.peer_info().expect("the server introduced itself").instructions.clone();
            assert_eq!(told.as_deref(), instructions, "{publication:?} {query}");
        }
    }
}
