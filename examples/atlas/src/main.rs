//! `atlas`: arithmetic that is on by default, and geography that a URL asks for.

mod arithmetic;
mod gazetteer;
mod globe;

use std::process::ExitCode;

use arithmetic::Arithmetic;
use gazetteer::{Gazetteer, GazetteerError};
use globe::Globe;
use pegboard::prelude::*;

/// The server.
#[derive(Server)]
#[server(
    name = "atlas",
    title = "Atlas",
    description = "Arithmetic, and distances and bearings between real places.",
    instructions = "Answer with the numbers that the tools give, rounded to what the question needs."
)]
struct Atlas {
    arithmetic: Arithmetic,
    globe: Globe,
}

impl Atlas {
    fn new() -> Result<Self, GazetteerError> {
        Ok(Self { arithmetic: Arithmetic, globe: Globe::new(Gazetteer::embedded()?) })
    }
}

#[tokio::main]
async fn main() -> ExitCode {
    pegboard::cli::run(async || Atlas::new()).await
}
