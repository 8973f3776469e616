//! An impl with a tool and no `#[toolset]`.

use pegboard::prelude::*;

struct Globe;

impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance() -> String {
        "878 km".into()
    }
}

fn main() {
    Globe::geo_distance();
}
