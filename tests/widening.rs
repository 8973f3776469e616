//! No client's selection, however it is written, reaches past what the operator published.

use std::collections::BTreeSet;

use pegboard::{Deployment, Publication, prelude::*};
use proptest::prelude::*;

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

/// What a query reaches: the active set as the endpoint decides it.
fn reached(deployment: &Deployment, query: &str) -> BTreeSet<&'static str> {
    let request = axum::http::Request::get(format!("/mcp?{query}")).body(()).expect("a URI");
    let (request, ()) = request.into_parts();
    deployment.active_for_request(&request).expect("a short query").names().collect()
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
    #[test]
    fn no_selection_widens_a_publication(wide in publication(), narrow in publication(), query in query()) {
        let narrow: BTreeSet<&str> = narrow.intersection(&wide).copied().collect();
        let of_wide = reached(&deploy(&wide), &query);
        prop_assert!(of_wide.is_subset(&wide), "{query} reaches {of_wide:?} of {wide:?}");
        if !narrow.is_empty() {
            let of_narrow = reached(&deploy(&narrow), &query);
            prop_assert!(of_narrow.is_subset(&narrow), "{query} reaches {of_narrow:?} of {narrow:?}");
            prop_assert!(of_narrow.is_subset(&of_wide), "{query} reaches {of_narrow:?}, and {of_wide:?} of more");
        }
    }
}
