//! What only the whole server can know, checked by the compiler and told at the author's token.

use super::{
    Mounted, budget,
    composition::{Composition, MAX_TOOLSETS, Mask, bit},
    declare::Composed,
    resolve::{count_faults, toolset},
    table::{Component, Kind, Table},
    uri,
    walk::{Active, Text, shows_any},
};

/// What the compiler checks of an extension in a server, and computes for it.
///
/// `CHECK` panics with the `NTH` mistake, if there are so many. The compiler shows the names of the trait
/// and the constant to whoever made the mistake. All else is the same for every `NTH`.
pub trait MountedIn<S: Composed, const NTH: usize> {
    /// For each reference the toolset that it needs; 0 where the server has no such tool.
    #[doc(hidden)]
    const RESOLVED: &'static [Mask] = &[];
    /// For each passage all toolsets that it needs.
    #[doc(hidden)]
    const MASKS: &'static [Mask] = &[];
    /// Both.
    #[doc(hidden)]
    const MOUNTED: Mounted = Mounted { masks: Self::MASKS, resolved: Self::RESOLVED };
    /// How many mistakes there are.
    #[doc(hidden)]
    const FAULTS: usize = 0;
    /// Evaluates to nothing, or not at all.
    const CHECK: () = ();
}

/// Where a mistake other than a text's stands.
#[derive(Debug)]
pub enum Site {
    /// A component, by the index of its function in the block.
    Component(u16),
    /// A toolset, by its position in the table.
    Toolset(u16),
    /// There is none of this number.
    Nowhere,
}

/// How many mistakes an extension makes in `S`; none are counted while any extension is broken.
pub const fn faults<S: Composed>(table: &Table, mounted: &Mounted) -> usize {
    let composition = S::COMPOSITION;
    if composition.broken {
        return 0;
    }
    let mut faults = count_faults(composition, table.references, mounted.resolved);
    let mut at = 0;
    while at < table.components.len() {
        if component_fault(composition, table, mounted, at).is_some() {
            faults += 1;
        }
        at += 1;
    }
    at = 0;
    while at < table.toolsets.len() {
        if toolset_fault(composition, table, at) {
            faults += 1;
        }
        at += 1;
    }
    faults
}

/// What is wrong with a component.
pub(super) enum ComponentFault {
    /// Another has its name.
    Twin,
    /// The common LLM APIs do not take its name.
    Name,
    /// Its URIs may be those of another, at this row.
    Overlaps(usize),
    /// Its description is empty in some selection that shows it.
    Speechless,
    /// Its description has more UTF-16 units than the server wants.
    TooLong(usize),
}

pub(super) const fn component_fault(
    composition: &'static Composition,
    table: &Table,
    mounted: &Mounted,
    position: usize,
) -> Option<ComponentFault> {
    let component = &table.components[position];
    if composition.twins && is_twin(composition, component.hash) {
        return Some(ComponentFault::Twin);
    }
    if matches!(component.kind(), Kind::Tool)
        && !composition.rules.mcp_names
        && !fits_llm_apis(component.name)
    {
        return Some(ComponentFault::Name);
    }
    let home = toolset(composition, table.toolsets[component.toolset as usize].hash);
    if let Some(row) = overlapping(composition, component, home) {
        return Some(ComponentFault::Overlaps(row));
    }
    if !component.description.passages.all.is_empty() {
        // The more is active, the more is shown, so the least counts.
        let text = Text::of(table, &component.description.passages, mounted);
        if !shows_any(composition, text, Active::of_all(home | composition.always())) {
            return Some(ComponentFault::Speechless);
        }
    }
    let limit = composition.rules.description_budget;
    if limit > 0 {
        let units = budget::description(composition, table, component, home, mounted);
        if units > limit {
            return Some(ComponentFault::TooLong(units));
        }
    }
    None
}

