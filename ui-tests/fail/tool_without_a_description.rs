//! A tool of which a model would know nothing but the name.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    #[tool(read_only)]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// Where a place is.
    #[tool(description = "")]
    fn find_place() -> String {
        "48.86, 2.35".into()
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
