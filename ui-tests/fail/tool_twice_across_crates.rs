//! A library's extension already has a tool of this name.

use pegboard::prelude::*;

struct Roads;

/// Roads.
#[toolset(name = "roads")]
impl Roads {
    /// Distance by road.
    #[tool(read_only)]
    fn geo_distance() -> String {
        "1054 km".into()
    }
}

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    roads: Roads,
    globe: library::Globe,
}

fn main() {
    let _ = Atlas { roads: Roads, globe: library::Globe };
}
