//! The instructions that a model reads: the passages that the active set holds, in order.

use crate::{
    active::ActiveSet,
    catalog::{Catalog, composition::Mask, table::Passage},
};

/// The server's text, then a heading and the text of each active toolset; `None` where nothing is shown.
pub(crate) fn render(catalog: &'static Catalog, active: ActiveSet) -> Option<String> {
    let own = shown(catalog.own_passages(), active);
    let toolsets = catalog.toolsets().enumerate().filter(|(at, _)| active.holds_toolset(*at));
    let parts = toolsets.filter_map(|(at, toolset)| {
        let text = shown(catalog.passages(at), active)?;
        Some(format!("## {}\n\n{text}", toolset.title()))
    });
    let parts: Vec<String> = own.into_iter().chain(parts).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

fn shown(passages: impl Iterator<Item = (&'static Passage, Mask)>, active: ActiveSet) -> Option<String> {
    let shown = passages
        .filter(|(_, needs)| active.holds(*needs))
        .map(|(passage, _)| passage.text.trim_matches('\n'));
    let shown: Vec<&str> = shown.filter(|text| !text.is_empty()).collect();
    (!shown.is_empty()).then(|| shown.join("\n\n"))
}
