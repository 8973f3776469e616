//! An argument as one would write it on an ordinary function.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Where a place is.
    #[tool(read_only)]
    async fn find_place(&self, city: String) -> String {
        city
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
