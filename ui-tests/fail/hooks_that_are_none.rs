//! Functions that cannot run at a start or a stop.

use pegboard::prelude::*;

struct Globe;

/// Places.
#[toolset(name = "geo")]
impl Globe {
    #[on_start]
    fn load(&self) {}

    #[on_start(timeout = "30 seconds")]
    fn load_more(&self) {}

    #[on_stop]
    async fn close(&self, path: String) {
        drop(path);
    }

    /// Where a place is.
    #[tool]
    #[on_stop(timout = "1s")]
    fn find_place(&self) -> String {
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
