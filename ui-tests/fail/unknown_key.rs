//! Keys that are misspelt, repeated, or have a value of another type.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo", defualt = false)]
impl Globe {
    /// Great-circle distance.
    #[tool(readonly)]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// Where a place is.
    #[tool(title = "Place", title = "Places")]
    fn find_place() -> String {
        "48.86, 2.35".into()
    }

    /// What lies there.
    #[tool(title = 1, read_only = "yes")]
    fn forecast() -> String {
        "rain".into()
    }
}

#[derive(Server)]
#[server(nmae = "atlas")]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
