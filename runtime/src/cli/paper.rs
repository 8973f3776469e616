//! `surface`, `docs`: what of a server people review and read.

use std::{fs, path::Path};

use similar::TextDiff;

use super::{
    args::Docs,
    output::{complain, told},
};
use crate::{accept, catalog::Catalog, catalog::SchemaFault, reference, surface};

/// Prints the whole surface.
pub(super) fn surface(catalog: &'static Catalog) -> Result<(), String> {
    let surface = surface::surface(catalog).map_err(|faults| listed(&faults))?;
    told(&surface::printed(&surface))
}

/// Writes the reference into a file, or fails where it is stale.
pub(super) fn docs(catalog: &'static Catalog, path: &Path, docs: Docs) -> Result<(), String> {
    let shown = path.display();
    let text = fs::read_to_string(path).map_err(|error| format!("`{shown}` cannot be read: {error}"))?;
    let reference = reference::reference(catalog).map_err(|faults| listed(&faults))?;
    let now = reference::between(&text, &reference).map_err(|error| format!("`{shown}`: {error}"))?;
    if now == text {
        return Ok(());
    }
    match docs {
        Docs::Write => {
            accept::write(path, &now).map_err(|error| format!("`{shown}` cannot be written: {error}"))
        }
        Docs::Check => {
            let difference = TextDiff::from_lines(text.as_str(), now.as_str());
            let difference =
                difference.unified_diff().header("as it stands", "as it would be written").to_string();
            complain(&difference);
            Err(format!("`{shown}` is stale; write it with the same command without --check"))
        }
    }
}

fn listed(faults: &[SchemaFault]) -> String {
    faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
}
