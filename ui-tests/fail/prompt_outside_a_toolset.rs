//! Components of each kind where no `#[toolset]` takes them.

use pegboard::prelude::*;

struct Globe;

impl Globe {
    /// Plans a journey.
    #[prompt]
    fn plan() -> String {
        "plan".into()
    }

    /// A place.
    #[resource(uri = "geo://place")]
    fn place() -> String {
        "Oslo".into()
    }

    #[complete(prompt = "plan", argument = "to")]
    fn places() -> Vec<String> {
        Vec::new()
    }
}

fn main() {
    let _ = (Globe::plan(), Globe::place(), Globe::places());
}
