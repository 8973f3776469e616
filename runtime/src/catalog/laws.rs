//! What holds of every two templates and every URI, by a reading of them that is slow and plain.

use std::collections::BTreeSet;

use super::uri::{matches, overlap, same_scheme, same_shape, values};

/// The templates are some that the macro accepts: a scheme first, no two variables side by side, at most sixteen.
///
/// # Panics
/// Where a law is broken.
pub fn templates(one: &str, other: &str, uri: &str) {
    let (left, right) = (parts(one), parts(other));
    for (template, parts) in [(one, &left), (other, &right)] {
        reads(template, parts, uri);
    }
    let is_of_both = matches(one, uri) && matches(other, uri);
    let meet = overlap(one, other);
    assert_eq!(meet, overlap(other, one), "{one} and {other} meet, whichever is asked");
    assert_eq!(meet, some_uri_is_of_both(&left, &right), "whether {one} and {other} meet");
    assert!(meet || !is_of_both, "{uri} is of {one} and of {other}");
    assert_eq!(same_shape(one, other), left == right, "whether {one} and {other} have one shape");
    let scheme = |uri: &str| uri.split_once(':').map(|(scheme, _)| scheme.to_owned());
    assert_eq!(same_scheme(one, other), scheme(one) == scheme(other), "{one} and {other}");
}

/// A URI is matched as the naive reading says; its values are what stands there, and stand for it in turn.
fn reads(template: &str, parts: &[Part], uri: &str) {
    let taken = taken(parts, uri.as_bytes());
    assert_eq!(matches(template, uri), taken.is_some(), "whether {uri} is of {template}");
    let read = values(template, uri);
    let written: Option<Vec<&str>> =
        taken.and_then(|taken| taken.iter().map(|(from, to)| uri.get(*from..*to)).collect());
    let expected =
        written.and_then(|written| written.into_iter().map(value).collect::<Option<Vec<String>>>());
    assert_eq!(read, expected, "the values of {uri} in {template}");
    let Some(read) = read else { return };
    let again = substituted(parts, &read);
    assert!(matches(template, &again), "{again} is of {template}, as {uri} is");
    // Where a literal looks like what is encoded, that may be cut elsewhere.
    let looks_encoded = |byte: &u8| *byte == b'%' || byte.is_ascii_digit() || byte.is_ascii_uppercase();
    let is_plain = |part: &Part| !matches!(part, Part::Byte(byte) if looks_encoded(byte));
    if parts.iter().all(is_plain) {
        assert_eq!(values(template, &again), Some(read), "{again} says in {template} what {uri} says");
    }
}

/// A template, taken apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Byte(u8),
    /// One or more characters that are no slash.
    Variable,
}

fn parts(template: &str) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut bytes = template.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'{' {
            bytes.by_ref().find(|byte| *byte == b'}');
            parts.push(Part::Variable);
        } else {
            parts.push(Part::Byte(byte));
        }
    }
    parts
}

/// What each variable takes, the earlier ones as little as they can: every way is tried, the shortest first.
fn taken(parts: &[Part], uri: &[u8]) -> Option<Vec<(usize, usize)>> {
    fn from(
        parts: &[Part],
        uri: &[u8],
        at: usize,
        to: usize,
        in_vain: &mut BTreeSet<(usize, usize)>,
    ) -> Option<Vec<(usize, usize)>> {
        let Some(part) = parts.get(at) else { return (to == uri.len()).then(Vec::new) };
        if in_vain.contains(&(at, to)) {
            return None;
        }
        let found = match part {
            Part::Byte(byte) if uri.get(to) == Some(byte) => from(parts, uri, at + 1, to + 1, in_vain),
            Part::Byte(_) => None,
            Part::Variable => {
                let most = uri[to..].iter().take_while(|byte| **byte != b'/').count();
                (to + 1..=to + most).find_map(|end| {
                    let mut taken = from(parts, uri, at + 1, end, in_vain)?;
                    taken.insert(0, (to, end));
                    Some(taken)
                })
            }
        };
        if found.is_none() {
            in_vain.insert((at, to));
        }
        found
    }
    from(parts, uri, 0, 0, &mut BTreeSet::new())
}

/// Decoded once, unless it holds what no variable may.
fn value(written: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = written.bytes();
    while let Some(byte) = rest.next() {
        if byte == b'%' {
            let mut digit = || char::from(rest.next()?).to_digit(16);
            let (high, low) = (digit()?, digit()?);
            bytes.push(u8::try_from(16 * high + low).ok()?);
        } else {
            bytes.push(byte);
        }
    }
    let value = String::from_utf8(bytes).ok()?;
    let is_segment = !["", ".", ".."].contains(&value.as_str());
    (is_segment && !value.chars().any(|c| "/\\".contains(c) || c.is_control())).then_some(value)
}

/// The URI of these values, each byte of theirs encoded.
fn substituted(parts: &[Part], values: &[String]) -> String {
    let mut values = values.iter();
    let mut uri = String::new();
    for part in parts {
        match part {
            Part::Byte(byte) => uri.push(char::from(*byte)),
            Part::Variable => {
                let value = values.next().expect("a value a variable");
                uri.extend(value.bytes().map(|byte| format!("%{byte:02X}")));
            }
        }
    }
    assert!(values.next().is_none(), "a variable a value");
    uri
}

/// Whether any URI is of both: both are read side by side, one byte that both allow after the other.
fn some_uri_is_of_both(one: &[Part], other: &[Part]) -> bool {
    // No template's literals hold it, so it stands for all that they do not.
    const ANY: u8 = 0x1;
    let literals = one.iter().chain(other).filter_map(|part| match part {
        Part::Byte(byte) => Some(*byte),
        Part::Variable => None,
    });
    let bytes: BTreeSet<u8> = literals.chain([ANY]).collect();
    let mut seen = BTreeSet::new();
    let mut next = vec![(Place::START, Place::START)];
    while let Some((left, right)) = next.pop() {
        if !seen.insert((left, right)) {
            continue;
        }
        if left.is_end(one) && right.is_end(other) {
            return true;
        }
        for byte in &bytes {
            for left in left.after(one, *byte) {
                next.extend(right.after(other, *byte).into_iter().map(|right| (left, right)));
            }
        }
    }
    false
}

/// How far a template is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Place {
    at: usize,
    /// Whether the variable before may take more.
    in_variable: bool,
}

impl Place {
    const START: Self = Self { at: 0, in_variable: false };

    fn is_end(self, parts: &[Part]) -> bool {
        self.at == parts.len()
    }

    /// The places behind one more byte.
    fn after(self, parts: &[Part], byte: u8) -> Vec<Self> {
        let more = (self.in_variable && byte != b'/').then_some(self);
        let next = match parts.get(self.at) {
            Some(Part::Byte(expected)) if *expected == byte => {
                Some(Self { at: self.at + 1, in_variable: false })
            }
            Some(Part::Variable) if byte != b'/' => Some(Self { at: self.at + 1, in_variable: true }),
            _ => None,
        };
        more.into_iter().chain(next).collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn of_every_two_templates_and_every_uri(
            one in "[xy]://([a2/]{1,2}|\\{v\\}[a2./%-]{1,2}){0,5}(\\{v\\})?",
            other in "[xy]://([a2/]{1,2}|\\{w\\}[a2./%-]{1,2}){0,5}(\\{w\\})?",
            uri in "[xy]://[a2./%\\\\é-]{0,12}",
        ) {
            super::templates(&one, &other, &uri);
        }
    }
}
