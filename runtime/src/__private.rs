//! All that generated code names. Not for use by hand, and no part of what versions promise.

pub use core::{self, option::Option, primitive, result::Result};

pub use std::sync::Arc;

use rmcp::model::{Annotations, Icon, MetaObject};

use crate::catalog::{
    resolve::mask,
    walk::{self, Active, Text},
};

pub use crate::catalog::{
    Address, Catalog, Identity, Mounted,
    budget::check_instructions,
    call::{
        Call, Called, answer, answer_json, answer_json_or_fail, answer_or_fail, argument, parameters, refuse,
    },
    checks::{MountedIn, Site, faults, faulty},
    complete::{Complete, Completed, completion, completion_argument},
    composition::{ComponentRow, Composition, Mask, Rules, ToolsetRow},
    declare::{Composed, Dispatch, Erased, OneToolsetImplPerType, Server, server_shared_by_all_clients},
    get::{Get, Got, prompt, prompt_argument, prompt_parameters},
    merge::{count_components, count_toolsets, merge_components, merge_toolsets},
    read::{Read, ReadBack, missing, resource, resource_argument, variable},
    report::{check_own_text, check_text, report_component, report_toolset},
    resolve::{masks, own_masks, resolve},
    run::{fail, finish, finish_now, no_such_index},
    schema::{Input, NoInput, NoOutput, Output, described},
    snapshot::{accepts, check_snapshot, missing_snapshot, text, toolsets_json, toolsets_json_length},
    table::{
        About, Completion, Component, Description, Hints, Passage, Passages, Piece, Readable, Reference,
        Refers, Shape, Table, Toolset,
    },
};

/// `icons = …`: anything that gives icons.
pub fn icons(icons: impl IntoIterator<Item = Icon>) -> Vec<Icon> {
    icons.into_iter().collect()
}

/// `meta = …`: the `_meta` of a component.
pub fn meta(meta: impl Into<MetaObject>) -> MetaObject {
    meta.into()
}

/// `annotations = …`: how clients should use a resource.
pub fn annotations(annotations: Annotations) -> Annotations {
    annotations
}

pub use crate::accept::assert_snapshot;
pub use crate::wake::{
    hook::{Hook, hook, hook_now, hook_outcome, no_hook},
    recipe::Waking,
};
pub use core::time::Duration;

/// How the extensions of a server come to be, in field order.
pub type Wakings = Vec<Waking>;

/// The same from as many as there are.
pub fn wakings<const COUNT: usize>(wakings: [Waking; COUNT]) -> Wakings {
    wakings.into()
}

/// Where a server that did not compile would be shared.
pub fn never<S>(_: S) -> Arc<Erased> {
    ::std::unreachable!("a server with mistakes does not compile")
}

/// What an active set of these toolsets shows of a text, and how many UTF-16 units the compiler counts of it; for
/// tests of texts that no macro has seen.
#[must_use]
pub fn show(
    catalog: &'static Catalog,
    passages: &[Passage],
    references: &[Reference],
    active: Mask,
) -> (String, usize) {
    let composition = catalog.composition();
    let resolved: Vec<Mask> = references
        .iter()
        .map(|reference| resolve::<1>(composition, std::slice::from_ref(reference))[0])
        .collect();
    let masks: Vec<Mask> = passages.iter().map(|passage| mask(passage, references, &resolved)).collect();
    let text = Text { passages, masks: &masks, references, resolved: &resolved };
    let active = Active::of_all(active);
    let shown = walk::shown(composition, text, active).unwrap_or_default();
    (shown, walk::measure(composition, text, active))
}
