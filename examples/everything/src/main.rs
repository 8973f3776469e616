//! The command of `everything`.

mod ask;
mod content;
mod dialogue;
mod library;
mod rounds;

use std::process::ExitCode;

use pegboard::prelude::*;

/// One of each thing that the protocol has.
#[derive(Server)]
#[server(
    name = "everything",
    title = "Everything",
    description = "One of each thing that the protocol has.",
    logging,
    instructions = "Everything here is for tests: nothing that you call changes anything."
)]
struct Everything {
    content: content::Content,
    dialogue: dialogue::Dialogue,
    rounds: rounds::Rounds,
    library: library::Library,
}

#[tokio::main]
async fn main() -> ExitCode {
    pegboard::cli::run(|| Everything {
        content: content::Content,
        dialogue: dialogue::Dialogue,
        rounds: rounds::Rounds::new(),
        library: library::Library,
    })
    .await
}
