"""What the contestants in Rust have in common: types of arguments, and what the tools do with them."""

import re

from .description import Enum, Struct, instructions as text

SCORE = '''//! What each tool does with its arguments: every part of them counts.

pub trait Score {
    fn score(&self) -> i64;
}

impl Score for String {
    fn score(&self) -> i64 {
        i64::try_from(self.len()).unwrap_or(i64::MAX)
    }
}

impl Score for u32 {
    fn score(&self) -> i64 {
        i64::from(*self)
    }
}

impl Score for f64 {
    fn score(&self) -> i64 {
        (self * 4.0) as i64
    }
}

impl Score for bool {
    fn score(&self) -> i64 {
        i64::from(*self)
    }
}

impl<T: Score> Score for Option<T> {
    fn score(&self) -> i64 {
        self.as_ref().map_or(0, Score::score)
    }
}

impl<T: Score> Score for Vec<T> {
    fn score(&self) -> i64 {
        i64::try_from(self.len()).unwrap_or(i64::MAX) + self.iter().map(Score::score).sum::<i64>()
    }
}
'''

NAMES = {"text": "String", "whole": "u32", "number": "f64", "flag": "bool"}


def type_of(kind):
    if isinstance(kind, tuple):
        return f"Vec<{type_of(kind[1])}>"
    return NAMES[kind] if isinstance(kind, str) else kind.name


def variant(value):
    return "".join(part.capitalize() for part in value.split("_"))


def struct(name, description, fields, derive):
    lines = [f"/// {description}", f"#[derive({derive})]", f"pub struct {name} {{"]
    for field in fields:
        kind = type_of(field.kind)
        lines += [f"    /// {field.description}", f"    pub {field.name}: {f'Option<{kind}>' if field.optional else kind},"]
    terms = " + ".join(f"{weight} * self.{field.name}.score()" for weight, field in enumerate(fields, start=1))
    lines += ["}", "", f"impl Score for {name} {{", "    fn score(&self) -> i64 {", f"        {terms}", "    }", "}", ""]
    return lines


def types(module, derive, of_tools=True):
    """The types of a module's tools, and those of whole calls where they have one."""
    lines = []
    for kind in module.types():
        if isinstance(kind, Enum):
            lines += [f"#[derive(Clone, Copy, {derive})]", '#[serde(rename_all = "snake_case")]', f"pub enum {kind.name} {{"]
            lines += [f"    {variant(value)}," for value in kind.values]
            lines += ["}", "", f"impl Score for {kind.name} {{", "    fn score(&self) -> i64 {"]
            lines += ["        1 + *self as i64", "    }", "}", ""]
        elif isinstance(kind, Struct):
            lines += struct(kind.name, kind.description, kind.fields, derive)
    for tool in module.tools if of_tools else []:
        lines += struct(tool.type_name, f"What `{tool.name}` takes.", tool.fields, derive)
    return "\n".join(lines)


def manifest(name, dependencies):
    return "\n".join(["[package]", f'name = "{name}"', 'version = "0.1.0"', 'edition = "2024"', "publish = false", "",
                      "[dependencies]", *dependencies, ""])


# All on the same features, so that the crates below are built once.
TOKIO = 'tokio = { version = "1.54", default-features = false, features = ["macros", "net", "rt-multi-thread"] }'
SERDE = 'serde = { version = "1.0", features = ["derive"] }'
AXUM = 'axum = { version = "0.8.9", default-features = false, features = ["http1", "json", "tokio"] }'

# The one argument of every contestant.
PORT = '''fn port() -> u16 {
    std::env::args().nth(1).and_then(|port| port.parse().ok()).expect("the port is the one argument")
}
'''


def instructions(made):
    """What Pegboard renders for a client that has all toolsets, as the inside of a Rust literal."""
    parts = ["Figures come from the tools alone."]
    for module in made:
        parts += [f"## {module.title}", plain(module)]
    return "\\n\\n".join(part.replace("\n", "\\n") for part in parts)


def plain(module):
    return re.sub(r"\{(\w+)\}", r"\1", text(module))
