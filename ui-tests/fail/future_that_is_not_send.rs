//! A tool that holds what cannot move between threads while it waits.

use std::rc::Rc;

use pegboard::prelude::*;

struct Globe;

/// Distances.
#[toolset(name = "geo")]
impl Globe {
    /// Where a place is.
    #[tool(read_only)]
    async fn find_place(&self) -> String {
        let name = Rc::new("Paris".to_owned());
        std::future::ready(()).await;
        name.to_string()
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
