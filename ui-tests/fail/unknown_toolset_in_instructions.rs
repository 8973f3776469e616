//! Instructions that name a toolset that is not there.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo", instructions = "Add {toolset:goe} for more.")]
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
