//! A tool that belongs to no type.

use pegboard::prelude::*;

/// Great-circle distance.
#[tool]
fn geo_distance() -> String {
    "878 km".into()
}

fn main() {
    geo_distance();
}
