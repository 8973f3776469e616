//! Extensions of another crate.

use pegboard::prelude::*;

/// Knows distances.
#[derive(Debug)]
pub struct Globe;

/// Distances on the globe.
#[toolset(name = "geo")]
impl Globe {
    /// Great-circle distance.
    #[tool(read_only)]
    pub fn geo_distance() -> String {
        "878 km".into()
    }
}

/// Names a tool that only some servers have.
#[derive(Debug)]
pub struct Guide;

/// Advice on distances.
#[toolset(
    name = "guide",
    instructions = "Measure first.

Then call {geo_distnce}."
)]
impl Guide {
    /// What to do next.
    #[tool(read_only)]
    pub fn advise() -> String {
        "measure".into()
    }
}

/// Has its instructions in a file.
#[derive(Debug)]
pub struct Book;

/// Advice from a file.
#[toolset(name = "book", instructions_file = "text/book.md")]
impl Book {
    /// Opens it.
    #[tool(read_only)]
    pub fn open_book() -> String {
        "open".into()
    }
}
