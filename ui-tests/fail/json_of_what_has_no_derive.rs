//! Structured content without what describes it.

use pegboard::prelude::*;

struct Globe;

#[derive(serde::Serialize)]
struct Point {
    latitude: f64,
}

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// Where a place is.
    #[tool]
    fn find_place() -> Json<Point> {
        Json(Point { latitude: 48.86 })
    }

    /// Where it was.
    #[tool]
    fn find_old_place() -> Result<Json<Point>, String> {
        Ok(Json(Point { latitude: 48.86 }))
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
