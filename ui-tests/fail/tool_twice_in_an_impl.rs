//! Two functions of one wire name.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn distance() -> String {
        "878 km".into()
    }

    /// Distance by road.
    #[tool(name = "distance")]
    fn road_distance() -> String {
        "1054 km".into()
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
