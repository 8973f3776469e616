//! What differs first between a snapshot and the file that holds the reviewed one; also asked by the compiler.

use super::{merge::is_less, message::Message};

/// The first thing that differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Difference<'a> {
    /// A toolset that the file does not have.
    ToolsetAdded(&'a str),
    /// One that only the file has.
    ToolsetRemoved(&'a str),
    /// A toolset that says something else: what it says of this key.
    ToolsetChanged(&'a str, &'a str),
    /// A tool that the file does not have.
    ToolAdded(&'a str),
    /// One that only the file has.
    ToolRemoved(&'a str),
    /// Something that is none of these, as where the file is no snapshot: its line.
    Line(usize),
}

/// Which list of the snapshot a line stands in.
#[derive(Clone, Copy, PartialEq, Eq)]
enum List {
    Toolsets,
    Active,
    Tools,
    After,
}

/// Compares line by line, whatever ends the lines; `None` where nothing differs.
pub(super) const fn first_difference<'a>(now: &'a str, file: &'a str) -> Option<Difference<'a>> {
    let (mut now, mut file) = (now.as_bytes(), file.as_bytes());
    let mut list = List::Toolsets;
    let mut toolset = "";
    let mut number = 0;
    loop {
        if now.is_empty() && file.is_empty() {
            return None;
        }
        number += 1;
        let (ours, rest_of_now) = line(now);
        let (theirs, rest_of_file) = line(file);
        let same = equal(ours, theirs);
        if same && now.is_empty() == file.is_empty() {
            (now, file) = (rest_of_now, rest_of_file);
            if let Some(name) = value(ours, b"      \"name\": \"") {
                toolset = name;
            }
            list = match list {
                List::Toolsets if equal(ours, b"  \"active\": [") || equal(ours, b"  \"active\": []") => {
                    List::Active
                }
                List::Active if equal(ours, b"  \"tools\": [") || equal(ours, b"  \"tools\": []") => {
                    List::Tools
                }
                List::Tools if equal(ours, b"  ]") => List::After,
                list => list,
            };
            continue;
        }
        return Some(of(list, toolset, (ours, line(rest_of_now).0), (theirs, line(rest_of_file).0), number));
    }
}

/// What two lines that differ mean where they stand; each comes with the next.
const fn of<'a>(
    list: List,
    toolset: &'a str,
    (ours, our_next): (&'a [u8], &'a [u8]),
    (theirs, their_next): (&'a [u8], &'a [u8]),
    number: usize,
) -> Difference<'a> {
    const NAME: &[u8] = b"      \"name\": \"";
    match list {
        List::Toolsets => {
            // One list ends where the other goes on with a toolset, whose name is on its next line.
            match (
                equal(ours, b"    {"),
                equal(theirs, b"    {"),
                value(our_next, NAME),
                value(their_next, NAME),
            ) {
                (true, false, Some(now), _) => return Difference::ToolsetAdded(now),
                (false, true, _, Some(file)) => return Difference::ToolsetRemoved(file),
                _ => {}
            }
            match (value(ours, NAME), value(theirs, NAME)) {
                (Some(now), Some(file)) if is_less(now, file) => Difference::ToolsetAdded(now),
                (Some(_), Some(file)) => Difference::ToolsetRemoved(file),
                _ => match key(ours) {
                    None => Difference::Line(number),
                    Some(key) => Difference::ToolsetChanged(toolset, key),
                },
            }
        }
        List::Tools => {
            const TOOL: &[u8] = b"    \"";
            match (value(ours, TOOL), value(theirs, TOOL)) {
                (Some(now), Some(file)) if is_less(now, file) => Difference::ToolAdded(now),
                (_, Some(file)) => Difference::ToolRemoved(file),
                (Some(now), None) => Difference::ToolAdded(now),
                (None, None) => Difference::Line(number),
            }
        }
        List::Active | List::After => Difference::Line(number),
    }
}

/// The first line without what ends it and without a comma, and what follows.
const fn line(text: &[u8]) -> (&[u8], &[u8]) {
    let mut at = 0;
    while at < text.len() && text[at] != b'\n' {
        at += 1;
    }
    let (mut line, mut rest) = text.split_at(at);
    if let Some((_, behind)) = rest.split_first() {
        rest = behind;
    }
    if let Some((b'\r', before)) = line.split_last() {
        line = before;
    }
    if let Some((b',', before)) = line.split_last() {
        line = before;
    }
    (line, rest)
}

/// What stands in quotation marks behind these words, to the end of the line.
const fn value<'a>(line: &'a [u8], before: &[u8]) -> Option<&'a str> {
    if line.len() <= before.len() || !equal(line.split_at(before.len()).0, before) {
        return None;
    }
    match line.split_at(before.len()).1.split_last() {
        Some((b'"', value)) => match str::from_utf8(value) {
            Ok(value) => Some(value),
            Err(_) => None,
        },
        _ => None,
    }
}

