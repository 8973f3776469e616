//! One type in two fields.

use pegboard::prelude::*;

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: library::Globe,
    spare: library::Globe,
}

fn main() {
    let _ = Atlas { globe: library::Globe, spare: library::Globe };
}
