//! Two templates of a toolset that differ in the names of their variables alone, and one URI twice.

use pegboard::prelude::*;

struct Globe;
struct Maps;

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// One place.
    #[resource(uri_template = "geo://place/{id}")]
    fn place(id: String) -> String {
        id
    }

    /// One place by its name.
    #[resource(uri_template = "geo://place/{name}")]
    fn named(name: String) -> String {
        name
    }

    /// The index.
    #[resource(uri = "geo://index")]
    fn index() -> String {
        "index".into()
    }
}

/// Maps.
#[toolset(name = "maps")]
impl Maps {
    /// The index again.
    #[resource(uri = "geo://index")]
    fn index() -> String {
        "index".into()
    }
}

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: Globe,
    atlas: Maps,
}

fn main() {
    let _ = Atlas { globe: Globe, atlas: Maps };
}
