//! Two structs of arguments, where a call brings one object.

use pegboard::prelude::*;
use serde::Deserialize;

struct Globe;

#[derive(Deserialize, JsonSchema)]
struct From {
    _from: String,
}

#[derive(Deserialize, JsonSchema)]
struct To {
    _to: String,
}

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool]
    fn geo_distance(Parameters(_from): Parameters<From>, Parameters(_to): Parameters<To>) -> String {
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
