//! URIs that two toolsets could own: withholding one would leave them readable by the other.

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

    /// Within a toolset a literal beats a variable.
    #[resource(uri = "geo://place/home")]
    fn home() -> String {
        "home".into()
    }
}

/// Maps.
#[toolset(name = "maps")]
impl Maps {
    /// The map of the world.
    #[resource(uri = "geo://place/world")]
    fn world() -> String {
        "map".into()
    }

    /// Any kind of map.
    #[resource(uri_template = "geo://{kind}/map")]
    fn map(kind: String) -> String {
        kind
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
