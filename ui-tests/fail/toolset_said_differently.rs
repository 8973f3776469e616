//! Two extensions that say different things of one toolset.

use pegboard::prelude::*;

struct Globe;
struct Roads;

/// Distances.
#[toolset(name = "geo", default = false)]
#[toolset(name = "core", description = "What is always there.", always)]
impl Globe {
    /// Great-circle distance.
    #[tool(toolset = "geo")]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// The version.
    #[tool(toolset = "core")]
    fn version() -> String {
        "1".into()
    }
}

/// Roads.
#[toolset(name = "geo", description = "Distances.", default)]
#[toolset(name = "core", always = false)]
impl Roads {
    /// Distance by road.
    #[tool(toolset = "geo")]
    fn road_distance() -> String {
        "1054 km".into()
    }

    /// The edition.
    #[tool(toolset = "core")]
    fn edition() -> String {
        "2".into()
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
