//! Prompts, resources and a URI of the server's scheme that it does not have; a prompt named as a tool.

use pegboard::prelude::*;

struct Globe;

/// Places.
#[toolset(
    name = "geo",
    instructions = "Start with {prompt:plan_rout} or {plan_route}.

Read {geo://place/{ids}} and geo://indexes, not https://example.com/index."
)]
impl Globe {
    /// Plans a journey.
    #[prompt]
    fn plan_route() -> String {
        "plan".into()
    }

    /// One place.
    #[resource(uri_template = "geo://place/{id}")]
    fn place(id: String) -> String {
        id
    }

    /// The index.
    #[resource(uri = "geo://index")]
    fn index() -> String {
        "index".into()
    }
}

#[derive(Server)]
#[server(name = "atlas", prefix = "geo_")]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
