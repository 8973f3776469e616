//! A text is shown exactly when everything that it names is active.

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
