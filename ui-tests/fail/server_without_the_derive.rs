//! A struct of extensions that was not made a server.

struct Atlas {
    _globe: library::Globe,
}

fn main() {
    std::mem::drop(pegboard::cli::run(async || Atlas { _globe: library::Globe }));
}
