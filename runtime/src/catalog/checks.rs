//! What only the whole server can know, checked by the compiler and told at the author's token.

use super::{
    composition::{Composition, MAX_TOOLSETS, Mask},
    declare::Composed,
    resolve::{bit, count_faults, shows_any, toolset},
    table::Table,
};

/// What the compiler checks of an extension in a server, and computes for it.
///
/// `CHECK` panics with the `NTH` mistake, if there are so many. The compiler shows the names of the trait
/// and the constant to whoever made the mistake. All else is the same for every `NTH`.
pub trait MountedIn<S: Composed, const NTH: usize> {
    /// For each reference the toolset that it needs; 0 where the server has no such tool.
    #[doc(hidden)]
    const RESOLVED: &'static [Mask] = &[];
    /// For each passage, in the order of the toolsets, all toolsets that it needs.
    #[doc(hidden)]
    const MASKS: &'static [Mask] = &[];
    /// How many mistakes there are.
    #[doc(hidden)]
    const FAULTS: usize = 0;
    /// Evaluates to nothing, or not at all.
    const CHECK: () = ();
}

/// Where a mistake other than a text's stands.
#[derive(Debug)]
pub enum Site {
    /// A tool, by its index in the block.
    Tool(u16),
    /// A toolset, by its position in the table.
    Toolset(u16),
    /// There is none of this number.
    Nowhere,
}

/// How many mistakes an extension makes in `S`; none are counted while any extension is broken.
pub const fn faults<S: Composed>(table: &Table, resolved: &[Mask]) -> usize {
    let composition = S::COMPOSITION;
    if composition.broken {
        return 0;
    }
    let mut faults = count_faults(composition, table.references, resolved);
    let mut at = 0;
    while at < table.tools.len() {
        if tool_fault(composition, table, resolved, at) {
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

const fn tool_fault(composition: &Composition, table: &Table, resolved: &[Mask], position: usize) -> bool {
    (composition.twins && is_twin(composition, table.tools[position].hash))
        || (!composition.mcp_names && !fits_llm_apis(table.tools[position].name))
        || is_speechless(composition, table, resolved, position)
}

/// Whether a tool's description is empty in some selection that shows the tool. The more is active, the more is
/// shown, so the least counts: its own toolset and those that are always on.
pub(super) const fn is_speechless(
    composition: &Composition,
    table: &Table,
    resolved: &[Mask],
    position: usize,
) -> bool {
    let tool = &table.tools[position];
    if tool.description.passages.is_empty() {
        return false;
    }
    let mut least = toolset(composition, table.toolsets[tool.toolset as usize].hash);
    let mut at = 0;
    while at < composition.toolsets.len() {
        if matches!(composition.toolsets[at].always, Some(true)) {
            least |= bit(at);
        }
        at += 1;
    }
    let passages = tool.description.passages;
    !shows_any(passages, 0, passages.len(), table.references, resolved, least)
}

pub(super) const fn is_twin(composition: &Composition, hash: u128) -> bool {
    let mut at = 1;
    while at < composition.tools.len() {
        if composition.tools[at].hash == hash && composition.tools[at - 1].hash == hash {
            return true;
        }
        at += 1;
    }
    false
}

/// 1 to 64 of `[A-Za-z0-9_-]`; MCP's own rule was checked by the macro.
pub(super) const fn fits_llm_apis(name: &str) -> bool {
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
pub const fn faulty<S: Composed>(table: &Table, resolved: &[Mask], mut passed: usize, nth: usize) -> Site {
    let composition = S::COMPOSITION;
    let mut at = 0;
    while at < table.tools.len() {
        if tool_fault(composition, table, resolved, at) {
            if passed == nth {
                return Site::Tool(table.tools[at].index);
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
