//! A library's instructions name a tool that this server does not have.

use pegboard::prelude::*;

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: library::Globe,
    guide: library::Guide,
}

fn main() {
    let _ = Atlas { globe: library::Globe, guide: library::Guide };
}
