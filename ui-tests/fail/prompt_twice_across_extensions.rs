//! One prompt in two extensions; a tool of that name is another thing.

use pegboard::prelude::*;

struct Globe;
struct Guide;

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// Plans a journey.
    #[prompt]
    fn plan() -> String {
        "plan".into()
    }
}

/// Advice.
#[toolset(name = "guide")]
impl Guide {
    /// Plans a day.
    #[prompt(name = "plan")]
    fn plan_a_day() -> String {
        "plan".into()
    }

    /// Plans by itself.
    #[tool]
    fn plan() -> String {
        "planned".into()
    }
}

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: Globe,
    guide: Guide,
}

fn main() {
    let _ = Atlas { globe: Globe, guide: Guide };
}
