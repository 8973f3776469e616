//! Instructions in a file that is not there.

use pegboard::prelude::*;

#[derive(Server)]
#[server(name = "atlas", instructions_file = "text/atlas.md")]
struct Atlas {
    globe: library::Globe,
}

fn main() {
    let _ = Atlas { globe: library::Globe };
}
