//! A reference of a server for people, in Markdown, made from the same fact as everything that is served.

use std::fmt::Write;

use rmcp::model::{Prompt, Tool};
use serde_json::Value;

use crate::catalog::{Catalog, Described, SchemaFault};

/// Between these lines of a file stands what is made here.
pub(crate) const START: &str = "<!-- pegboard: start -->";
pub(crate) const END: &str = "<!-- pegboard: end -->";

/// The whole reference.
pub(crate) fn reference(catalog: &'static Catalog) -> Result<String, Vec<SchemaFault>> {
    let mut out = String::from("| toolset | URL | what it is for |\n|---|---|---|\n");
    for toolset in catalog.toolsets() {
        let name = toolset.name();
        let url = match (toolset.is_always(), toolset.is_default()) {
            (true, _) => "always on".to_owned(),
            (false, true) => format!("on by default; `?without={name}` leaves it out"),
            (false, false) => format!("`?{name}`"),
        };
        line(&mut out, &format!("| [`{name}`](#{name}) | {url} | {} |", cell(toolset.description())));
    }
    let mut faults = Vec::new();
    for (at, toolset) in catalog.toolsets().enumerate() {
        line(&mut out, &format!("\n### {}\n\n{}", toolset.name(), toolset.description()));
        for entry in catalog.components().into_iter().filter(|entry| entry.toolset() == at) {
            match entry.describe(toolset.name()) {
                Ok(described) => component(&mut out, &described, entry.declared.description.plain),
                Err(found) => faults.extend(found),
            }
        }
    }
    if faults.is_empty() { Ok(out) } else { Err(faults) }
}

fn line(out: &mut String, text: &str) {
    // A string takes everything.
    let _ = writeln!(out, "{text}");
}

fn component(out: &mut String, described: &Described, description: &str) {
    let (noun, name) = match described {
        Described::Tool(tool) => ("tool", tool.name.as_ref()),
        Described::Prompt(prompt) => ("prompt", prompt.name.as_str()),
        Described::Resource(resource) => ("resource", resource.uri.as_str()),
        Described::Template(template) => ("resource template", template.uri_template.as_str()),
    };
    line(out, &format!("\n#### `{name}` ({noun})\n\n{description}"));
    match described {
        Described::Tool(tool) => {
            if let Some(hints) = hints(tool) {
                line(out, &format!("\n{hints}."));
            }
            table(out, &arguments_of_tool(tool));
        }
        Described::Prompt(prompt) => table(out, &arguments_of_prompt(prompt)),
        Described::Resource(_) | Described::Template(_) => {}
    }
}

/// The hints that were written, as a sentence.
fn hints(tool: &Tool) -> Option<String> {
    let annotations = tool.annotations.as_ref()?;
    let said = [
        (annotations.read_only_hint, "read-only", "changes things"),
        (annotations.destructive_hint, "destructive", "not destructive"),
        (annotations.idempotent_hint, "idempotent", "not idempotent"),
        (annotations.open_world_hint, "reaches beyond this server", "reaches nothing beyond this server"),
    ];
    let words: Vec<&str> =
        said.iter().filter_map(|(hint, yes, no)| hint.map(|hint| if hint { *yes } else { *no })).collect();
    let sentence = words.join(", ");
    let mut letters = sentence.chars();
    let first = letters.next()?;
    Some(first.to_uppercase().chain(letters).collect())
}

/// Name, type, whether it is required, meaning.
type Row = [String; 4];

fn table(out: &mut String, rows: &[Row]) {
    if rows.is_empty() {
        return;
    }
    line(out, "\n| argument | type | required | meaning |\n|---|---|---|---|");
    for [name, kind, required, meaning] in rows {
        line(out, &format!("| `{name}` | {} | {required} | {} |", cell(kind), cell(meaning)));
    }
}

