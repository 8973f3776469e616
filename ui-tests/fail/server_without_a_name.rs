//! No `#[server]`, one without a name, and one with an empty name.

use pegboard::prelude::*;

#[derive(Server)]
struct Silent {
    globe: library::Globe,
}

#[derive(Server)]
#[server(title = "Atlas")]
struct Nameless {
    globe: library::Globe,
}

#[derive(Server)]
#[server(name = " ")]
struct Blank {
    globe: library::Globe,
}

fn main() {
    let _ = (Silent { globe: library::Globe }, Nameless { globe: library::Globe }, Blank { globe: library::Globe });
}
