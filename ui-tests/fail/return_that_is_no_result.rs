//! Results that no model can be told.

use pegboard::prelude::*;

struct Globe;

struct Point;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Where a place is.
    #[tool(read_only)]
    async fn find_place(&self) -> Point {
        Point
    }

    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance() -> Result<String, std::io::Error> {
        Ok("878 km".into())
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
