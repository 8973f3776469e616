//! Texts that the macro cannot read, since macros and constants are expanded later.

use pegboard::prelude::*;

const TITLE: &str = "Geography";

struct Globe;

/// Distances.
#[toolset(name = "geo", title = TITLE, instructions = concat!("Measure", " first."))]
impl Globe {
    /// Great-circle distance.
    #[tool(description = "Great-circle" + " distance.")]
    fn geo_distance() -> String {
        "878 km".into()
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
