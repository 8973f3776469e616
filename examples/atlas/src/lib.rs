//! `atlas`: arithmetic that is on by default, geography that a URL asks for, and a journal that is opened at its first use.

mod arithmetic;
mod gazetteer;
mod globe;
mod journal;

use std::path::PathBuf;

use arithmetic::Arithmetic;
use gazetteer::Gazetteer;
use globe::Globe;
use journal::Journal;
use pegboard::prelude::*;

/// The server.
#[derive(Debug, Server)]
#[server(
    name = "atlas",
    title = "Atlas",
    description = "Arithmetic, distances and bearings between real places, and notes about them.",
    instructions = "Answer with the numbers that the tools give, rounded to what the question needs.",
    snapshot = "toolsets.json"
)]
pub struct Atlas {
    arithmetic: Arithmetic,
    /// Its index is built when somebody asks.
    globe: OnDemand<Globe>,
    /// Its file is opened when somebody asks.
    journal: OnDemand<Journal>,
}

impl Atlas {
    /// A server whose journal lies in this folder.
    pub fn new(folder: PathBuf) -> Self {
        Self {
            arithmetic: Arithmetic,
            globe: OnDemand::new(|| async { Gazetteer::embedded().map(Globe::new) }),
            journal: OnDemand::new(move || Journal::open(folder.clone())),
        }
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_surface_is_the_reviewed_one() {
        pegboard::testing::assert_surface::<super::Atlas>("surface.json");
    }
}
