//! What a piece of text names: `{find_place}` and its relatives, and words that are names unbraced.

use std::ops::Range;

use super::uri::{self, is_scheme};

/// How a name stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// `{find_place}`: a tool that the server must have.
    Tool,
    /// `{?find_place}`: one that it may lack; the passage is then never shown.
    Maybe,
    /// `{prompt:plan}`
    Prompt,
    /// `{geo://place/{id}}`
    Resource,
    /// `{geo_*}`: every tool that starts so.
    Glob,
    /// `{toolset:geo}`
    Toolset,
    /// `{find_place}` or a URI, in code or in a doc comment: a reference if the server has it, else the text itself.
    Code,
    /// A word that may be a name.
    Word,
    /// A URI without braces.
    Uri,
}

/// A name in a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Reference {
    pub(crate) kind: Kind,
    pub(crate) name: String,
    /// Where it first stands in the text.
    pub(crate) at: usize,
}

/// What is shown, in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    /// The names of a [`Kind::Glob`], or a [`Kind::Code`], by position among the references.
    Names(usize),
}

/// The braces that mean nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Odd {
    pub(crate) text: String,
    pub(crate) at: usize,
}

/// Where braces that are no reference are the text's own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Braces {
    /// In code alone: elsewhere they are doubled.
    Strict,
    /// Everywhere, as in a doc comment.
    Lenient,
}

/// Collects what slices of one text name.
pub(crate) struct Scanner<'t> {
    text: &'t str,
    code: &'t [Range<usize>],
    braces: Braces,
    pub(crate) references: Vec<Reference>,
    pub(crate) odd: Vec<Odd>,
}

/// A slice as it is shown, and what it names.
#[derive(Debug, Default)]
pub(crate) struct Scanned {
    pub(crate) pieces: Vec<Piece>,
    /// Positions among the references, each once.
    pub(crate) needs: Vec<usize>,
}

impl Scanned {
    fn push(&mut self, text: &str) {
        match self.pieces.last_mut() {
            Some(Piece::Text(last)) => last.push_str(text),
            _ if text.is_empty() => {}
            _ => self.pieces.push(Piece::Text(text.to_owned())),
        }
    }
}

impl<'t> Scanner<'t> {
    pub(crate) fn new(text: &'t str, code: &'t [Range<usize>], braces: Braces) -> Self {
        Self { text, code, braces, references: Vec::new(), odd: Vec::new() }
    }

    /// Reads one slice.
    pub(crate) fn scan(&mut self, slice: Range<usize>) -> Scanned {
        let mut scanned = Scanned::default();
        let mut at = slice.start;
        while at < slice.end {
            let rest = &self.text[at..slice.end];
            let in_code = self.code.iter().any(|code| code.contains(&at));
            let lenient = in_code || self.braces == Braces::Lenient;
            at += match rest.as_bytes()[0] {
                b'\\' if !in_code && rest[1..].starts_with(['{', '}']) => {
                    scanned.push(&rest[..2]);
                    2
                }
                b'{' | b'}' if !lenient && (rest.starts_with("{{") || rest.starts_with("}}")) => {
                    scanned.push(&rest[..1]);
                    2
                }
                b'{' => self.braced(rest, at, in_code, &mut scanned),
                b'}' => {
                    self.own_brace("}", at, lenient, &mut scanned);
                    1
                }
                _ => self.plain(rest, at, lenient, &mut scanned),
            };
        }
        scanned
    }

    /// `{…}`, whatever it means; returns its length.
    fn braced(&mut self, rest: &str, at: usize, in_code: bool, scanned: &mut Scanned) -> usize {
        let lenient = in_code || self.braces == Braces::Lenient;
        let Some(length) = closing(rest) else {
            self.own_brace("{", at, lenient, scanned);
            return 1;
        };
        let inside = &rest[1..length - 1];
        if in_code && !is_name(inside) && !is_uri(inside) {
            // Code has braces of its own; what stands inside may still name something.
            scanned.push("{");
            return 1;
        }
        if let Some(word) = inside.strip_prefix('=').filter(|word| is_name(word) || is_uri(word)) {
            scanned.push(word);
            return length;
        }
        let Some((kind, name)) = classify(inside) else {
            if lenient {
                // What stands inside may still name something.
                scanned.push("{");
                return 1;
            }
            self.odd.push(Odd { text: rest[..length].to_owned(), at });
            scanned.push(&rest[..length]);
            return length;
        };
        match (kind, lenient) {
            (Kind::Glob, _) => {
                let reference = self.refer(Kind::Glob, name, at, scanned);
                scanned.pieces.push(Piece::Names(reference));
            }
            (Kind::Tool | Kind::Resource, true) => {
                let reference = self.refer(Kind::Code, name, at, scanned);
                scanned.pieces.push(Piece::Names(reference));
            }
            (kind, _) => {
                self.refer(kind, name, at, scanned);
                scanned.push(name);
            }
        }
        length
    }

