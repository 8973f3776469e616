//! What only the whole server can know, checked by the compiler and told at the author's token.

use super::{
    composition::{Composition, MAX_TOOLSETS, Mask, NEVER, TOOLSETS_TOOL, TOOLSETS_TOOL_HASH},
    declare::Composed,
    table::{Passage, Reference, Refers, Shape, Table},
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

/// What each reference needs: 0 where there is no such thing.
pub const fn resolve<const N: usize>(composition: &Composition, references: &[Reference]) -> [Mask; N] {
    let mut resolved = [0; N];
    let mut at = 0;
    while at < N {
        let reference = &references[at];
        resolved[at] = match reference.kind {
            Refers::Tool | Refers::Code | Refers::Word => tool(composition, reference.hash),
            Refers::Maybe => match tool(composition, reference.hash) {
                0 => NEVER,
                mask => mask,
            },
            Refers::Glob => matching(composition, reference.name),
            Refers::Toolset => toolset(composition, reference.hash),
            // There are no such components yet.
            Refers::Prompt | Refers::Resource => 0,
        };
        at += 1;
    }
    resolved
}

/// The toolset of a tool, the built-in's own bit, or that of what `cfg` removed.
const fn tool(composition: &Composition, hash: u128) -> Mask {
    match composition.find(hash) {
        Some(row) => bit(row.toolset as usize),
        None if hash == TOOLSETS_TOOL_HASH => TOOLSETS_TOOL,
        None if is_named(composition, hash) => NEVER,
        None => 0,
    }
}

const fn bit(toolset: usize) -> Mask {
    1 << (toolset % MAX_TOOLSETS)
}

/// The toolsets of all tools whose names start so.
const fn matching(composition: &Composition, start: &str) -> Mask {
    let mut mask = 0;
    let mut at = 0;
    while at < composition.tools.len() {
        let row = &composition.tools[at];
        if starts_with(composition.tool(row).name, start) {
            mask |= bit(row.toolset as usize);
        }
        at += 1;
    }
    mask
}

const fn starts_with(name: &str, start: &str) -> bool {
    let (name, start) = (name.as_bytes(), start.as_bytes());
    let mut at = 0;
    while at < start.len() {
        if at >= name.len() || name[at] != start[at] {
            return false;
        }
        at += 1;
    }
    true
}

const fn toolset(composition: &Composition, hash: u128) -> Mask {
    let mut at = 0;
    while at < composition.toolsets.len() {
        if composition.toolsets[at].hash == hash {
            return bit(at);
        }
        at += 1;
    }
    0
}

/// Whether a reference names what is not there, and must not.
pub(super) const fn is_fault(composition: &Composition, reference: &Reference, resolved: Mask) -> bool {
    resolved == 0
        && match reference.kind {
            Refers::Code => false,
            Refers::Word => !composition.prefix.is_empty() && starts_with(reference.name, composition.prefix),
            _ => true,
        }
}

/// Whether the source has a tool of this name, compiled or not.
const fn is_named(composition: &Composition, hash: u128) -> bool {
    let mut extension = 0;
    while extension < composition.extensions.len() {
        let named = composition.extensions[extension].named;
        let (mut low, mut high) = (0, named.len());
        while low < high {
            let middle = low.midpoint(high);
            if named[middle] < hash {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        if low < named.len() && named[low] == hash {
            return true;
        }
        extension += 1;
    }
    false
}

/// What each passage of an extension needs: those of the instructions of all toolsets, then of their
/// descriptions, then of the tools'. `N` counts those of tools that `cfg` removed too.
pub const fn masks<const N: usize>(table: &Table, resolved: &[Mask]) -> [Mask; N] {
    let mut masks = [0; N];
    let mut filled = 0;
    let mut at = 0;
    while at < table.toolsets.len() {
        filled = fill(&mut masks, filled, table.toolsets[at].passages, table.references, resolved);
        at += 1;
    }
    at = 0;
    while at < table.toolsets.len() {
        if let Some(description) = &table.toolsets[at].description {
            filled = fill(&mut masks, filled, description.passages, table.references, resolved);
        }
        at += 1;
    }
    at = 0;
    while at < table.tools.len() {
        filled = fill(&mut masks, filled, table.tools[at].description.passages, table.references, resolved);
        at += 1;
    }
    masks
}

const fn fill(
    masks: &mut [Mask],
    mut filled: usize,
    passages: &[Passage],
    references: &[Reference],
    resolved: &[Mask],
) -> usize {
    let mut at = 0;
    while at < passages.len() {
        masks[filled] = mask(&passages[at], references, resolved);
        filled += 1;
        at += 1;
    }
    filled
}

/// The same for the server's own text.
pub const fn own_masks<const N: usize>(
    passages: &[Passage],
    references: &[Reference],
    resolved: &[Mask],
) -> [Mask; N] {
    let mut masks = [0; N];
    let mut at = 0;
    while at < N {
        masks[at] = mask(&passages[at], references, resolved);
        at += 1;
    }
    masks
}

/// All that a passage names. Of a glob one tool is enough, and a toolset only needs to be published: these are
/// not for the mask.
const fn mask(passage: &Passage, references: &[Reference], resolved: &[Mask]) -> Mask {
    let mut mask = 0;
    let mut at = 0;
    while at < passage.references.len() {
        let position = passage.references[at] as usize;
        if !matches!(references[position].kind, Refers::Glob | Refers::Toolset) {
            mask |= resolved[position];
        }
        at += 1;
    }
    mask
}

/// How many mistakes an extension makes in `S`; none are counted while any extension is broken.
pub const fn faults<S: Composed>(table: &Table, resolved: &[Mask]) -> usize {
    let composition = S::COMPOSITION;
    if composition.broken {
        return 0;
    }
    let mut faults = 0;
    let mut at = 0;
    while at < resolved.len() {
        if is_fault(composition, &table.references[at], resolved[at]) {
            faults += 1;
        }
        at += 1;
    }
    at = 0;
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

/// Whether any of the siblings from `at` on is shown.
const fn shows_any(
    passages: &[Passage],
    mut at: usize,
    end: usize,
    references: &[Reference],
    resolved: &[Mask],
    active: Mask,
) -> bool {
    while at < end {
        let passage = &passages[at];
        let after = at + 1 + passage.inside as usize;
        let inside = match passage.shape {
            Shape::Leaf => true,
            Shape::Head => {
                passage.inside == 0 || shows_any(passages, at + 1, after, references, resolved, active)
            }
            Shape::List | Shape::Item { .. } => {
                shows_any(passages, at + 1, after, references, resolved, active)
            }
        };
        if inside && holds(passage, references, resolved, active) {
            return true;
        }
        at = after;
    }
    false
}

const fn holds(passage: &Passage, references: &[Reference], resolved: &[Mask], active: Mask) -> bool {
    let mut at = 0;
    while at < passage.references.len() {
        let position = passage.references[at] as usize;
        if matches!(references[position].kind, Refers::Glob) && resolved[position] & active == 0 {
            return false;
        }
        at += 1;
    }
    mask(passage, references, resolved) & !active == 0
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
