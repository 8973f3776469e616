//! One function as a tool and as a prompt.

use pegboard::prelude::*;

struct Globe;

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// Plans a journey.
    #[tool]
    #[prompt]
    fn plan() -> String {
        "plan".into()
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
