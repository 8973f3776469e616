//! `#[toolset]` under two names on one impl.

use pegboard::{prelude::*, toolset as group};

struct Globe;

#[toolset(name = "geo", description = "Distances.")]
#[group(name = "places", description = "Places.")]
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
