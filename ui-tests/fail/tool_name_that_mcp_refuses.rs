//! Names that the protocol does not allow.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(name = "geo distance")]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// Where a place is.
    #[tool(name = "")]
    fn find_place() -> String {
        "48.86, 2.35".into()
    }

    /// Höhe über dem Meer.
    #[tool]
    fn höhe() -> String {
        "35 m".into()
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
