//! A misspelt toolset, one in the wrong case, and one that is nothing like any.

use pegboard::prelude::*;

struct Globe;

#[toolset(name = "geo", description = "Distances.")]
#[toolset(name = "places", description = "Places.")]
impl Globe {
    /// Great-circle distance.
    #[tool(toolset = "goe")]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// Where a place is.
    #[tool(toolset = "Places")]
    fn find_place() -> String {
        "48.86, 2.35".into()
    }

    /// What lies there.
    #[tool(toolset = "weather")]
    fn forecast() -> String {
        "rain".into()
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
