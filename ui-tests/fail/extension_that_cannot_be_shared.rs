//! State that threads cannot share.

use std::cell::Cell;

use pegboard::prelude::*;

struct Counter {
    count: Cell<u32>,
}

/// Counting.
#[toolset(name = "count")]
impl Counter {
    /// One more.
    #[tool]
    fn count(&self) -> String {
        self.count.set(self.count.get() + 1);
        self.count.get().to_string()
    }
}

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    counter: Counter,
}

fn main() {
    std::mem::drop(pegboard::cli::run(|| Atlas { counter: Counter { count: Cell::new(0) } }));
}
