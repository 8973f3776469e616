//! Two functions of one name under exclusive `cfg`s are one tool; texts may name what `cfg` removed.

use pegboard::prelude::*;

struct System;

/// The system.
#[toolset(name = "system", instructions = "Ask {system}, or {never}.")]
impl System {
    /// Which it is.
    #[cfg(unix)]
    #[tool]
    fn system() -> String {
        "unix".into()
    }

    /// Which it is.
    #[cfg(not(unix))]
    #[tool]
    fn system() -> String {
        "another".into()
    }

    /// Nothing.
    #[cfg(any())]
    #[tool]
    fn never() {}
}

#[derive(Server)]
#[server(name = "host")]
struct Host {
    system: System,
    #[cfg(any())]
    absent: NoSuchType,
}

fn main() {
    let _ = Host { system: System };
}
