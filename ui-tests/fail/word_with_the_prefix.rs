//! A word with the prefix of all tools that is none of them.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo", instructions = "Braces are not needed around {=geo_distance}, nor around geo_distances.")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance() -> String {
        "878 km".into()
    }
}

#[derive(Server)]
#[server(name = "atlas", prefix = "geo_")]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
