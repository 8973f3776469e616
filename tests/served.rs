//! What the original system served for two toolsets, replayed: the same answers for each query.

use pegboard::{Deployment, Selection, http::HttpOptions, prelude::*};
use rmcp::model::Tool;
use serde::Deserialize;
use serde_json::Value;

use crate::clients::{LIFECYCLES, http};

struct Math;
struct Geo;

/// Sums and products.
#[toolset(name = "math", title = "Math", instructions = "Call the math tools for sums; do not guess.")]
impl Math {
    /// The sum.
    #[tool(read_only)]
    fn add() -> String {
        "3".into()
    }

    /// The product.
    #[tool(read_only)]
    fn multiply() -> String {
        "2".into()
    }
}

/// Capitals of countries.
#[toolset(name = "geo", title = "Geography", default = false, instructions = "Country names are in English.")]
impl Geo {
    /// The capital.
    #[tool(read_only)]
    fn get_capital_of_country() -> String {
        "Paris".into()
    }

    /// The country.
    #[tool(read_only)]
    fn get_country_of_capital() -> String {
        "France".into()
    }
}

#[derive(Server)]
#[server(name = "host")]
pub(crate) struct Host {
    math: Math,
    geo: Geo,
}

pub(crate) fn host() -> Host {
    Host { math: Math, geo: Geo }
}

#[derive(Deserialize)]
struct Recorded {
    configs: Vec<Config>,
    list_server_toolsets_annotations: Value,
}

#[derive(Deserialize)]
struct Config {
    command: Vec<String>,
    requests: Vec<Asked>,
}

#[derive(Deserialize)]
struct Asked {
    query: Option<String>,
    toolsets_status: u16,
    toolsets: Value,
    instructions: Option<String>,
    tools_list_names: Vec<String>,
}

/// The value of `--flag VALUE` in a recorded command.
fn argument<'a>(command: &'a [String], flag: &str) -> Option<&'a str> {
    let at = command.iter().position(|word| word == flag)?;
    command.get(at + 1).map(String::as_str)
}

/// Serves on a free port for as long as the test runs.
pub(crate) async fn serve(deployment: Deployment) -> String {
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let address = listener.local_addr().expect("an address");
    let router = pegboard::http::router(deployment, &HttpOptions::default());
    tokio::spawn(async move { axum::serve(listener, router).await });
    format!("http://{address}")
}

fn sorted(names: impl IntoIterator<Item = String>) -> Vec<String> {
    let mut names: Vec<String> = names.into_iter().collect();
    names.sort_unstable();
    names
}

#[tokio::test]
async fn every_recorded_query_is_answered_the_same() {
    let recorded: Recorded = serde_json::from_str(include_str!("vectors/served.json")).expect("the record");
    for config in &recorded.configs {
        let mut builder = Deployment::builder(host()).toolsets_tool(true);
        if let Some(text) = argument(&config.command, "--toolsets") {
            builder =
                builder.default_selection(text.parse::<Selection>().expect("every text is a selection"));
        }
        if let Some(key) = argument(&config.command, "--ignore-query-key") {
            builder = builder.ignore_query_keys([key]);
        }
        let url = serve(builder.build().expect("a deployment")).await;
        for asked in &config.requests {
            replay(&url, asked, &recorded.list_server_toolsets_annotations).await;
        }
    }
}

async fn replay(url: &str, asked: &Asked, annotations: &Value) {
    let query = asked.query.as_ref().map(|query| format!("?{query}")).unwrap_or_default();
    let answer = reqwest::get(format!("{url}/toolsets{query}")).await.expect("an answer");
    assert_eq!(answer.status().as_u16(), asked.toolsets_status);
    let mut toolsets: Value = answer.json().await.expect("JSON");
    // Ours alone: what looks like a slip.
    toolsets.as_object_mut().expect("an object").remove("notes");
    assert_eq!(toolsets, asked.toolsets, "{query}");
    for lifecycle in LIFECYCLES {
        let client = http(&format!("{url}/mcp{query}"), lifecycle).await;
        let opened = client.peer_info().expect("the server introduced itself");
        assert_eq!(opened.instructions.as_ref(), asked.instructions.as_ref(), "{query} {lifecycle:?}");
        let tools: Vec<Tool> = client.list_all_tools().await.expect("tools can be listed");
        let names = sorted(tools.iter().map(|tool| tool.name.to_string()));
        assert_eq!(names, sorted(asked.tools_list_names.clone()), "{query} {lifecycle:?}");
        let built_in = tools.last().expect("the built-in comes last");
        assert_eq!(built_in.name, "list_server_toolsets");
        assert_eq!(serde_json::to_value(&built_in.annotations).expect("JSON"), *annotations);
        client.cancel().await.expect("the client closes");
    }
}
