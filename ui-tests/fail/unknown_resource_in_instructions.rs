//! Instructions that name a resource and a prompt that are not there.

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo", instructions = "Read {geo://place/{id}}, or ask {prompt:plan}.")]
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
