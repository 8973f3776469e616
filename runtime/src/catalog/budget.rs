//! What a client reads, measured by the compiler: a widely used one cuts it off, silently.

use super::{
    Catalog, Mounted,
    composition::{Composition, Mask, bit},
    message::Message,
    page::utf16,
    table::{Component, Table},
    walk::{Active, Text, measure},
};

/// Panics where the instructions of the bare URL, or of a toolset alone, are longer than the server wants.
#[track_caller]
pub const fn check_instructions(catalog: &Catalog) {
    let composition = catalog.composition;
    let budget = composition.rules.instructions_budget;
    if budget == 0 || composition.broken {
        return;
    }
    let mut worst = Selected::bare(composition);
    let mut most = instructions(catalog, worst.active);
    let mut at = 0;
    while at < composition.toolsets.len() {
        let alone = Selected::alone(composition, at);
        let units = instructions(catalog, alone.active);
        if units > most {
            most = units;
            worst = alone;
        }
        at += 1;
    }
    if most > budget {
        overrun(catalog, &worst, most);
    }
}

/// A selection that every client may make.
struct Selected {
    active: Mask,
    /// The toolset that is selected alone; without one this is the bare URL.
    only: Option<&'static str>,
}

impl Selected {
    const fn bare(composition: &Composition) -> Self {
        Self { active: with_what_is_always_on(composition, composition.defaults()), only: None }
    }

    const fn alone(composition: &Composition, toolset: usize) -> Self {
        Self {
            active: with_what_is_always_on(composition, bit(toolset)),
            only: Some(composition.toolsets[toolset].name),
        }
    }

    const fn say(&self, message: &mut Message) {
        match self.only {
            Some(toolset) => {
                message.say("with `?only=");
                message.say(toolset);
                message.say("`");
            }
            None => message.say("under the bare URL"),
        }
    }
}

/// A deployment may have the built-in tool on, so a text may speak of it.
const fn with_what_is_always_on(composition: &Composition, toolsets: Mask) -> Mask {
    let toolsets = toolsets | composition.always();
    toolsets | composition.toolsets_name(toolsets)
}

/// What stands between two parts: a blank line.
const BETWEEN: usize = 2;

/// The instructions of an active set.
const fn instructions(catalog: &Catalog, active: Mask) -> usize {
    let mut units = measure(catalog.composition, catalog.own_text(), Active::of_all(active));
    let mut at = 0;
    while at < catalog.composition.toolsets.len() {
        let part = part(catalog, at, active);
        units += if units > 0 && part > 0 { BETWEEN + part } else { part };
        at += 1;
    }
    units
}

/// A toolset's heading and text, as far as an active set shows it.
const fn part(catalog: &Catalog, toolset: usize, active: Mask) -> usize {
    if active & bit(toolset) == 0 {
        return 0;
    }
    let mut units = 0;
    let mut extension = 0;
    while extension < catalog.composition.extensions.len() {
        if let Some(text) = catalog.text(toolset, extension) {
            let text = measure(catalog.composition, text, Active::of_all(active));
            units += if units > 0 && text > 0 { BETWEEN + text } else { text };
        }
        extension += 1;
    }
    let row = &catalog.composition.toolsets[toolset];
    let title = match row.title {
        Some(title) => title,
        None => row.name,
    };
    if units > 0 { "## ".len() + utf16(title) + BETWEEN + units } else { 0 }
}

#[track_caller]
const fn overrun(catalog: &Catalog, selected: &Selected, units: usize) -> ! {
    let composition = catalog.composition;
    let mut message = Message::new_with("the instructions of server ");
    message.name(composition.server);
    message.say(" are ");
    message.number(units);
    message.say(" UTF-16 units long ");
    selected.say(&mut message);
    message.say(", and ");
    message.number(composition.rules.instructions_budget);
    message.say(" are allowed, since clients cut what is longer: ");
    largest_first(catalog, selected.active, &mut message);
    message.say("; shorten them, or write `instructions_budget = ");
    message.number(units);
    message.say("` in the `#[server(…)]`, 0 for no limit");
    panic!("{}", message.text())
}

/// How many parts a message names.
const NAMED: usize = 8;

/// The largest parts: those of toolsets, and the server's own text behind them all.
const fn largest_first(catalog: &Catalog, active: Mask, message: &mut Message) {
    let toolsets = catalog.composition.toolsets;
    let own = measure(catalog.composition, catalog.own_text(), Active::of_all(active));
    let mut said = 0;
    let mut left: Mask = active;
    let mut own_left = own > 0;
    loop {
        let mut most = if own_left { own } else { 0 };
        let mut largest = None;
        let mut at = 0;
        while at < toolsets.len() {
            let units = part(catalog, at, active);
            if left & bit(at) != 0 && units > most {
                most = units;
                largest = Some(at);
            }
            at += 1;
        }
        if most == 0 {
            return;
        }
        message.say(if said > 0 { ", " } else { "" });
        if said == NAMED {
            message.say("and the others less");
            return;
        }
        match largest {
            Some(toolset) => {
                message.name(toolsets[toolset].name);
                left &= !bit(toolset);
            }
            None => {
                message.say("the server's own text");
                own_left = false;
            }
        }
        message.say(if said > 0 { " " } else { " takes " });
        message.number(most);
        said += 1;
    }
}

/// How long a component's description is at most, under the bare URL and with its toolset alone.
pub(super) const fn description(
    composition: &'static Composition,
    table: &Table,
    component: &Component,
    home: Mask,
    mounted: &Mounted,
) -> usize {
    if component.description.passages.all.is_empty() {
        return component.description.units;
    }
    let text = Text::of(table, &component.description.passages, mounted);
    let alone = measure(composition, text, Active::of_all(with_what_is_always_on(composition, home)));
    let bare = Selected::bare(composition).active;
    let bare = if bare & home == 0 { 0 } else { measure(composition, text, Active::of_all(bare)) };
    if bare > alone { bare } else { alone }
}
