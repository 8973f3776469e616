//! Tells a mistake that only the server could see, on the token of whoever called.

use super::{
    Mounted,
    checks::{ComponentFault, Says, component_fault, contradicts, owner},
    composition::{Composition, MAX_TOOLSETS, Mask, PROMPT},
    declare::Composed,
    message::{Message, distance, reach},
    resolve::{count_faults, is_fault},
    table::{Component, Kind, Reference, Refers, Table},
};

/// Panics if the `nth` mistake is one of this text's; otherwise returns how many have been passed.
#[track_caller]
#[allow(clippy::too_many_arguments, reason = "called by generated code alone, once a literal")]
pub const fn check_text<S: Composed>(
    subject: &str,
    references: &[Reference],
    resolved: &[Mask],
    from: usize,
    to: usize,
    mut passed: usize,
    nth: usize,
    faults: usize,
) -> usize {
    let (references, _) = references.split_at(to);
    if let Some(at) = nth_fault(S::COMPOSITION, references, resolved, from, &mut passed, nth) {
        unknown(S::COMPOSITION, Message::new_with(subject), &references[at], nth, faults);
    }
    passed
}

/// The same for one of the server's own texts.
#[track_caller]
pub const fn check_own_text(
    composition: &Composition,
    resolved: &[Mask],
    from: usize,
    to: usize,
    mut passed: usize,
    nth: usize,
) -> usize {
    if composition.broken {
        return passed;
    }
    let (references, _) = composition.references.split_at(to);
    if let Some(at) = nth_fault(composition, references, resolved, from, &mut passed, nth) {
        let faults = count_faults(composition, composition.references, resolved);
        unknown(composition, Message::new_with("the server's own text"), &references[at], nth, faults);
    }
    passed
}

/// The position of the `nth` mistake, if it is one of the references from `from` on; counts those that it passes.
const fn nth_fault(
    composition: &Composition,
    references: &[Reference],
    resolved: &[Mask],
    from: usize,
    passed: &mut usize,
    nth: usize,
) -> Option<usize> {
    let mut at = from;
    while at < references.len() {
        if is_fault(composition, &references[at], resolved[at]) {
            if *passed == nth {
                return Some(at);
            }
            *passed += 1;
        }
        at += 1;
    }
    None
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
const fn unknown(
    composition: &Composition,
    mut message: Message,
    reference: &Reference,
    nth: usize,
    faults: usize,
) -> ! {
    message.say(" names `");
    message.say(reference.name);
    message.say(if matches!(reference.kind, Refers::Glob) { "*` (" } else { "` (" });
    message.say(reference.place);
    message.say("), and server ");
    message.name(composition.server);
    message.say(match reference.kind {
        Refers::Glob => " has no tool whose name starts so",
        Refers::Prompt => " has no such prompt",
        Refers::Resource | Refers::Uri => " has no such resource",
        Refers::Toolset => " has no such toolset",
        _ => " has no such tool",
    });
    let nearest = nearest(composition, reference);
    if matches!(reference.kind, Refers::Tool) && composition.find(reference.hash ^ PROMPT).is_some() {
        message.say("; a prompt has that name, so write `{prompt:");
        message.say(reference.name);
        message.say("}`");
    } else if nearest.is_empty() && matches!(reference.kind, Refers::Uri) {
        message.say("; name one that it has");
    } else if nearest.is_empty() && matches!(reference.kind, Refers::Word) {
        message.say("; write `{=");
        message.say(reference.name);
        message.say("}` if it is a plain word");
    } else if nearest.is_empty() {
        message.say("; name one that it has, or write `{{` and `}}` for braces");
    } else {
        message.say("; did you mean ");
        message.name(nearest);
        message.say("?");
    }
    end(message, nth, faults)
}

/// The component or toolset whose name is nearest, or nothing.
const fn nearest(composition: &Composition, reference: &Reference) -> &'static str {
    let mut nearest = "";
    let mut least = reach(reference.name) + 1;
    let toolsets = matches!(reference.kind, Refers::Toolset);
    let count = if toolsets { composition.toolsets.len() } else { composition.components.len() };
    let mut at = 0;
    while at < count {
        let name = if toolsets {
            composition.toolsets[at].name
        } else {
            let component = composition.component(&composition.components[at]);
            let fits = match component.kind() {
                Kind::Tool => !matches!(reference.kind, Refers::Prompt | Refers::Resource | Refers::Uri),
                Kind::Prompt => matches!(reference.kind, Refers::Prompt | Refers::Word),
                Kind::Resource | Kind::Template => {
                    matches!(reference.kind, Refers::Resource | Refers::Uri)
                }
            };
            if fits { component.name } else { "" }
        };
        let away = distance(name, reference.name);
        if away < least {
            least = away;
            nearest = name;
        }
        at += 1;
    }
    nearest
}

