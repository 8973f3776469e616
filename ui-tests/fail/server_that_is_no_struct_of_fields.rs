//! Servers that are no struct with named fields, or generic.

use pegboard::prelude::*;

#[derive(Server)]
#[server(name = "enum")]
enum Either {
    Globe(library::Globe),
}

#[derive(Server)]
#[server(name = "tuple")]
struct Tuple(library::Globe);

#[derive(Server)]
#[server(name = "unit")]
struct Unit;

#[derive(Server)]
#[server(name = "generic")]
struct Generic<E> {
    extension: E,
}

fn main() {
    let _ = (Either::Globe(library::Globe), Tuple(library::Globe), Unit, Generic { extension: library::Globe });
}
