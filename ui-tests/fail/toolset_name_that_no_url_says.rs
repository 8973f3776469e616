//! Names of toolsets that a URL cannot say, or already says otherwise.

use pegboard::prelude::*;

struct Globe;

#[toolset(name = "Geo Data", description = "Distances.")]
#[toolset(name = "only", description = "Places.")]
#[toolset(name = "", description = "Weather.")]
#[toolset(name = "geo", description = "The rest.")]
impl Globe {
    /// Great-circle distance.
    #[tool(toolset = "geo")]
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
