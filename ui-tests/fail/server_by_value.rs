//! The command takes what constructs the server, and not the server.

use pegboard::prelude::*;

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: library::Globe,
}

fn main() {
    std::mem::drop(pegboard::cli::run(Atlas { globe: library::Globe }));
}
