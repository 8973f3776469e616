//! Arguments that MCP cannot carry.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Where a place is.
    #[tool(read_only)]
    async fn find_place(&self, Parameters(city): Parameters<String>) -> String {
        city
    }

    /// What lies there.
    #[tool(read_only)]
    async fn forecast(&self, Parameters(places): Parameters<Vec<String>>) -> String {
        places.join(", ")
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
