//! A tool among a trait's methods, and one in an impl of a trait.

use pegboard::prelude::*;

trait Distances {
    /// Great-circle distance.
    #[tool]
    fn geo_distance() -> String;
}

struct Globe;

impl Distances for Globe {
    #[tool]
    fn geo_distance() -> String {
        "878 km".into()
    }
}

fn main() {
    Globe::geo_distance();
}
