//! What a prompt takes and returns.

use pegboard::prelude::*;

struct Globe;

#[derive(Debug)]
struct Away;

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// Plans a journey.
    #[prompt]
    fn plan(to: String) -> String {
        to
    }

    /// Counts.
    #[prompt]
    fn count() -> usize {
        3
    }

    /// Fails.
    #[prompt]
    fn fail() -> Result<String, Away> {
        Err(Away)
    }

    /// Reads nothing.
    #[resource(uri = "geo://count")]
    fn read_count() -> usize {
        3
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
