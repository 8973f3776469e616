//! A parameter that neither a URI nor a request can give, and a variable of a type that no text is read as.

use pegboard::prelude::*;

struct Globe;
struct Metres(f64);

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// One place.
    #[resource(uri_template = "geo://place/{id}")]
    fn place(id: String, language: String) -> String {
        id + &language
    }

    /// What is around.
    #[resource(uri_template = "geo://around/{radius}")]
    fn around(radius: Metres) -> String {
        radius.0.to_string()
    }
}

#[derive(Server)]
#[server(name = "atlas")]
struct Atlas {
    globe: Globe,
}

fn main() {
    let _ = Atlas { globe: Globe };
}
