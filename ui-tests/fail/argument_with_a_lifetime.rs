//! Arguments that borrow from a request, and a result that borrows from them.

use pegboard::prelude::*;
use serde::Deserialize;

struct Globe;

#[derive(Deserialize, JsonSchema)]
struct Place<'a> {
    _name: &'a str,
}

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// Where a place is.
    #[tool]
    fn find_place<'a>(Parameters(_place): Parameters<Place<'a>>) -> String {
        "48.86, 2.35".into()
    }

    /// What lies there.
    #[tool]
    fn forecast(Parameters(_place): Parameters<Place<'_>>) -> String {
        "rain".into()
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
