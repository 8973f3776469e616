//! Signatures that nobody outside could call.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance<T: Default>(&self) -> String {
        "878 km".into()
    }

    /// Where a place is.
    #[tool]
    fn find_place(name: impl Into<String>) -> String {
        name.into()
    }

    /// What lies there.
    #[tool]
    unsafe fn forecast() -> String {
        "rain".into()
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
