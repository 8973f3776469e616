//! No client's selection, however it is written, reaches past what the operator published.

use std::collections::BTreeSet;

use pegboard::{Deployment, Publication, prelude::*};
use proptest::prelude::*;
use serde_json::json;
use tokio::runtime::Runtime;

use crate::{served::serve, wire::Wire};

const NAMES: [&str; 4] = ["alpha", "beta", "delta", "gamma"];

struct Four;

/// Four toolsets: one that is always on, one by default, and two that are not.
#[toolset(name = "alpha", default = false)]
#[toolset(name = "beta")]
#[toolset(name = "delta", always)]
#[toolset(name = "gamma", default = false)]
impl Four {
    /// A tool.
    #[tool(toolset = "alpha")]
    fn alpha_tool() {}

    /// A tool.
    #[tool(toolset = "beta")]
    fn beta_tool() {}

    /// A resource.
    #[resource(toolset = "delta", uri = "delta://fixed")]
    fn fixed() -> String {
        String::new()
    }

    /// A prompt.
    #[prompt(toolset = "gamma")]
    fn gamma_prompt() -> String {
        String::new()
    }
}

#[derive(Server)]
#[server(name = "four")]
struct Host {
    four: Four,
}

fn deploy(published: &BTreeSet<&str>) -> Deployment {
    let publication = Publication::only(published.iter().copied());
    Deployment::builder(Host { four: Four })
        .publish(publication)
        .toolsets_tool(true)
        .build()
        .expect("a publication")
}

/// What a query reaches: the toolsets of everything that a client is listed, and of everything that answers it.
fn reached(
    runtime: &Runtime,
    client: &reqwest::Client,
    deployment: &Deployment,
    query: &str,
) -> BTreeSet<String> {
    let request = axum::http::Request::get(format!("/mcp?{query}")).body(()).expect("a URI");
    let (request, ()) = request.into_parts();
    let active = deployment.active_for_request(&request).expect("a short query");
    let mut reached: BTreeSet<String> = active.names().map(str::to_owned).collect();
    runtime.block_on(async {
        let url = serve(deployment.clone()).await;
        let (mut wire, _) = Wire::alone(client, &format!("{url}/mcp?{query}")).await;
        for (method, list) in
            [("tools/list", "tools"), ("prompts/list", "prompts"), ("resources/list", "resources")]
        {
            let answer = wire.ask(method, json!({})).await;
            let listed = answer["result"][list].as_array().into_iter().flatten();
            reached.extend(
                listed.filter_map(|one| one["_meta"]["pegboard/toolset"].as_str().map(str::to_owned)),
            );
        }
        for (toolset, method, params) in [
            ("alpha", "tools/call", json!({ "name": "alpha_tool", "arguments": {} })),
            ("beta", "tools/call", json!({ "name": "beta_tool", "arguments": {} })),
            ("delta", "resources/read", json!({ "uri": "delta://fixed" })),
            ("gamma", "prompts/get", json!({ "name": "gamma_prompt" })),
        ] {
            if wire.ask(method, params).await.get("result").is_some() {
                reached.insert(toolset.to_owned());
            }
        }
    });
    reached
}

fn publication() -> impl Strategy<Value = BTreeSet<&'static str>> {
    prop::collection::btree_set(prop::sample::select(&NAMES[..]), 1..=4)
}

const WORDS: &[&str] = &[
    "only=",
    "without=",
    "toolsets=",
    "Only=",
    "&",
    ",",
    "+",
    "=",
    "%20",
    "%2C",
    "%26",
    "%",
    "*",
    "all",
    "omega",
];

/// Words of the grammar, names, and what lies between them, in any order.
fn query() -> impl Strategy<Value = String> {
    let word = prop_oneof![prop::sample::select(&NAMES[..]), prop::sample::select(WORDS)];
    let any = "[a-z%&=,+*;/?.~-]{0,12}";
    prop_oneof![
        prop::collection::vec(word, 0..12).prop_map(|words| words.concat()),
        any.prop_map(String::from)
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn no_selection_widens_a_publication(wide in publication(), narrow in publication(), query in query()) {
        let runtime = Runtime::new().expect("a runtime");
        let client = reqwest::Client::new();
        let reached = |published: &BTreeSet<&str>| reached(&runtime, &client, &deploy(published), &query);
        let within = |reached: &BTreeSet<String>, published: &BTreeSet<&str>| {
            reached.iter().all(|toolset| published.contains(toolset.as_str()))
        };
        let narrow: BTreeSet<&str> = narrow.intersection(&wide).copied().collect();
        let of_wide = reached(&wide);
        prop_assert!(within(&of_wide, &wide), "{query} reaches {of_wide:?} of {wide:?}");
        if !narrow.is_empty() {
            let of_narrow = reached(&narrow);
            prop_assert!(within(&of_narrow, &narrow), "{query} reaches {of_narrow:?} of {narrow:?}");
            prop_assert!(of_narrow.is_subset(&of_wide), "{query} reaches {of_narrow:?}, and {of_wide:?} of more");
        }
    }
}
