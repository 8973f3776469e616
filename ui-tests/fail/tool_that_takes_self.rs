//! Receivers that many clients at once cannot share.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance(self) -> String {
        "878 km".into()
    }

    /// Where a place is.
    #[tool]
    fn find_place(&mut self) -> String {
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
