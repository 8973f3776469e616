//! What only the whole server can know, checked by the compiler and told at the author's token.

use super::{
    composition::{Composition, MAX_TOOLSETS, Mask, NEVER},
    declare::Composed,
    message::{Message, distance, reach},
    table::{Reference, Table},
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

/// The toolset that each reference needs.
pub const fn resolve<const N: usize>(composition: &Composition, references: &[Reference]) -> [Mask; N] {
    let mut resolved = [0; N];
    let mut at = 0;
    while at < N {
        resolved[at] = match composition.find(references[at].hash) {
            Some(row) => 1 << (row.toolset as usize % MAX_TOOLSETS),
            None if is_named(composition, references[at].hash) => NEVER,
            None => 0,
        };
        at += 1;
    }
    resolved
}

/// Whether the source has a tool of this name, compiled or not.
const fn is_named(composition: &Composition, hash: u128) -> bool {
    let mut extension = 0;
    while extension < composition.extensions.len() {
        let named = composition.extensions[extension].named;
        let mut at = 0;
        while at < named.len() {
            if named[at] == hash {
                return true;
            }
            at += 1;
        }
        extension += 1;
    }
    false
}

/// What each passage needs.
pub const fn masks<const N: usize>(table: &Table, resolved: &[Mask]) -> [Mask; N] {
    let mut masks = [0; N];
    let mut filled = 0;
    let mut toolset = 0;
    while toolset < table.toolsets.len() {
        let passages = table.toolsets[toolset].passages;
        let mut at = 0;
        while at < passages.len() {
            let mut reference = 0;
            while reference < passages[at].references.len() {
                masks[filled] |= resolved[passages[at].references[reference] as usize];
                reference += 1;
            }
            filled += 1;
            at += 1;
        }
        toolset += 1;
    }
    masks
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
        if resolved[at] == 0 {
            faults += 1;
        }
        at += 1;
    }
    at = 0;
    while at < table.tools.len() {
        if tool_fault(composition, table, at) {
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

const fn tool_fault(composition: &Composition, table: &Table, position: usize) -> bool {
    (composition.twins && is_twin(composition, table.tools[position].hash))
        || (!composition.mcp_names && !fits_llm_apis(table.tools[position].name))
}

const fn is_twin(composition: &Composition, hash: u128) -> bool {
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
            return (row.description.is_none() && first_owner(composition, row.hash, Says::Anything, table))
                || contradicts(row.default, declared.default)
                || contradicts(row.always, declared.always)
                || (at == MAX_TOOLSETS && first_owner(composition, row.hash, Says::Anything, table));
        }
        at += 1;
    }
    false
}

const fn contradicts(one: Option<bool>, other: Option<bool>) -> bool {
    matches!((one, other), (Some(true), Some(false)) | (Some(false), Some(true)))
}

/// What of a toolset a declaration says.
#[derive(Clone, Copy)]
enum Says {
    Anything,
    Default,
    Always,
}

/// Whether `table` is the first to say this of the toolset.
const fn first_owner(composition: &Composition, hash: u128, says: Says, table: &Table) -> bool {
    same(owner(composition, hash, says).type_name, table.type_name)
}

/// The first extension that says this of the toolset.
const fn owner(composition: &Composition, hash: u128, says: Says) -> &'static Table {
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

/// Panics if the `nth` mistake is one of this text's; otherwise returns how many have been passed.
#[track_caller]
#[allow(clippy::too_many_arguments, reason = "called by generated code alone, once a literal")]
pub const fn check_text<S: Composed>(
    toolset: &str,
    references: &[Reference],
    resolved: &[Mask],
    from: usize,
    to: usize,
    mut passed: usize,
    nth: usize,
    faults: usize,
) -> usize {
    let mut at = from;
    while at < to {
        if resolved[at] == 0 {
            if passed == nth {
                let mut message = Message::new();
                message.say("toolset ");
                message.name(toolset);
                unknown_tool(S::COMPOSITION, message, &references[at], nth, faults);
            }
            passed += 1;
        }
        at += 1;
    }
    passed
}

/// The same for the server's own instructions.
#[track_caller]
pub const fn check_own_text(composition: &Composition, resolved: &[Mask], nth: usize) {
    let mut faults = 0;
    let mut found = None;
    let mut at = 0;
    while at < resolved.len() && !composition.broken {
        if resolved[at] == 0 {
            if faults == nth {
                found = Some(at);
            }
            faults += 1;
        }
        at += 1;
    }
    if let Some(at) = found {
        let message = Message::new_with("the server's own text");
        unknown_tool(composition, message, &composition.references[at], nth, faults);
    }
}

/// The last mistake that is told says how many are not.
const LAST: usize = 4;

#[track_caller]
const fn end(mut message: Message, nth: usize, faults: usize) -> ! {
    if nth == LAST && faults > LAST + 1 {
        message.say(" (and ");
        message.number(faults - LAST - 1);
        message.say(" more mistakes here)");
    }
    panic!("{}", message.text())
}

#[track_caller]
const fn unknown_tool(
    composition: &Composition,
    mut message: Message,
    reference: &Reference,
    nth: usize,
    faults: usize,
) -> ! {
    message.say(" names ");
    message.name(reference.name);
    message.say(" (line ");
    message.number(reference.line as usize);
    message.say("), and server ");
    message.name(composition.server);
    message.say(" has no such tool");
    let mut nearest = "";
    let mut least = reach(reference.name) + 1;
    let mut at = 0;
    while at < composition.tools.len() {
        let name = composition.tool(&composition.tools[at]).name;
        let away = distance(name, reference.name);
        if away < least {
            least = away;
            nearest = name;
        }
        at += 1;
    }
    if nearest.is_empty() {
        message.say("; name one that it has, or write `{{` and `}}` for braces");
    } else {
        message.say("; did you mean ");
        message.name(nearest);
        message.say("?");
    }
    end(message, nth, faults)
}

/// The `nth` mistake, of which `passed` were in texts.
pub const fn faulty<S: Composed>(table: &Table, mut passed: usize, nth: usize) -> Site {
    let composition = S::COMPOSITION;
    let mut at = 0;
    while at < table.tools.len() {
        if tool_fault(composition, table, at) {
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

/// Says what is wrong with a tool.
#[track_caller]
pub const fn report_tool<S: Composed>(table: &Table, index: u16, nth: usize, faults: usize) -> ! {
    let composition = S::COMPOSITION;
    let mut position = 0;
    while table.tools[position].index != index {
        position += 1;
    }
    let tool = &table.tools[position];
    let mut message = Message::new();
    if !is_twin(composition, tool.hash) {
        message.say("tool name ");
        message.name(tool.name);
        message.say(if tool.name.len() > 64 {
            " is longer than the 64 characters"
        } else {
            " holds a `.`, which is none of the characters"
        });
        message.say(
            " that the common LLM APIs take; rename it, or write `names = \"mcp\"` in the `#[server(…)]` of ",
        );
        message.name(composition.server);
        end(message, nth, faults);
    }
    message.say("server ");
    message.name(composition.server);
    message.say(" has tool ");
    message.name(tool.name);
    message.say(" more than once: in ");
    let mut owners = 0;
    let mut at = 0;
    while at < composition.tools.len() {
        let row = &composition.tools[at];
        if row.hash == tool.hash {
            message.say(if owners == 0 { "" } else { " and in " });
            message.name(composition.extensions[row.extension as usize].type_name);
            owners += 1;
        }
        at += 1;
    }
    message.say("; give one of them another `name`");
    end(message, nth, faults)
}

/// Says what is wrong with a toolset.
#[track_caller]
pub const fn report_toolset<S: Composed>(table: &Table, position: u16, nth: usize, faults: usize) -> ! {
    let composition = S::COMPOSITION;
    let declared = &table.toolsets[position as usize];
    let mut at = 0;
    while composition.toolsets[at].hash != declared.hash {
        at += 1;
    }
    let row = &composition.toolsets[at];
    let mut message = Message::new();
    if contradicts(row.default, declared.default) {
        contradiction(&mut message, composition, table, row.hash, declared.name, Says::Default);
    } else if contradicts(row.always, declared.always) {
        contradiction(&mut message, composition, table, row.hash, declared.name, Says::Always);
    } else if row.description.is_none() {
        message.say("nobody describes toolset ");
        message.name(declared.name);
        message.say(" of server ");
        message.name(composition.server);
        message.say("; write a doc comment on the impl or `description = \"…\"` here");
    } else {
        message.say("server ");
        message.name(composition.server);
        message.say(" has ");
        message.number(composition.toolsets.len());
        message.say(" toolsets, and it can have ");
        message.number(MAX_TOOLSETS);
        message.say("; merge some, starting perhaps with ");
        message.name(declared.name);
    }
    end(message, nth, faults)
}

const fn contradiction(
    message: &mut Message,
    composition: &Composition,
    table: &Table,
    hash: u128,
    name: &str,
    says: Says,
) {
    let key = match says {
        Says::Default => "default",
        Says::Always | Says::Anything => "always",
    };
    message.name(owner(composition, hash, says).type_name);
    message.say(" and ");
    message.name(table.type_name);
    message.say(" say different things of toolset ");
    message.name(name);
    message.say("; write the same `");
    message.say(key);
    message.say("` in both, or in one alone");
}
