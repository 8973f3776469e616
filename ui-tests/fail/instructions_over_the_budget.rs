//! Instructions that a client would cut off: those of a toolset alone, which are longer than those of the bare URL.

use pegboard::prelude::*;

struct Globe;
struct Arithmetic;

/// Distances.
#[toolset(
    name = "geo",
    title = "Geography",
    default = false,
    instructions = "Measure with {geo_distance}, and round to what the question needs."
)]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    fn geo_distance() -> String {
        "878 km".into()
    }
}

/// Sums.
#[toolset(name = "math", instructions = "Use {add}.")]
impl Arithmetic {
    /// Adds.
    #[tool(read_only)]
    fn add() -> String {
        "2".into()
    }
}

#[derive(Server)]
#[server(name = "atlas", instructions = "Be brief.", instructions_budget = 88)]
struct Atlas {
    arithmetic: Arithmetic,
    globe: Globe,
}

fn main() {
    let _ = Atlas { arithmetic: Arithmetic, globe: Globe };
}
