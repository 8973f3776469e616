//! A macro whose tools the toolset could not see.

use pegboard::prelude::*;

macro_rules! distances {
    () => {
        /// Great-circle distance.
        #[tool(read_only)]
        fn geo_distance() -> String {
            "878 km".into()
        }
    };
}

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    distances!();

    /// Where a place is.
    #[tool(read_only)]
    fn find_place() -> String {
        "48.86, 2.35".into()
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
