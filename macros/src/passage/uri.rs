//! URIs without braces in a text: where they end, and which of them a resource may have.

use super::references::{closing, is_name};

/// A URI as it stands in a text.
pub(super) struct Uri {
    /// How many bytes of the text it takes.
    pub(super) length: usize,
    /// Without the doubling of its braces.
    pub(super) name: String,
}

/// The URI whose scheme starts here, perhaps behind underscores that emphasise it, and how many bytes stand before it.
/// Punctuation of the sentence around it is not taken.
pub(super) fn at_start(rest: &str, lenient: bool) -> Option<(usize, Uri)> {
    let scheme = rest.bytes().take_while(|byte| is_of_scheme(*byte) || *byte == b'_').count();
    let before = rest[..scheme].rfind('_').map_or(0, |at| at + 1);
    if !rest[scheme..].starts_with("://") || !is_scheme(&rest[before..scheme]) {
        return None;
    }
    let mut name = rest[before..scheme + 3].to_owned();
    let start = name.len();
    let mut end = scheme + 3;
    let mut depth = 0_usize;
    while let Some(byte) = rest.as_bytes().get(end) {
        match byte {
            b'{' => {
                let Some((length, variable)) = variable(&rest[end..], lenient) else { break };
                name.push_str(variable);
                end += length;
                continue;
            }
            b'(' => depth += 1,
            b')' if depth == 0 => break,
            b')' => depth -= 1,
            byte if !is_of_uri(*byte) => break,
            _ => {}
        }
        name.push(char::from(*byte));
        end += 1;
    }
    // What a sentence ends in is not the URI's.
    while name.len() > start && name.ends_with(ENDS_A_SENTENCE) {
        name.pop();
        end -= 1;
    }
    Some((before, Uri { length: end - before, name }))
}

/// What a sentence puts behind a URI; no resource's ends so.
pub(crate) const ENDS_A_SENTENCE: [char; 9] = ['.', ',', ';', ':', '!', '?', '\'', '*', '_'];

/// What a URI holds in a text, but for the braces of templates and for parentheses in pairs.
pub(crate) fn is_of_uri(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"-._~:/?#@!$&'()*+,;=%".contains(&byte)
}

fn is_of_scheme(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+-.".contains(&byte)
}

/// As RFC 3986 has it.
pub(crate) fn is_scheme(text: &str) -> bool {
    text.starts_with(|c: char| c.is_ascii_alphabetic()) && text.bytes().all(is_of_scheme)
}

/// `{name}` of a template, its braces doubled where a text needs that, and how many bytes it takes.
fn variable(rest: &str, lenient: bool) -> Option<(usize, &str)> {
    let (doubled, inner) = match rest.strip_prefix("{{") {
        Some(_) if !lenient => (1, &rest[1..]),
        _ => (0, rest),
    };
    let length = closing(inner)?;
    let is_closed = doubled == 0 || inner[length..].starts_with('}');
    (is_closed && is_name(&inner[1..length - 1])).then(|| (length + 2 * doubled, &inner[..length]))
}
