//! URIs and templates that no client could send.

use pegboard::prelude::*;

struct Globe;

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// No scheme.
    #[resource(uri = "places")]
    fn places() -> String {
        "Oslo".into()
    }

    /// A template where one resource is meant.
    #[resource(uri = "geo://place/{id}")]
    fn place() -> String {
        "Oslo".into()
    }

    /// One resource where a template is meant.
    #[resource(uri_template = "geo://home")]
    fn home() -> String {
        "Oslo".into()
    }

    /// More than level 1 of RFC 6570.
    #[resource(uri_template = "geo://search/{?q,limit}")]
    fn search() -> String {
        "Oslo".into()
    }

    /// Nobody could say where the first ends.
    #[resource(uri_template = "geo://{x}{y}")]
    fn grid(x: String, y: String) -> String {
        x + &y
    }

    /// Left open.
    #[resource(uri_template = "geo://map/{id")]
    fn map() -> String {
        "a map".into()
    }

    /// Blanks.
    #[resource(uri = "geo://new york")]
    fn city() -> String {
        "New York".into()
    }

    /// A path that clients shorten.
    #[resource(uri = "geo://a/../b")]
    fn up() -> String {
        "b".into()
    }

    /// None at all.
    #[resource]
    fn nothing() -> String {
        "nothing".into()
    }

    /// Both.
    #[resource(uri = "geo://both", uri_template = "geo://both/{id}")]
    fn both(id: String) -> String {
        id
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