fn arguments_of_tool(tool: &Tool) -> Vec<Row> {
    let Some(properties) = tool.input_schema.get("properties").and_then(Value::as_object) else {
        return Vec::new();
    };
    let required = tool.input_schema.get("required").and_then(Value::as_array);
    let rows = properties.iter().map(|(name, property)| {
        let is_required = required.is_some_and(|required| required.iter().any(|other| other == name));
        let meaning = property.get("description").and_then(Value::as_str).unwrap_or_default();
        [name.clone(), type_of(property), yes(is_required), meaning.to_owned()]
    });
    rows.collect()
}

fn arguments_of_prompt(prompt: &Prompt) -> Vec<Row> {
    let arguments = prompt.arguments.iter().flatten();
    let rows = arguments.map(|argument| {
        let meaning = argument.description.clone().unwrap_or_default();
        [argument.name.clone(), "text".to_owned(), yes(argument.required == Some(true)), meaning]
    });
    rows.collect()
}

fn yes(yes: bool) -> String {
    if yes { "yes" } else { "" }.to_owned()
}

/// A schema's type in a word or two.
fn type_of(schema: &Value) -> String {
    if let Some(reference) = schema.get("$ref").and_then(Value::as_str) {
        return reference.rsplit('/').next().unwrap_or(reference).to_owned();
    }
    if let Some(values) = schema.get("enum").and_then(Value::as_array) {
        return values.iter().map(Value::to_string).collect::<Vec<_>>().join(" or ");
    }
    for key in ["anyOf", "oneOf"] {
        if let Some(choices) = schema.get(key).and_then(Value::as_array) {
            return choices.iter().map(type_of).filter(|of| of != "null").collect::<Vec<_>>().join(" or ");
        }
    }
    match schema.get("type") {
        Some(Value::String(of)) if of == "array" => {
            format!("list of {}", schema.get("items").map_or("anything".to_owned(), type_of))
        }
        Some(Value::String(of)) => of.clone(),
        Some(Value::Array(of)) => {
            of.iter().filter_map(Value::as_str).filter(|of| *of != "null").collect::<Vec<_>>().join(" or ")
        }
        _ => "anything".to_owned(),
    }
}

/// On one line, and without what would end the cell.
fn cell(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").replace('|', "\\|")
}

/// A text with the reference between its marks; `Err` says which mark is missing.
pub(crate) fn between(text: &str, reference: &str) -> Result<String, String> {
    let ends = if text.contains("\r\n") { "\r\n" } else { "\n" };
    let missing = |mark: &str| {
        format!("there is no line `{mark}`; write `{START}` and `{END}` where the reference belongs")
    };
    let (before, rest) = text.split_once(START).ok_or_else(|| missing(START))?;
    let (_, after) = rest.split_once(END).ok_or_else(|| missing(END))?;
    let made = format!("\n\n{reference}\n").replace('\n', ends);
    Ok(format!("{before}{START}{made}{END}{after}"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn types_are_said_in_words() {
        for (schema, expected) in [
            (json!({ "type": "string" }), "string"),
            (json!({ "type": ["integer", "null"] }), "integer"),
            (json!({ "type": "array", "items": { "$ref": "#/$defs/Point" } }), "list of Point"),
            (json!({ "enum": ["a", "b"] }), "\"a\" or \"b\""),
            (json!({ "anyOf": [{ "$ref": "#/$defs/Point" }, { "type": "null" }] }), "Point"),
            (json!({}), "anything"),
        ] {
            assert_eq!(type_of(&schema), expected, "{schema}");
        }
    }

    #[test]
    fn what_stands_between_the_marks_is_replaced_and_nothing_else() {
        let text = format!("# Title\n\n{START}\nold\n{END}\nend\n");
        let new = format!("# Title\n\n{START}\n\nnew\n\n{END}\nend\n");
        assert_eq!(between(&text, "new\n").as_deref(), Ok(new.as_str()));
        assert_eq!(between(&new, "new\n").as_deref(), Ok(new.as_str()), "a second time changes nothing");
        let crlf = new.replace('\n', "\r\n");
        assert_eq!(between(&crlf, "new\n").as_deref(), Ok(crlf.as_str()));
        assert!(between("no marks", "new").is_err());
        assert!(between(START, "new").expect_err("one mark").contains(END));
    }
}
