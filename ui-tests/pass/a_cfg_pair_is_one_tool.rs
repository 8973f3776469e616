//! Two functions of one name under exclusive `cfg`s are one tool; texts may name what `cfg` removed.

use pegboard::prelude::*;

#[derive(serde::Deserialize, JsonSchema)]
struct Wish {
    what: String,
}

struct System;

/// The system.
#[toolset(name = "system", instructions = "Ask {system}, or {never}.")]
impl System {
    /// Which it is.
    #[cfg(unix)]
    #[tool]
    fn system() -> String {
        "unix".into()
    }

    /// Which it is.
    #[cfg(not(unix))]
    #[tool]
    fn system() -> String {
        "another".into()
    }

    /// Asks for it.
    #[cfg(unix)]
    #[prompt]
    fn ask(Parameters(Wish { what }): Parameters<Wish>) -> String {
        what
    }

    /// Asks for it.
    #[cfg(not(unix))]
    #[prompt]
    fn ask(Parameters(Wish { what }): Parameters<Wish>) -> String {
        what
    }

    #[cfg(unix)]
    #[complete(prompt = "ask", argument = "what")]
    fn what(typed: Typed) -> Vec<String> {
        vec![typed.value]
    }

    #[cfg(not(unix))]
    #[complete(prompt = "ask", argument = "what")]
    fn what() -> Vec<String> {
        Vec::new()
    }

    /// One of two.
    #[cfg(any())]
    #[resource(uri_template = "system://{part}")]
    fn part(part: NoSuchType) -> String {
        part
    }

    /// The other.
    #[cfg(not(any()))]
    #[resource(uri_template = "system://{part}")]
    fn part(part: String) -> String {
        part
    }

    /// Nothing.
    #[cfg(any())]
    #[tool]
    fn never() {}
}

#[derive(Server)]
#[server(name = "host")]
struct Host {
    system: System,
    #[cfg(any())]
    absent: NoSuchType,
}

fn main() {
    let deployment = pegboard::Deployment::builder(Host { system: System }).build();
    assert!(deployment.is_ok(), "one completion is left of each pair");
}
