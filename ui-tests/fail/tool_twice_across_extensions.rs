//! Two extensions bring a tool of one name.

use pegboard::prelude::*;

struct Globe;
struct Roads;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn distance() -> String {
        "878 km".into()
    }
}

/// Roads.
#[toolset(name = "roads")]
impl Roads {
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
    roads: Roads,
}

fn main() {
    let _ = Atlas { globe: Globe, roads: Roads };
}
