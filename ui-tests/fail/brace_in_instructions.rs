//! Braces that are neither a name nor doubled.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo", instructions = "Answer as {\"km\": 878}, and end with }.")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
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
