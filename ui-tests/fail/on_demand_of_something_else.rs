//! A recipe that makes something else, and a field on demand of what is no extension.

use pegboard::prelude::*;

struct Globe;
struct Maps;

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// Where a place is.
    #[tool]
    fn find_place(&self) -> String {
        "48.86, 2.35".into()
    }
}

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: OnDemand<Globe>,
    maps: OnDemand<Maps>,
}

fn main() {
    let globe: OnDemand<Globe> = OnDemand::new(|| async { Maps });
    let _ = globe;
}
