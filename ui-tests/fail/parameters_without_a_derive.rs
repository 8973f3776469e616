//! Arguments that cannot be described, and ones that cannot be read.

use pegboard::prelude::*;
use serde::Deserialize;

struct Globe;

#[derive(Deserialize)]
struct Undescribed {
    city: String,
}

#[derive(JsonSchema)]
struct Unreadable {
    city: String,
}

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Where a place is.
    #[tool(read_only)]
    async fn find_place(&self, Parameters(place): Parameters<Undescribed>) -> String {
        place.city
    }

    /// What lies there.
    #[tool(read_only)]
    async fn forecast(&self, Parameters(place): Parameters<Unreadable>) -> String {
        place.city
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
