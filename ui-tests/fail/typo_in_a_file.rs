//! Instructions in a file that name a tool that this server does not have.

use pegboard::prelude::*;

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: library::Globe,
    book: library::Book,
}

fn main() {
    let _ = Atlas { globe: library::Globe, book: library::Book };
}
