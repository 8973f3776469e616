//! Completions of what this impl does not have.

use pegboard::prelude::*;

struct Globe;

/// Places.
#[toolset(name = "geo")]
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

    #[complete(prompt = "plan_rout", argument = "from")]
    #[complete(resource = "geo://place/{id}", variable = "ID")]
    #[complete(prompt = "plan_route")]
    fn names(typed: Typed) -> Vec<String> {
        vec![typed.value]
    }

    #[complete(resource = "geo://place/{id}", variable = "id")]
    #[complete(resource = "geo://place/{id}", variable = "id")]
    fn ids() -> Vec<String> {
        Vec::new()
    }

    /// Both.
    #[tool]
    #[complete(prompt = "plan_route", argument = "to")]
    fn both() -> String {
        "both".into()
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
