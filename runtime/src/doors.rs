//! What a client's name stands for: the one gate behind every door, after which nothing is asked again.

use std::collections::HashMap;

use crate::{
    active::ActiveSet,
    catalog::{Catalog, Entry, table::Kind, uri},
    toolsets_tool,
};

/// The longest URI in bytes that is looked for.
const URI_MAX: usize = 8 * 1024;

/// The components by the names that clients use.
pub(crate) struct Doors {
    tools: HashMap<&'static str, Entry>,
    prompts: HashMap<&'static str, Entry>,
    resources: HashMap<&'static str, Entry>,
    /// What says more by itself comes first, so that a literal beats a variable.
    templates: Vec<Entry>,
}

/// What the name of a tool stands for.
pub(crate) enum Found {
    /// An extension's tool.
    Tool(Entry),
    /// `list_server_toolsets`.
    Toolsets,
}

impl Doors {
    pub(crate) fn new(catalog: &'static Catalog) -> Self {
        let components = catalog.components();
        let of = |kind: Kind| components.iter().filter(move |entry| entry.declared.kind() == kind).copied();
        let by_name = |kind: Kind| of(kind).map(|entry| (entry.declared.name, entry)).collect();
        let mut templates: Vec<Entry> = of(Kind::Template).collect();
        templates.sort_by_key(|entry| shape(entry.declared.name));
        Self {
            tools: by_name(Kind::Tool),
            prompts: by_name(Kind::Prompt),
            resources: by_name(Kind::Resource),
            templates,
        }
    }

    /// An active tool.
    pub(crate) fn tool(&self, active: ActiveSet, name: &str) -> Option<Found> {
        match self.tools.get(name) {
            // One that is not published leaves its name to the built-in.
            Some(entry) if active.publishes(entry.mask()) => {
                active.holds(entry.mask()).then_some(Found::Tool(*entry))
            }
            _ => (name == toolsets_tool::NAME && active.holds(ActiveSet::TOOLSETS_TOOL))
                .then_some(Found::Toolsets),
        }
    }

    /// An active prompt.
    pub(crate) fn prompt(&self, active: ActiveSet, name: &str) -> Option<Entry> {
        self.prompts.get(name).copied().filter(|entry| active.holds(entry.mask()))
    }

    /// What an active resource or template is read by, and what the variables stand for.
    pub(crate) fn resource(&self, active: ActiveSet, uri: &str) -> Option<(Entry, Vec<String>)> {
        // No resource of anybody's has so long a name, and nothing longer is kept of one.
        if uri.len() > URI_MAX {
            return None;
        }
        let is_active = |entry: &Entry| active.holds(entry.mask());
        if let Some(entry) = self.resources.get(uri).copied().filter(is_active) {
            return Some((entry, Vec::new()));
        }
        let mut templates = self.templates.iter().copied().filter(is_active);
        templates.find_map(|entry| Some((entry, uri::values(entry.declared.name, uri)?)))
    }

    /// An active template, as it is listed.
    pub(crate) fn template(&self, active: ActiveSet, template: &str) -> Option<Entry> {
        let mut templates = self.templates.iter().copied().filter(|entry| active.holds(entry.mask()));
        templates.find(|entry| entry.declared.name == template)
    }
}

/// A template as it is ordered: where two differ first, a literal comes before the end of a segment, that before a
/// variable, and that before the end, so that what says more by itself is asked first.
fn shape(template: &str) -> Vec<u8> {
    const SEGMENT: u8 = 0xFD;
    const VARIABLE: u8 = 0xFE;
    const END: u8 = 0xFF;
    let literal =
        |literal: &str| literal.bytes().map(|byte| if byte == b'/' { SEGMENT } else { byte }).collect();
    let mut shape: Vec<u8> = Vec::new();
    let mut rest = template;
    while let Some((before, variable)) = rest.split_once('{') {
        shape.extend::<Vec<u8>>(literal(before));
        shape.push(VARIABLE);
        rest = variable.split_once('}').map_or("", |(_, rest)| rest);
    }
    shape.extend::<Vec<u8>>(literal(rest));
    shape.push(END);
    shape
}

#[cfg(test)]
mod tests {
    use super::shape;

    #[test]
    fn what_says_more_by_itself_comes_first() {
        for (first, second) in [
            ("x://{a}/first", "x://{a}/{b}"),
            ("x://{a}.json", "x://{a}"),
            ("x://{a}_v/c", "x://{a}/c"),
            ("x://a{b}", "x://{b}"),
            ("x://a{b}", "x://{b}a"),
            ("x://{a}/{b}.json", "x://{a}/{b}"),
        ] {
            assert!(shape(first) < shape(second), "{first} {second}");
        }
    }
}