    fn own_brace(&mut self, brace: &str, at: usize, lenient: bool, scanned: &mut Scanned) {
        if !lenient {
            self.odd.push(Odd { text: brace.to_owned(), at });
        }
        scanned.push(brace);
    }

    /// A word, or a character that is none; returns its length.
    fn plain(&mut self, rest: &str, at: usize, lenient: bool, scanned: &mut Scanned) -> usize {
        if let Some((before, uri)) = uri::at_start(rest, lenient) {
            scanned.push(&rest[..before]);
            self.refer(Kind::Uri, &uri.name, at + before, scanned);
            scanned.push(&uri.name);
            return before + uri.length;
        }
        let is_word = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
        let length = rest.bytes().take_while(|byte| is_word(*byte)).count();
        if length == 0 {
            let length = rest.chars().next().map_or(1, char::len_utf8);
            scanned.push(&rest[..length]);
            return length;
        }
        let word = &rest[..length];
        let long = long_word(rest, length);
        if long.contains('_') {
            self.refer(Kind::Word, long, at, scanned);
        }
        if long.len() > length && word.contains('_') {
            // It may be a name by itself as well, before a `.` or `-` of the text's own.
            self.refer(Kind::Code, word, at, scanned);
        }
        scanned.push(word);
        length
    }

    fn refer(&mut self, kind: Kind, name: &str, at: usize, scanned: &mut Scanned) -> usize {
        let known = self.references.iter().position(|known| known.kind == kind && known.name == name);
        let reference = known.unwrap_or_else(|| {
            self.references.push(Reference { kind, name: name.to_owned(), at });
            self.references.len() - 1
        });
        if !scanned.needs.contains(&reference) {
            scanned.needs.push(reference);
        }
        reference
    }
}

/// The word with what a tool's name may hold besides: `.` and `-` between letters, digits and underscores.
fn long_word(rest: &str, length: usize) -> &str {
    let bytes = rest.as_bytes();
    let is_word = |at: usize| bytes.get(at).is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    let mut end = length;
    loop {
        let joined = matches!(bytes.get(end), Some(b'.' | b'-')) && is_word(end + 1);
        if !joined {
            return &rest[..end];
        }
        end += 1;
        while is_word(end) {
            end += 1;
        }
    }
}

/// The length of `{…}` with the braces in it, on one line.
pub(super) fn closing(rest: &str) -> Option<usize> {
    let mut depth = 0;
    for (at, byte) in rest.bytes().enumerate() {
        match byte {
            b'{' => depth += 1,
            b'}' => {
                depth -= 1;
                if depth == 0 {
                    return Some(at + 1);
                }
            }
            b'\n' => return None,
            _ => {}
        }
    }
    None
}

/// What stands between braces, if it is a reference.
fn classify(inside: &str) -> Option<(Kind, &str)> {
    if let Some(name) = inside.strip_prefix('?') {
        return is_name(name).then_some((Kind::Maybe, name));
    }
    if let Some(name) = inside.strip_prefix("prompt:") {
        return is_name(name).then_some((Kind::Prompt, name));
    }
    if let Some(name) = inside.strip_prefix("toolset:") {
        return is_name(name).then_some((Kind::Toolset, name));
    }
    if let Some(start) = inside.strip_suffix('*') {
        return is_name(start).then_some((Kind::Glob, start));
    }
    if is_name(inside) {
        return Some((Kind::Tool, inside));
    }
    is_uri(inside).then_some((Kind::Resource, inside))
}

fn is_uri(text: &str) -> bool {
    let scheme = text.split_once("://").map(|(scheme, _)| scheme);
    scheme.is_some_and(is_scheme) && !text.contains([' ', '\t'])
}

pub(super) fn is_name(name: &str) -> bool {
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'.' | b'-');
    !name.is_empty() && name.bytes().all(fits)
}
