//! A toolset that `cfg` emptied is no mistake.

#![deny(warnings)]

use pegboard::prelude::*;

struct Globe;

#[toolset(name = "geo", description = "Distances.")]
#[toolset(name = "windows", description = "What Windows has.")]
impl Globe {
    /// Great-circle distance.
    #[tool(toolset = "geo")]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// Nothing.
    #[cfg(any())]
    #[tool(toolset = "windows")]
    fn registry() -> String {
        "key".into()
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
