//! A toolset that is always on, and off by default.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo", always, default = false)]
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
