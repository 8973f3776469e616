//! Instruction text: what it shows, and which tools it names.

use proc_macro2::Span;
use syn::LitStr;

use crate::errors::Errors;

/// A text with its references resolved to bare names: one passage.
pub(crate) struct Text {
    pub(crate) literal: LitStr,
    pub(crate) shown: String,
    /// Each name once, in the order of the text.
    pub(crate) references: Vec<Reference>,
}

/// `{name}` in a text.
pub(crate) struct Reference {
    pub(crate) name: String,
    /// The line of the source file that it stands on, counted from 1.
    pub(crate) line: usize,
}

/// Reads a text: `{name}` is a reference, `{{` and `}}` are braces, any other brace is a mistake.
pub(crate) fn read(literal: &LitStr, errors: &mut Errors) -> Text {
    let value = literal.value();
    let source = Source::of(literal);
    let mut text = Text { literal: literal.clone(), shown: String::new(), references: Vec::new() };
    let mut rest = value.as_str();
    while let Some(at) = rest.find(['{', '}']) {
        text.shown.push_str(&rest[..at]);
        let from = &rest[at..];
        if from.starts_with("{{") || from.starts_with("}}") {
            text.shown.push_str(&from[..1]);
            rest = &from[2..];
        } else if let Some(name) = reference(from) {
            text.shown.push_str(name);
            if text.references.iter().all(|known| known.name != name) {
                let line = source.line_of(&format!("{{{name}}}"));
                text.references.push(Reference { name: name.to_owned(), line });
            }
            rest = &from[name.len() + 2..];
        } else {
            let odd = odd(from);
            errors.add(
                literal.span(),
                format!(
                    "`{odd}` in this text is no `{{name}}` of a tool; write `{{{{` and `}}}}` for braces"
                ),
            );
            text.shown.push_str(odd);
            rest = &from[odd.len()..];
        }
    }
    text.shown.push_str(rest);
    text
}

/// The name in `{name}…`, if that is what the text starts with.
fn reference(text: &str) -> Option<&str> {
    let inside = text.strip_prefix('{')?;
    let name = &inside[..inside.find('}')?];
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    (!name.is_empty() && name.bytes().all(fits)).then_some(name)
}

/// What starts with a brace that means nothing, up to the brace that closes it.
fn odd(text: &str) -> &str {
    let after = text[1..].find(['{', '}']).map(|at| at + 1);
    match after {
        Some(end) if text.starts_with('{') && text[end..].starts_with('}') => &text[..=end],
        _ => &text[..1],
    }
}

/// The literal as it stands in the file.
struct Source {
    written: String,
    first_line: usize,
}

impl Source {
    fn of(literal: &LitStr) -> Self {
        Self { written: literal.token().to_string(), first_line: line(literal.span()) }
    }

    /// The line of the file on which `word` first stands.
    fn line_of(&self, word: &str) -> usize {
        let before = self.written.find(word).map_or("", |at| &self.written[..at]);
        self.first_line + before.matches('\n').count()
    }
}

/// The line of a span; 1 where no compiler is at work, as in unit tests.
fn line(span: Span) -> usize {
    if proc_macro::is_available() { span.unwrap().start().line() } else { 1 }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read_str(value: &str) -> (String, Vec<String>, bool) {
        let mut errors = Errors::default();
        let text = read(&LitStr::new(value, Span::call_site()), &mut errors);
        let names = text.references.into_iter().map(|reference| reference.name).collect();
        (text.shown, names, errors.is_empty())
    }

    #[test]
    fn references_are_shown_bare_and_kept_once() {
        assert_eq!(
            read_str("Call {a_b}, then {c.d-e}, then {a_b}."),
            ("Call a_b, then c.d-e, then a_b.".into(), vec!["a_b".into(), "c.d-e".into()], true)
        );
    }

    #[test]
    fn doubled_braces_are_braces() {
        assert_eq!(read_str("{{\"a\": 1}}"), ("{\"a\": 1}".into(), vec![], true));
    }

    #[test]
    fn any_other_brace_is_a_mistake() {
        for bad in ["{", "}", "{a b}", "{}", "{é}", "a } b"] {
            assert!(!read_str(bad).2, "{bad}");
        }
    }
}
