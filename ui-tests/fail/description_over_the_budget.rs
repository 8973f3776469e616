//! Descriptions that a client would cut off.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Where a place is, as it is written in the gazetteer.
    #[tool(read_only)]
    fn find_place() -> String {
        "48.86, 2.35".into()
    }

    /// Great-circle distance, in kilometres.
    ///
    /// Its points are those that {find_place} gave.
    #[tool(read_only)]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// A bearing.
    #[tool(read_only)]
    fn bearing() -> String {
        "58".into()
    }
}

#[derive(Server)]
#[server(name = "atlas", description_budget = 40)]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
