//! All that generated code names. Not for use by hand, and no part of what versions promise.

pub use core::{self, option::Option, primitive, result::Result};

pub use std::sync::Arc;

use rmcp::model::{Icon, MetaObject};

pub use crate::catalog::{
    Catalog, Identity, Mounted,
    call::{
        Call, Called, answer, answer_json, answer_json_or_fail, answer_or_fail, argument, finish, finish_now,
        no_such_index, parameters, refuse, unreachable,
    },
    checks::{MountedIn, Site, faults, faulty},
    composition::{
        Composition, Mask, ToolRow, ToolsetRow, count_tools, count_toolsets, merge_tools, merge_toolsets,
    },
    declare::{Composed, Dispatch, Erased, OneToolsetImplPerType, Server, server_shared_by_all_clients},
    report::{check_own_text, check_text, report_tool, report_toolset},
    resolve::{masks, own_masks, resolve},
    schema::{Input, NoInput, NoOutput, Output, described},
    table::{Description, Hints, Passage, Piece, Reference, Refers, Shape, Table, Tool, Toolset},
};

/// `icons = …`: anything that gives icons.
pub fn icons(icons: impl IntoIterator<Item = Icon>) -> Vec<Icon> {
    icons.into_iter().collect()
}

/// `meta = …`: the `_meta` of a component.
pub fn meta(meta: impl Into<MetaObject>) -> MetaObject {
    meta.into()
}

/// Where a server that did not compile would be shared.
pub fn never<S>(_: S) -> Arc<Erased> {
    ::std::unreachable!("a server with mistakes does not compile")
}

/// What an active set of these toolsets shows of a text; for tests of texts that no macro has seen.
#[must_use]
pub fn show(
    catalog: &'static Catalog,
    passages: &'static [Passage],
    references: &'static [Reference],
    active: Mask,
) -> Option<String> {
    let resolved: Vec<Mask> = references
        .iter()
        .map(|reference| resolve::<1>(catalog.composition(), std::slice::from_ref(reference))[0])
        .collect();
    let masks: Vec<Mask> = passages
        .iter()
        .map(|passage| own_masks::<1>(std::slice::from_ref(passage), references, &resolved)[0])
        .collect();
    let text = crate::catalog::Text { passages, masks: masks.leak(), references, resolved: resolved.leak() };
    crate::instructions::shown(catalog, text, crate::ActiveSet::new(catalog, active))
}
