//! `#[toolset]` on the type instead of its impl.

use pegboard::prelude::*;

/// Distances.
#[toolset(name = "geo")]
struct Globe;

fn main() {
    let _ = Globe;
}