/// `title` of `      "title": …`.
const fn key(line: &[u8]) -> Option<&str> {
    let before = b"      \"";
    if line.len() <= before.len() || !equal(line.split_at(before.len()).0, before) {
        return None;
    }
    let rest = line.split_at(before.len()).1;
    let mut at = 0;
    while at < rest.len() && rest[at] != b'"' {
        at += 1;
    }
    match str::from_utf8(rest.split_at(at).0) {
        Ok(key) => Some(key),
        Err(_) => None,
    }
}

const fn equal(one: &[u8], other: &[u8]) -> bool {
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

impl Difference<'_> {
    pub(crate) const fn say(&self, message: &mut Message) {
        let (noun, name, what) = match self {
            Self::ToolsetAdded(name) => ("toolset ", *name, " was added"),
            Self::ToolsetRemoved(name) => ("toolset ", *name, " was removed"),
            Self::ToolAdded(name) => ("tool ", *name, " was added"),
            Self::ToolRemoved(name) => ("tool ", *name, " was removed"),
            Self::ToolsetChanged(name, key) => {
                message.say("the ");
                message.say(key);
                message.say(" of ");
                ("toolset ", *name, " was changed")
            }
            Self::Line(number) => {
                message.say("it differs first in line ");
                message.number(*number);
                return;
            }
        };
        message.say(noun);
        message.name(name);
        message.say(what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str = r#"{
  "toolsets": [
    {
      "name": "b",
      "title": "B",
      "active": true
    },
    {
      "name": "d",
      "title": "D",
      "active": true
    }
  ],
  "active": [
    "b",
    "d"
  ],
  "tools": [
    "k",
    "m"
  ],
  "unknown": []
}
"#;

    fn toolset(name: &str) -> String {
        format!(
            "    {{\n      \"name\": \"{name}\",\n      \"title\": \"X\",\n      \"active\": true\n    }},\n"
        )
    }

    #[test]
    fn the_first_difference_is_named() {
        assert_eq!(first_difference(FILE, FILE), None);
        assert_eq!(first_difference(FILE, &FILE.replace('\n', "\r\n")), None);
        let with_a = FILE.replacen("    {", &(toolset("a") + "    {"), 1);
        let with_c = FILE.replacen(
            "    {\n      \"name\": \"d\"",
            &(toolset("c") + "    {\n      \"name\": \"d\""),
            1,
        );
        let with_e = FILE.replacen(
            "    }\n  ],",
            &format!("    }},\n{}\n  ],", toolset("e").trim_end_matches(",\n")),
            1,
        );
        for (name, text) in [("a", &with_a), ("c", &with_c), ("e", &with_e)] {
            assert_eq!(first_difference(text, FILE), Some(Difference::ToolsetAdded(name)), "{text}");
            assert_eq!(first_difference(FILE, text), Some(Difference::ToolsetRemoved(name)), "{text}");
        }
        for (from, to, name) in [
            ("    \"k\"", "    \"j\",\n    \"k\"", "j"),
            ("\"m\"", "\"l\",\n    \"m\"", "l"),
            ("\"m\"\n", "\"m\",\n    \"n\"\n", "n"),
        ] {
            let text = FILE.replacen(from, to, 1);
            assert_eq!(first_difference(&text, FILE), Some(Difference::ToolAdded(name)), "{text}");
            assert_eq!(first_difference(FILE, &text), Some(Difference::ToolRemoved(name)), "{text}");
        }
        let renamed = FILE.replace("\"D\"", "\"E\"");
        assert_eq!(first_difference(&renamed, FILE), Some(Difference::ToolsetChanged("d", "title")));
        assert_eq!(first_difference(FILE, ""), Some(Difference::Line(1)));
        assert_eq!(first_difference(FILE, "{}\n"), Some(Difference::Line(1)));
    }
}
