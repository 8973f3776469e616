//! Fields that hold no extension, or hold one in a box.

use std::sync::Arc;

use pegboard::prelude::*;

struct Database;

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    database: Database,
    globe: Arc<library::Globe>,
}

#[derive(Server)]
#[server(name = "atlas")]
struct Optional {
    globe: Option<library::Globe>,
    guide: Box<library::Guide>,
}

fn main() {
    let _ = Atlas { database: Database, globe: Arc::new(library::Globe) };
    let _ = Optional { globe: None, guide: Box::new(library::Guide) };
}
