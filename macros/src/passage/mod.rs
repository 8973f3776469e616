//! Instruction text: where it comes from, what it shows, and which components it names.

pub(crate) mod cut;
pub(crate) mod markdown;
pub(crate) mod references;
pub(crate) mod uri;

use std::{env, fs, path::Path};

use cut::Cut;
use proc_macro2::Span;
use references::{Braces, Kind};
use syn::LitStr;

use crate::errors::Errors;

/// A text as it was written, cut into passages.
pub(crate) struct Text {
    /// The token to blame: the literal, that of its file's path, or the function that a comment describes.
    pub(crate) blame: Span,
    /// The path of its file.
    pub(crate) file: Option<LitStr>,
    pub(crate) cut: Cut,
    /// Where each reference stands, for people.
    pub(crate) places: Vec<String>,
}

/// `instructions = "…"` or `instructions_file = "…"`.
pub(crate) enum Written {
    Here(LitStr),
    InFile(LitStr),
}

/// Reads a text; what is wrong with its braces is told.
pub(crate) fn read(written: &Written, errors: &mut Errors) -> Text {
    let (literal, source) = match written {
        Written::Here(literal) => (literal, Source::Literal(Literal::of(literal))),
        Written::InFile(path) => (path, Source::File(path.value())),
    };
    let mut text = match &source {
        Source::Literal(_) => literal.value(),
        Source::File(path) => read_file(path, literal.span(), errors),
    };
    if !text.ends_with('\n') {
        text.push('\n');
    }
    let cut = cut::cut(&text, Braces::Strict);
    for odd in &cut.odd {
        let place = source.place(&text, odd.at);
        errors.add(
            literal.span(),
            format!("`{}` ({place}) is no name of a component; write `{{{{` and `}}}}` for braces", odd.text),
        );
    }
    let places = cut.references.iter().map(|reference| source.place(&text, reference.at));
    let file = matches!(source, Source::File(_)).then(|| literal.clone());
    Text { blame: literal.span(), file, places: places.collect(), cut }
}

/// What a component or a toolset is for.
pub(crate) struct Description {
    /// The whole text, its references bare.
    pub(crate) plain: String,
    /// The text in passages, where it names anything.
    pub(crate) text: Option<Text>,
}

/// Reads `description = "…"`.
pub(crate) fn describe(literal: &LitStr, errors: &mut Errors) -> Description {
    let text = read(&Written::Here(literal.clone()), errors);
    Description::of(cut::plain(&literal.value(), Braces::Strict), text)
}

/// Reads a doc comment, in which braces may mean anything.
pub(crate) fn describe_by_comment(comment: &str, blame: Span) -> Description {
    let cut = cut::cut(&format!("{comment}\n"), Braces::Lenient);
    let places = cut.references.iter().map(|_| "in its doc comment".to_owned()).collect();
    Description::of(cut::plain(comment, Braces::Lenient), Text { blame, file: None, cut, places })
}

impl Description {
    fn of(plain: String, text: Text) -> Self {
        let names = !text.cut.references.is_empty();
        Self { plain, text: names.then_some(text) }
    }
}

/// A component of the impl that a text belongs to.
#[derive(Clone, Copy)]
pub(crate) struct Own<'a> {
    pub(crate) name: &'a str,
    pub(crate) noun: &'static str,
    /// What stands before the name in a reference.
    pub(crate) prefix: &'static str,
}

/// A name of this impl's own that stands in its text unbraced: renaming the component would leave it behind.
pub(crate) fn check_unbraced(text: &Text, own: &[Own<'_>], errors: &mut Errors) {
    for (reference, place) in text.cut.references.iter().zip(&text.places) {
        let name = &reference.name;
        let is_plain = matches!(reference.kind, Kind::Word | Kind::Uri);
        if let Some(Own { noun, prefix, .. }) = own.iter().find(|own| is_plain && own.name == name) {
            errors.add(
                text.blame,
                format!("`{name}` ({place}) is a {noun} of this impl; write `{{{prefix}{name}}}` to name it, or `{{={name}}}` for the plain word"),
            );
        }
    }
}

fn read_file(path: &str, at: Span, errors: &mut Errors) -> String {
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    fs::read_to_string(Path::new(&root).join(path)).unwrap_or_else(|error| {
        errors.add(
            at,
            format!("`{path}` cannot be read: {error}; the path starts at the folder of Cargo.toml"),
        );
        String::new()
    })
}

/// Where a text's words stand.
enum Source {
    Literal(Literal),
    /// By the path as it was written.
    File(String),
}

impl Source {
    /// The place of what stands at `at`.
    fn place(&self, text: &str, at: usize) -> String {
        match self {
            Self::Literal(literal) => format!("line {}", literal.line_of(text, at)),
            Self::File(path) => {
                let before = &text[..at];
                let line = before.matches('\n').count() + 1;
                let column = before.rsplit('\n').next().map_or(0, |line| line.chars().count()) + 1;
                format!("{path}:{line}:{column}")
            }
        }
    }
}

/// A literal as it stands in the file.
struct Literal {
    written: String,
    first_line: usize,
}

impl Literal {
    fn of(literal: &LitStr) -> Self {
        Self { written: literal.token().to_string(), first_line: line(literal.span()) }
    }

    /// The line of the file on which stands what is at `at` of the literal's value.
    fn line_of(&self, text: &str, at: usize) -> usize {
        let before = text[..at].matches('\n').count();
        // The text ends in a line of its own, which the literal need not.
        let lines = text.trim_end().matches('\n').count();
        let written = self.written.trim_end_matches(['"', '#']).trim_end().matches('\n').count();
        if written == lines {
            return self.first_line + before;
        }
        // Lines are escaped or continued: the words that follow are looked for, as many as stand there once.
        let end = text[at..].find('\n').map_or(text.len(), |end| at + end);
        let words: String = text[at..end].chars().take(24).collect();
        let found = self.written.find(&words);
        self.first_line + found.map_or(0, |found| self.written[..found].matches('\n').count())
    }
}

/// The line of a span; 1 where no compiler is at work, as in unit tests.
fn line(span: Span) -> usize {
    if proc_macro::is_available() { span.unwrap().start().line() } else { 1 }
}
