//! A snapshot that nobody has accepted yet.

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

    /// Where a place is.
    #[tool(read_only)]
    fn find_place() -> String {
        "48.86, 2.35".into()
    }
}

#[derive(Server)]
#[server(name = "atlas", snapshot = "text/nowhere.json", snapshot_deny)]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
