//! What the names in texts come to in a server, and which passages that leaves; computed by the compiler.

use super::{
    composition::{Composition, Mask, NEVER, PROMPT, TOOLSETS_NAME, TOOLSETS_TOOL_HASH, bit},
    table::{Kind, Passage, Passages, Reference, Refers, Table},
    uri,
};

/// What each reference needs: 0 where there is no such thing.
pub const fn resolve<const N: usize>(composition: &Composition, references: &[Reference]) -> [Mask; N] {
    let mut resolved = [0; N];
    let mut at = 0;
    while at < N {
        let reference = &references[at];
        resolved[at] = match reference.kind {
            Refers::Tool | Refers::Prompt | Refers::Resource => component(composition, reference.hash),
            // Whatever kind of component it is the name of.
            Refers::Code | Refers::Word | Refers::Uri => match component(composition, reference.hash) {
                0 => match component(composition, reference.hash ^ PROMPT) {
                    0 => read_by(composition, reference.name),
                    mask => mask,
                },
                mask => mask,
            },
            Refers::Maybe => match component(composition, reference.hash) {
                0 => NEVER,
                mask => mask,
            },
            Refers::Glob => matching(composition, reference.name),
            Refers::Toolset => toolset(composition, reference.hash),
        };
        at += 1;
    }
    resolved
}

/// The toolset of a component, the built-in's own bit, or that of what `cfg` removed.
const fn component(composition: &Composition, hash: u128) -> Mask {
    if hash == TOOLSETS_TOOL_HASH {
        // Which tool has that name, the publication says.
        return TOOLSETS_NAME;
    }
    match composition.find(hash) {
        Some(row) => bit(row.toolset as usize),
        None if is_named(composition, hash) => NEVER,
        None => 0,
    }
}

/// The toolsets of all tools whose names start so.
const fn matching(composition: &Composition, start: &str) -> Mask {
    let mut mask = 0;
    let mut at = 0;
    while at < composition.components.len() {
        let row = &composition.components[at];
        let component = composition.component(row);
        if matches!(component.kind(), Kind::Tool) && starts_with(component.name, start) {
            mask |= bit(row.toolset as usize);
        }
        at += 1;
    }
    mask
}

/// The toolset of the template that a URI is read by.
const fn read_by(composition: &Composition, uri: &str) -> Mask {
    let mut at = 0;
    while at < composition.components.len() {
        let row = &composition.components[at];
        let component = composition.component(row);
        if matches!(component.kind(), Kind::Template) && uri::matches(component.name, uri) {
            return bit(row.toolset as usize);
        }
        at += 1;
    }
    0
}

/// Whether a resource has a URI of the same scheme.
const fn has_scheme(composition: &Composition, uri: &str) -> bool {
    let mut at = 0;
    while at < composition.components.len() {
        let component = composition.component(&composition.components[at]);
        if matches!(component.kind(), Kind::Resource | Kind::Template)
            && uri::same_scheme(component.name, uri)
        {
            return true;
        }
        at += 1;
    }
    false
}

pub(super) const fn starts_with(name: &str, start: &str) -> bool {
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

pub(super) const fn toolset(composition: &Composition, hash: u128) -> Mask {
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
            Refers::Uri => !composition.rules.prefix.is_empty() && has_scheme(composition, reference.name),
            Refers::Word => {
                !composition.rules.prefix.is_empty() && starts_with(reference.name, composition.rules.prefix)
            }
            _ => true,
        }
}

/// How many references name what is not there.
pub(super) const fn count_faults(
    composition: &Composition,
    references: &[Reference],
    resolved: &[Mask],
) -> usize {
    let mut faults = 0;
    let mut at = 0;
    while at < resolved.len() {
        if is_fault(composition, &references[at], resolved[at]) {
            faults += 1;
        }
        at += 1;
    }
    faults
}

/// Whether the source has a component of this name, compiled or not.
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

/// What each passage of an extension needs; what `cfg` removed has a place too, and needs nothing there.
pub const fn masks<const N: usize>(table: &Table, resolved: &[Mask]) -> [Mask; N] {
    let mut masks = [0; N];
    let mut at = 0;
    while at < table.toolsets.len() {
        let toolset = &table.toolsets[at];
        fill(&mut masks, &toolset.instructions, table.references, resolved);
        if let Some(description) = &toolset.description {
            fill(&mut masks, &description.passages, table.references, resolved);
        }
        at += 1;
    }
    at = 0;
    while at < table.components.len() {
        fill(&mut masks, &table.components[at].description.passages, table.references, resolved);
        at += 1;
    }
    masks
}

const fn fill(masks: &mut [Mask], passages: &Passages, references: &[Reference], resolved: &[Mask]) {
    let mut at = 0;
    while at < passages.all.len() {
        masks[passages.from as usize + at] = mask(&passages.all[at], references, resolved);
        at += 1;
    }
}

/// The same for the server's own text.
pub const fn own_masks<const N: usize>(
    passages: &Passages,
    references: &[Reference],
    resolved: &[Mask],
) -> [Mask; N] {
    let mut masks = [0; N];
    fill(&mut masks, passages, references, resolved);
    masks
}

/// All that a passage names. Of a glob one tool is enough, and a toolset only needs to be published: these are
/// not for the mask.
pub(crate) const fn mask(passage: &Passage, references: &[Reference], resolved: &[Mask]) -> Mask {
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
