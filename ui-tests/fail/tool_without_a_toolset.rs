//! Two toolsets are declared, and a tool says neither.

use pegboard::prelude::*;

struct Globe;

#[toolset(name = "geo", description = "Distances.")]
#[toolset(name = "places", description = "Places.")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// Where a place is.
    #[tool(toolset = "places")]
    fn find_place() -> String {
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
