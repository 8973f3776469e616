//! The instructions that a model reads: the server's text and those of the active toolsets, in order.

use crate::{
    active::ActiveSet,
    catalog::{
        Catalog,
        walk::{self, Text},
    },
};

/// The server's text, then a heading and the text of each active toolset; `None` where nothing is shown.
pub(crate) fn render(catalog: &'static Catalog, active: ActiveSet) -> Option<String> {
    let own = shown(catalog, catalog.own_text(), active);
    let toolsets = catalog.toolsets().enumerate().filter(|(at, _)| active.holds_toolset(*at));
    let parts = toolsets.filter_map(|(at, toolset)| {
        let texts: Vec<String> = catalog.texts(at).filter_map(|text| shown(catalog, text, active)).collect();
        (!texts.is_empty()).then(|| format!("## {}\n\n{}", toolset.title(), texts.join("\n\n")))
    });
    let parts: Vec<String> = own.into_iter().chain(parts).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// What an active set shows of a text, without blank lines around it.
pub(crate) fn shown(catalog: &'static Catalog, text: Text, active: ActiveSet) -> Option<String> {
    walk::shown(catalog.composition(), text, active.shown())
}
