//! Keys that are being typed: the methods stay, and nothing else is wrong.

use pegboard::prelude::*;

struct Globe;

#[toolset(name = "geo", description = )]
#[toolset(name = "places", description = "Places.", )]
impl Globe {
    /// Great-circle distance.
    #[tool(toolset = )]
    fn geo_distance(&self) -> String {
        "878 km".into()
    }

    /// Where a place is.
    #[tool(toolset = "places", , read_only)]
    fn find_place(&self) -> String {
        "48.86, 2.35".into()
    }
}

#[derive(Server)]
#[server(name = )]
struct Atlas {
    globe: Globe,
}

fn main() {
    let atlas = Atlas { globe: Globe };
    atlas.globe.find_place();
}
