//! `#[tool]` on something of the block that is no function.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// In kilometres.
    #[tool]
    const RADIUS: &str = "6371";

    /// Great-circle distance.
    #[tool]
    fn geo_distance() -> String {
        Self::RADIUS.into()
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