/// The row of another component that a URI could be read by as well. Within a toolset a literal beats a variable,
/// so there only two templates of one shape are as good as each other.
const fn overlapping(composition: &Composition, component: &Component, home: Mask) -> Option<usize> {
    let kind = component.kind();
    if !matches!(kind, Kind::Resource | Kind::Template) {
        return None;
    }
    let mut at = 0;
    while at < composition.components.len() {
        let row = &composition.components[at];
        let other = composition.component(row);
        let either = matches!(kind, Kind::Template) || matches!(other.kind(), Kind::Template);
        let uris = matches!(other.kind(), Kind::Resource | Kind::Template);
        if either && uris && row.hash != component.hash {
            let meet = if bit(row.toolset as usize) == home {
                uri::same_shape(component.name, other.name)
            } else {
                uri::overlap(component.name, other.name)
            };
            if meet {
                return Some(at);
            }
        }
        at += 1;
    }
    None
}

const fn is_twin(composition: &Composition, hash: u128) -> bool {
    let mut at = 1;
    while at < composition.components.len() {
        if composition.components[at].hash == hash && composition.components[at - 1].hash == hash {
            return true;
        }
        at += 1;
    }
    false
}

/// 1 to 64 of `[A-Za-z0-9_-]`; MCP's own rule was checked by the macro.
const fn fits_llm_apis(name: &str) -> bool {
    let bytes = name.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        if bytes[at] == b'.' {
            return false;
        }
        at += 1;
    }
    bytes.len() <= 64
}

/// A toolset's mistakes are told where it is declared first, a contradiction where it is declared later.
const fn toolset_fault(composition: &Composition, table: &Table, position: usize) -> bool {
    let declared = &table.toolsets[position];
    let mut at = 0;
    while at < composition.toolsets.len() {
        let row = &composition.toolsets[at];
        if row.hash == declared.hash {
            return (row.described.is_none() && first_owner(composition, row.hash, Says::Anything, table))
                || contradicts(row.default, declared.default)
                || contradicts(row.always, declared.always)
                || (at == MAX_TOOLSETS && first_owner(composition, row.hash, Says::Anything, table));
        }
        at += 1;
    }
    false
}

pub(super) const fn contradicts(one: Option<bool>, other: Option<bool>) -> bool {
    matches!((one, other), (Some(true), Some(false)) | (Some(false), Some(true)))
}

/// What of a toolset a declaration says.
#[derive(Clone, Copy)]
pub(super) enum Says {
    Anything,
    Default,
    Always,
}

/// Whether `table` is the first to say this of the toolset.
const fn first_owner(composition: &Composition, hash: u128, says: Says, table: &Table) -> bool {
    same(owner(composition, hash, says).type_name, table.type_name)
}

/// The first extension that says this of the toolset.
pub(super) const fn owner(composition: &Composition, hash: u128, says: Says) -> &'static Table {
    let mut extension = 0;
    while extension < composition.extensions.len() {
        let toolsets = composition.extensions[extension].toolsets;
        let mut at = 0;
        while at < toolsets.len() {
            let said = match says {
                Says::Anything => true,
                Says::Default => toolsets[at].default.is_some(),
                Says::Always => toolsets[at].always.is_some(),
            };
            if toolsets[at].hash == hash && said {
                return composition.extensions[extension];
            }
            at += 1;
        }
        extension += 1;
    }
    &Table::EMPTY
}

const fn same(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    if one.len() != other.len() {
        return false;
    }
    let mut at = 0;
    while at < one.len() {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The `nth` mistake, of which `passed` were in texts.
pub const fn faulty<S: Composed>(table: &Table, mounted: &Mounted, mut passed: usize, nth: usize) -> Site {
    let composition = S::COMPOSITION;
    let mut at = 0;
    while at < table.components.len() {
        if component_fault(composition, table, mounted, at).is_some() {
            if passed == nth {
                return Site::Component(table.components[at].index);
            }
            passed += 1;
        }
        at += 1;
    }
    let mut position: u16 = 0;
    while (position as usize) < table.toolsets.len() {
        if toolset_fault(composition, table, position as usize) {
            if passed == nth {
                return Site::Toolset(position);
            }
            passed += 1;
        }
        position += 1;
    }
    Site::Nowhere
}
