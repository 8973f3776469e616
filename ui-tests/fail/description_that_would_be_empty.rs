//! A description that names a tool of another toolset everywhere: without that, a model would read nothing.

use pegboard::prelude::*;

struct Globe;

/// Distances and places.
#[toolset(name = "geo")]
#[toolset(name = "places")]
impl Globe {
    /// Great-circle distance, between points that {find_place} gave.
    #[tool(toolset = "geo")]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// Where a place is.
    ///
    /// Pass it to {geo_distnce} in code: `{geo_distnce}`.
    #[tool(toolset = "places", description = "Where a place is, for {geo_distnce}.")]
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
