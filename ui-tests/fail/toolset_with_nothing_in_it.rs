//! A toolset that was declared and forgotten.

use pegboard::prelude::*;

struct Globe;

#[toolset(name = "geo", description = "Distances.")]
#[toolset(name = "places", description = "Places.")]
impl Globe {
    /// Great-circle distance.
    #[tool(toolset = "geo")]
    fn geo_distance() -> String {
        "878 km".into()
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
