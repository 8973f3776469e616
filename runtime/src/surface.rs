//! The whole surface: everything that a client of any selection can meet, in one order and one form.

use serde_json::{Value, json};

use crate::{
    catalog::{
        Catalog, Described, Entry, SchemaFault,
        table::{About, Piece, Refers},
        walk::Text,
    },
    toolsets_tool,
};

/// The surface of a server, published whole. Its version is left out: a release alone changes nothing that is offered.
pub(crate) fn surface(catalog: &'static Catalog) -> Result<Value, Vec<SchemaFault>> {
    let identity = catalog.identity();
    let rules = catalog.composition().rules;
    let mut toolsets = Vec::new();
    let mut faults = Vec::new();
    for (at, toolset) in catalog.toolsets().enumerate() {
        let mut lists: [(&str, Vec<Value>); 4] =
            [("tools", vec![]), ("prompts", vec![]), ("resources", vec![]), ("resource_templates", vec![])];
        for entry in catalog.components().into_iter().filter(|entry| entry.toolset() == at) {
            match entry.describe(toolset.name()) {
                Ok(described) => lists[kind(&described)].1.push(component(catalog, entry, described)),
                Err(found) => faults.extend(found),
            }
        }
        let mut value = json!({
            "name": toolset.name(),
            "title": toolset.title(),
            "description": toolset.description(),
            "default": toolset.is_default(),
            "always": toolset.is_always(),
            "instructions": catalog.texts(at).flat_map(passages).collect::<Vec<_>>(),
        });
        for (key, list) in lists {
            value[key] = list.into();
        }
        toolsets.push(value);
    }
    if !faults.is_empty() {
        return Err(faults);
    }
    Ok(json!({
        "server": {
            "name": identity.name,
            "title": identity.title,
            "description": identity.description,
            "website_url": identity.website_url,
            "logging": identity.logging,
        },
        "budgets": { "instructions": rules.instructions_budget, "descriptions": rules.description_budget },
        "instructions": passages(catalog.own_text()),
        "toolsets": toolsets,
        "built_in": toolsets_tool::describe(),
    }))
}

fn kind(described: &Described) -> usize {
    match described {
        Described::Tool(_) => 0,
        Described::Prompt(_) => 1,
        Described::Resource(_) => 2,
        Described::Template(_) => 3,
    }
}

/// A component as it is listed, and what a list does not say of it.
fn component(catalog: &'static Catalog, entry: Entry, described: Described) -> Value {
    let value = match described {
        Described::Tool(tool) => serde_json::to_value(tool),
        Described::Prompt(prompt) => serde_json::to_value(prompt),
        Described::Resource(resource) => serde_json::to_value(resource),
        Described::Template(template) => serde_json::to_value(template),
    };
    // What a client is sent is JSON.
    let mut value = value.unwrap_or_default();
    if let Some(text) = catalog.description(entry) {
        value["passages"] = passages(text).into();
    }
    if let About::Prompt { completions, .. } | About::Template { completions, .. } = &entry.declared.about {
        let completed: Vec<&str> = completions.iter().map(|completion| completion.argument).collect();
        value["completes"] = completed.into();
    }
    if entry.subscribable() {
        value["subscribe"] = true.into();
    }
    value
}

/// Each passage that says something, and what it names.
fn passages(text: Text<'_>) -> Vec<Value> {
    let mut told = Vec::new();
    for passage in text.passages {
        let mut words = String::new();
        for piece in passage.pieces {
            match piece {
                Piece::Text(text, _) => words.push_str(text),
                Piece::Names(at) => words.push_str(&reference(text, *at)),
            }
        }
        let names: Vec<String> = passage.references.iter().map(|at| reference(text, *at)).collect();
        if !words.is_empty() || !names.is_empty() {
            told.push(json!({ "text": words, "names": names, "inside": passage.inside }));
        }
    }
    told
}

/// A reference as an author writes it.
fn reference(text: Text<'_>, at: u16) -> String {
    let reference = &text.references[usize::from(at)];
    let name = reference.name;
    match reference.kind {
        Refers::Tool | Refers::Resource | Refers::Code => format!("{{{name}}}"),
        Refers::Maybe => format!("{{?{name}}}"),
        Refers::Prompt => format!("{{prompt:{name}}}"),
        Refers::Glob => format!("{{{name}*}}"),
        Refers::Toolset => format!("{{toolset:{name}}}"),
        Refers::Word | Refers::Uri => name.to_owned(),
    }
}

/// As it is printed, and kept in a file.
pub(crate) fn printed(surface: &Value) -> String {
    // A value without keys that are no strings can be written.
    let mut text = serde_json::to_string_pretty(surface).unwrap_or_default();
    text.push('\n');
    text
}

/// What differs first between a surface and a file that holds a reviewed one.
#[cfg(feature = "testing")]
pub(crate) fn difference(now: &Value, file: &str) -> Option<String> {
    let Ok(file) = serde_json::from_str::<Value>(file) else {
        return Some("the file is no JSON".into());
    };
    if *now == file {
        return None;
    }
    let toolsets = |value: &Value| value["toolsets"].as_array().cloned().unwrap_or_default();
    let by_name = list("toolset", "name", &toolsets(now), &toolsets(&file), |name, now, file| {
        const LISTS: [(&str, &str, &str); 4] = [
            ("tools", "tool", "name"),
            ("prompts", "prompt", "name"),
            ("resources", "resource", "uri"),
            ("resource_templates", "resource template", "uriTemplate"),
        ];
        let components = LISTS.iter().find_map(|(key, noun, id)| {
            let of = |value: &Value| value[*key].as_array().cloned().unwrap_or_default();
            list(noun, id, &of(now), &of(file), |name, now, file| {
                Some(format!("the {} of {noun} `{name}` was changed", key_that_differs(now, file)?))
            })
        });
        components
            .or_else(|| Some(format!("the {} of toolset `{name}` was changed", key_that_differs(now, file)?)))
    });
    by_name.or_else(|| Some(format!("the {} of the server was changed", key_that_differs(now, &file)?)))
}

/// The first of a list that is in one alone, or in both and different.
#[cfg(feature = "testing")]
fn list(
    noun: &str,
    id: &str,
    now: &[Value],
    file: &[Value],
    changed: impl Fn(&str, &Value, &Value) -> Option<String>,
) -> Option<String> {
    let name = |value: &Value| value[id].as_str().unwrap_or_default().to_owned();
    let find = |list: &[Value], wanted: &str| list.iter().find(|value| name(value) == wanted).cloned();
    for one in now {
        let wanted = name(one);
        match find(file, &wanted) {
            None => return Some(format!("{noun} `{wanted}` was added")),
            Some(other) if other != *one => {
                return changed(&wanted, one, &other);
            }
            Some(_) => {}
        }
    }
    let removed = file.iter().find(|value| find(now, &name(value)).is_none());
    let removed = removed.map(|value| format!("{noun} `{}` was removed", name(value)));
    removed.or_else(|| (now != file).then(|| format!("the order of the {noun}s was changed")))
}

/// The first key whose values differ.
#[cfg(feature = "testing")]
fn key_that_differs(now: &Value, file: &Value) -> Option<String> {
    let (Some(now), Some(file)) = (now.as_object(), file.as_object()) else { return None };
    let keys = now.keys().chain(file.keys().filter(|key| !now.contains_key(*key)));
    keys.into_iter().find(|key| now.get(*key) != file.get(*key)).cloned()
}
