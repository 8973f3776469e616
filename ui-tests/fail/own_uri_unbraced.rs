//! Components of the same impl without braces: renaming them would leave the text behind.

use pegboard::prelude::*;

struct Globe;

/// Places.
#[toolset(name = "geo", instructions = "Start with plan_route, and read geo://index.")]
impl Globe {
    /// Plans a journey.
    #[prompt]
    fn plan_route() -> String {
        "plan".into()
    }

    /// The index.
    #[resource(uri = "geo://index")]
    fn index() -> String {
        "index".into()
    }
}

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
