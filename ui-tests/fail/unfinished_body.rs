//! A body that is being typed: the other methods stay, and nothing else is wrong.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance(&self) {
        self.
    }

    /// Where a place is.
    #[tool(read_only)]
    fn find_place(&self) -> String {
        "48.86, 2.35".into()
    }
}

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: Globe,
}

fn main() {
    let atlas = Atlas { globe: Globe };
    atlas.globe.find_place();
}
