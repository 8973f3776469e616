//! Instructions that name tools that no extension has.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(
    name = "geo",
    instructions = "Look a place up with {find_place}.

Then call {geo_distnce}."
)]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance() -> String {
        "878 km".into()
    }
}

#[derive(Server)]
#[server(name = "atlas", instructions = "Start with {geo_distance}, end with {ged_distance}.")]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
