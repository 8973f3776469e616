//! More mistakes in one text than are told one by one.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo", instructions = "{one_a} {two_b} {three_c} {four_d} {five_e} {six_f} {seven_g}")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
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
