//! A tool that only reads, and destroys.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only, destructive)]
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
