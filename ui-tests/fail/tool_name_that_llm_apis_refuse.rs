//! Names that MCP allows and the common LLM APIs do not.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(name = "geo.distance")]
    fn geo_distance() -> String {
        "878 km".into()
    }

    /// Where a place is.
    #[tool]
    fn find_the_place_that_a_person_means_when_they_say_a_name_in_their_own_language() -> String {
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
