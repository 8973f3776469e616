//! `atlas`: arithmetic that is on by default, and geography that a URL asks for.

mod arithmetic;
mod gazetteer;
mod globe;

use arithmetic::Arithmetic;
use gazetteer::Gazetteer;
pub use gazetteer::GazetteerError;
use globe::Globe;
use pegboard::prelude::*;

/// The server.
#[derive(Debug, Server)]
#[server(
    name = "atlas",
    title = "Atlas",
    description = "Arithmetic, and distances and bearings between real places.",
    instructions = "Answer with the numbers that the tools give, rounded to what the question needs.",
    snapshot = "toolsets.json"
)]
pub struct Atlas {
    arithmetic: Arithmetic,
    globe: Globe,
}

impl Atlas {
    /// Reads the embedded gazetteer.
    pub fn new() -> Result<Self, GazetteerError> {
        Ok(Self { arithmetic: Arithmetic, globe: Globe::new(Gazetteer::embedded()?) })
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_surface_is_the_reviewed_one() {
        pegboard::testing::assert_surface::<super::Atlas>("surface.json");
    }
}