/// Says what is wrong with a component.
#[track_caller]
pub const fn report_component<S: Composed>(
    table: &Table,
    mounted: &Mounted,
    index: u16,
    nth: usize,
    faults: usize,
) -> ! {
    let composition = S::COMPOSITION;
    let mut position = 0;
    while table.components[position].index != index {
        position += 1;
    }
    let component = &table.components[position];
    let mut message = Message::new();
    match component_fault(composition, table, mounted, position) {
        Some(ComponentFault::Twin) | None => twins(&mut message, composition, component),
        Some(ComponentFault::Name) => {
            message.say("tool name ");
            message.name(component.name);
            message.say(if component.name.len() > 64 {
                " is longer than the 64 characters"
            } else {
                " holds a `.`, which is none of the characters"
            });
            message.say(" that the common LLM APIs take; rename it, or write `names = \"mcp\"` in the `#[server(…)]` of ");
            message.name(composition.server);
        }
        Some(ComponentFault::Overlaps(row)) => {
            overlap(
                &mut message,
                composition,
                component,
                table.toolsets[component.toolset as usize].name,
                row,
            );
        }
        Some(ComponentFault::Speechless) => {
            message.say("the description of ");
            name(&mut message, component);
            message.say(" is empty where nothing but its toolset ");
            message.name(table.toolsets[component.toolset as usize].name);
            message
                .say(" is active, since each of its passages names something else; write one that does not");
        }
        Some(ComponentFault::TooLong(units)) => {
            message.say("the description of ");
            name(&mut message, component);
            message.say(" is ");
            message.number(units);
            message.say(" UTF-16 units long, and ");
            message.number(composition.rules.description_budget);
            message.say(
                " are allowed, since clients cut what is longer; shorten it, or write `description_budget = ",
            );
            message.number(units);
            message.say("` in the `#[server(…)]` of ");
            message.name(composition.server);
            message.say(", 0 for no limit");
        }
    }
    end(message, nth, faults)
}

/// The kind and the name.
const fn name(message: &mut Message, component: &Component) {
    message.say(component.kind().noun());
    message.say(" ");
    message.name(component.name);
}

const fn overlap(
    message: &mut Message,
    composition: &Composition,
    component: &Component,
    toolset: &str,
    row: usize,
) {
    let row = &composition.components[row];
    name(message, component);
    message.say(" of toolset ");
    message.name(toolset);
    message.say(" and ");
    name(message, composition.component(row));
    message.say(" of ");
    message.name(composition.extensions[row.extension as usize].type_name);
    message.say(" in toolset ");
    message.name(composition.toolsets[row.toolset as usize].name);
    message.say(" can be meant by one URI; change one, so that each URI has one owner");
}

const fn twins(message: &mut Message, composition: &Composition, component: &Component) {
    message.say("server ");
    message.name(composition.server);
    message.say(" has ");
    name(message, component);
    message.say(" more than once: in ");
    let mut owners = 0;
    let mut at = 0;
    while at < composition.components.len() {
        let row = &composition.components[at];
        if row.hash == component.hash {
            message.say(if owners == 0 { "" } else { " and in " });
            message.name(composition.extensions[row.extension as usize].type_name);
            owners += 1;
        }
        at += 1;
    }
    message.say(match component.kind() {
        Kind::Tool | Kind::Prompt => "; give one of them another `name`",
        Kind::Resource | Kind::Template => "; give one of them another URI",
    });
}

/// Says what is wrong with a toolset.
#[track_caller]
pub const fn report_toolset<S: Composed>(
    table: &Table,
    _: &Mounted,
    position: u16,
    nth: usize,
    faults: usize,
) -> ! {
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
    } else if row.described.is_none() {
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
