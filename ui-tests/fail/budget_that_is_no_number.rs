//! A budget in words, and one that no length can have.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance() -> String {
        "878 km".into()
    }
}

#[derive(Server)]
#[server(name = "atlas", instructions_budget = "none", description_budget = 99999999999999999999)]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
