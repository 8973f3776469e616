//! What a hook returns.

use pegboard::prelude::*;

struct Globe;

/// Places.
#[toolset(name = "geo")]
impl Globe {
    #[on_start]
    fn load(&self) -> usize {
        3
    }

    #[on_stop]
    async fn close(&self) -> Result<(), usize> {
        Ok(())
    }

    /// Where a place is.
    #[tool]
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
