//! rustc's own warning, which generated code must not hide.

#![deny(dead_code)]

use pegboard::prelude::*;

struct Lonely;

/// Distances.
#[toolset(name = "geo")]
impl Lonely {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance(&self) -> String {
        "878 km".into()
    }
}

fn main() {}
