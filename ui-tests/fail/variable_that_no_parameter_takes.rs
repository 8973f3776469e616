//! Variables of a template and parameters of its function that do not fit.

use pegboard::prelude::*;

struct Globe;

/// Places.
#[toolset(name = "geo")]
impl Globe {
    /// One place.
    #[resource(uri_template = "geo://place/{id}")]
    fn place(ids: String) -> String {
        ids
    }

    /// Where it lies.
    #[resource(uri_template = "geo://place/{id}/map/{zoom}")]
    fn map(id: String) -> String {
        id
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
