//! All mistakes of a block are told together, and nothing else is.

use pegboard::prelude::*;

struct Globe;

#[toolset(name = "Geo", description = "Distances.", tilte = "Geography")]
#[toolset(name = "places", description = "Places.")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance() -> String {
        "878 km".into()
    }

    #[tool(toolset = "place", read_only, destructive)]
    fn find_place(&mut self) -> String {
        "48.86, 2.35".into()
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
