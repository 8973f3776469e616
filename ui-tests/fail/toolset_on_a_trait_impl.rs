//! `#[toolset]` on an impl of a trait.

use pegboard::prelude::*;

trait Distances {
    fn geo_distance() -> String;
}

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Distances for Globe {
    /// Great-circle distance.
    #[tool]
    fn geo_distance() -> String {
        "878 km".into()
    }
}

fn main() {
    Globe::geo_distance();
}
