//! A text is shown exactly when everything that it names is active.

#![allow(clippy::doc_markdown, reason = "doc comments here are descriptions, with references in them")]

use pegboard::{Deployment, prelude::*};

use crate::{
    clients::{Lifecycle, http},
    served::serve,
};

struct Places;
struct Routes;

/// Places.
#[toolset(
    name = "places",
    title = "Places",
    instructions = "Look up with {find_place}; braces are {{these}}."
)]
impl Places {
    /// Where a place is.
    #[tool(read_only)]
    fn find_place() -> String {
        "here".into()
    }

    /// Never compiled.
    #[cfg(any())]
    #[tool(read_only)]
    fn fly() -> String {
        "there".into()
    }
}

/// Routes between places.
#[toolset(name = "routes", instructions = "First {find_place}, then {route}.")]
#[toolset(name = "flights", description = "Flights.", instructions = "Board with {board}, or {fly}.")]
impl Routes {
    /// How to get there.
    #[tool(toolset = "routes")]
    fn route() -> String {
        "left".into()
    }

    /// A seat.
    #[tool(toolset = "flights")]
    fn board() -> String {
        "12A".into()
    }
}

#[derive(Server)]
#[server(name = "host", instructions = "Mind {route}.")]
struct Host {
    places: Places,
    routes: Routes,
}

#[tokio::test]
async fn each_text_needs_all_that_it_names() {
    let deployment =
        Deployment::builder(Host { places: Places, routes: Routes }).build().expect("a deployment");
    let url = serve(deployment).await;
    let places = "## Places\n\nLook up with find_place; braces are {these}.";
    let routes = "## routes\n\nFirst find_place, then route.";
    for (query, expected) in [
        ("", Some(format!("Mind route.\n\n{places}\n\n{routes}"))),
        ("?only=places", Some(places.to_owned())),
        ("?only=routes", Some("Mind route.".to_owned())),
        ("?only=routes,flights", Some("Mind route.".to_owned())),
        ("?only=flights", None),
    ] {
        let client = http(&format!("{url}/mcp{query}"), Lifecycle::Session).await;
        let opened = client.peer_info().expect("the server introduced itself");
        assert_eq!(opened.instructions, expected, "{query}");
    }
}

struct Atlas;

/// Places, as {route} on a map.
#[toolset(name = "map")]
#[toolset(name = "way", description = "Ways. Start with {sketch}, or {route}.\n\nNot {blocked} ones.")]
impl Atlas {
    /// Draws a map, as JSON `{"a": {sketch}}`.
    ///
    /// 1. Find with {find_way}.
    /// 2. Draw.
    #[tool(toolset = "map")]
    fn sketch() {}

    /// Finds a way.
    ///
    /// Better than {sketch}.
    #[tool(toolset = "way")]
    fn find_way() {}

    /// A route.
    #[tool(toolset = "way", name = "route")]
    fn route_to() {}

    /// Nothing.
    #[cfg(any())]
    #[tool(toolset = "way")]
    fn blocked() {}
}

#[derive(Server)]
#[server(name = "described")]
struct Described {
    atlas: Atlas,
}

#[tokio::test]
async fn descriptions_name_nothing_that_is_not_there() {
    let deployment = Deployment::builder(Described { atlas: Atlas }).build().expect("a deployment");
    let url = serve(deployment).await;
    let map = "Draws a map, as JSON `{\"a\": sketch}`.";
    for (query, expected) in [
        (
            "",
            vec![
                format!("{map}\n\n1. Find with find_way.\n2. Draw."),
                "Finds a way.\n\nBetter than sketch.".into(),
                "A route.".into(),
            ],
        ),
        ("?only=map", vec![format!("{map}\n\n1. Draw.")]),
        ("?only=way", vec!["Finds a way.".into(), "A route.".into()]),
    ] {
        let client = http(&format!("{url}/mcp{query}"), Lifecycle::Discover).await;
        let tools = client.list_all_tools().await.expect("tools can be listed");
        let described: Vec<String> =
            tools.into_iter().filter_map(|tool| Some(tool.description?.into_owned())).collect();
        assert_eq!(described, expected, "{query}");
    }
    for (query, map, way) in [
        ("", "Places, as route on a map.", "Ways. Start with sketch, or route."),
        // Each as if it were active, and the other as it is.
        ("?only=map", "", "Ways. Start with sketch, or route."),
        ("?only=way", "Places, as route on a map.", ""),
    ] {
        let answer = reqwest::get(format!("{url}/toolsets{query}")).await.expect("an answer");
        let answer: serde_json::Value = answer.json().await.expect("JSON");
        assert_eq!(
            (&answer["toolsets"][0]["description"], &answer["toolsets"][1]["description"]),
            (&map.into(), &way.into()),
            "{query}"
        );
    }
}
