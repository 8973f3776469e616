//! URIs and URI templates of RFC 6570, level 1: which URI a template is read by, and which two templates meet.
//!
//! A variable matches one or more characters other than `/`. The macro has refused variables side by side, so what
//! follows one is a literal.

use std::borrow::Cow;

use percent_encoding::percent_decode_str;

/// How many variables a template may have; the macro refuses more.
const VARIABLES: usize = 16;

/// Where a variable's text starts in the URI, and where it ends.
type Taken = [(usize, usize); VARIABLES];

/// Whether a URI is one of the template's.
pub(crate) const fn matches(template: &str, uri: &str) -> bool {
    take(template.as_bytes(), uri.as_bytes()).is_some()
}

/// The values of a template's variables in a URI, decoded once; `None` where it is not one of the template's, or holds
/// what no variable may: a `/` or `\`, a dot segment, a control character, a `%` by itself, what is not UTF-8.
pub(crate) fn values(template: &str, uri: &str) -> Option<Vec<String>> {
    let (taken, count) = take(template.as_bytes(), uri.as_bytes())?;
    taken[..count].iter().map(|(start, end)| value(uri.get(*start..*end)?)).collect()
}

fn value(written: &str) -> Option<String> {
    // Each `%` with its two digits: a literal of the template may have cut one in half.
    let is_whole = |at: usize| {
        written.as_bytes().get(at + 1..at + 3).is_some_and(|digits| digits.iter().all(u8::is_ascii_hexdigit))
    };
    if !written.match_indices('%').all(|(at, _)| is_whole(at)) {
        return None;
    }
    let value = percent_decode_str(written).decode_utf8().map(Cow::into_owned).ok()?;
    // A backslash is a slash where functions hand the value to some file systems.
    let is_refused = |c: char| c == '/' || c == '\\' || c.is_control();
    (!value.contains(is_refused) && value != "." && value != "..").then_some(value)
}

/// What each variable takes, the earlier ones as little as they can.
const fn take(template: &[u8], uri: &[u8]) -> Option<(Taken, usize)> {
    let mut taken = [(0, 0); VARIABLES];
    let mut count = 0;
    let (mut at, mut to) = (0, 0);
    // What follows the last variable.
    let mut after = None;
    loop {
        if at < template.len() && template[at] == b'{' {
            if to >= uri.len() || uri[to] == b'/' || count == VARIABLES {
                return None;
            }
            taken[count] = (to, to + 1);
            count += 1;
            to += 1;
            at = end_of_variable(template, at);
            after = Some(at);
        } else if at < template.len() && to < uri.len() && template[at] == uri[to] {
            if uri[to] == b'/' {
                // What lies before is settled: no variable reaches over it.
                after = None;
            }
            at += 1;
            to += 1;
        } else if at == template.len() && to == uri.len() {
            return Some((taken, count));
        } else {
            // The last variable takes one more.
            let Some(again) = after else { return None };
            let end = taken[count - 1].1;
            if end >= uri.len() || uri[end] == b'/' {
                return None;
            }
            taken[count - 1].1 = end + 1;
            to = end + 1;
            at = again;
        }
    }
}

const fn end_of_variable(template: &[u8], mut at: usize) -> usize {
    while at < template.len() && template[at] != b'}' {
        at += 1;
    }
    at + 1
}

/// Whether two templates differ in nothing but the names of their variables.
pub(crate) const fn same_shape(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let (mut left, mut right) = (0, 0);
    while left < one.len() && right < other.len() {
        if one[left] != other[right] {
            return false;
        }
        if one[left] == b'{' {
            left = end_of_variable(one, left);
            right = end_of_variable(other, right);
        } else {
            left += 1;
            right += 1;
        }
    }
    left == one.len() && right == other.len()
}

/// Whether some URI belongs to both, segment by segment.
pub(crate) const fn overlap(one: &str, other: &str) -> bool {
    let (mut one, mut other) = (one.as_bytes(), other.as_bytes());
    loop {
        let (left, rest_of_one) = segment(one);
        let (right, rest_of_other) = segment(other);
        if !segments_meet(left, right) {
            return false;
        }
        match (rest_of_one, rest_of_other) {
            (Some(rest), Some(other_rest)) => (one, other) = (rest, other_rest),
            (None, None) => return true,
            _ => return false,
        }
    }
}

/// What stands before the first `/`, and what behind it.
const fn segment(uri: &[u8]) -> (&[u8], Option<&[u8]>) {
    let mut at = 0;
    while at < uri.len() {
        if uri[at] == b'/' {
            let (segment, rest) = uri.split_at(at);
            return (segment, Some(rest.split_at(1).1));
        }
        at += 1;
    }
    (uri, None)
}

const fn segments_meet(one: &[u8], other: &[u8]) -> bool {
    match (has_variable(one), has_variable(other)) {
        // The same literal matches itself; what matches a literal of one line is that literal.
        (_, false) => take(one, other).is_some(),
        (false, true) => take(other, one).is_some(),
        // Variables take whatever stands between, so the ends decide.
        (true, true) => starts_meet(one, other) && ends_meet(one, other),
    }
}

const fn has_variable(segment: &[u8]) -> bool {
    let mut at = 0;
    while at < segment.len() {
        if segment[at] == b'{' {
            return true;
        }
        at += 1;
    }
    false
}

/// Whether what stands before the first variables agrees, as far as both say something.
const fn starts_meet(one: &[u8], other: &[u8]) -> bool {
    let mut at = 0;
    while one[at] != b'{' && other[at] != b'{' {
        if one[at] != other[at] {
            return false;
        }
        at += 1;
    }
    true
}

/// The same behind the last ones.
const fn ends_meet(one: &[u8], other: &[u8]) -> bool {
    let (mut left, mut right) = (one.len(), other.len());
    while one[left - 1] != b'}' && other[right - 1] != b'}' {
        if one[left - 1] != other[right - 1] {
            return false;
        }
        left -= 1;
        right -= 1;
    }
    true
}

/// Whether two URIs have one scheme.
pub(crate) const fn same_scheme(one: &str, other: &str) -> bool {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let mut at = 0;
    while at < one.len() && at < other.len() && one[at] == other[at] {
        if one[at] == b':' {
            return true;
        }
        at += 1;
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    fn taken(template: &str, uri: &str) -> Option<Vec<String>> {
        values(template, uri)
    }

    #[test]
    fn a_variable_takes_what_is_no_slash_and_is_decoded_once() {
        for (template, uri, expected) in [
            ("geo://place/{id}", "geo://place/42", Some(vec!["42"])),
            ("geo://place/{id}", "geo://place/", None),
            ("geo://place/{id}", "geo://place/4/2", None),
            ("geo://place/{id}", "geo://place/a%20b", Some(vec!["a b"])),
            ("geo://place/{id}", "geo://place/a+b", Some(vec!["a+b"])),
            ("geo://place/{id}", "geo://place/a%2520b", Some(vec!["a%20b"])),
            ("geo://place/{id}", "geo://place/a%2Fb", None),
            ("geo://place/{id}", "geo://place/a%2fb", None),
            ("geo://place/{id}", "geo://place/%252F", Some(vec!["%2F"])),
            ("geo://place/{id}", "geo://place/..", None),
            ("geo://place/{id}", "geo://place/%2e%2E", None),
            ("geo://place/{id}", "geo://place/.", None),
            ("geo://place/{id}", "geo://place/...", Some(vec!["..."])),
            ("geo://place/{id}", "geo://place/%ff", None),
            ("geo://place/{id}", "geo://place/%zz", None),
            ("geo://place/{id}", "geo://place/a%2", None),
            ("geo://place/{id}", "geo://place/%é1", None),
            ("geo://place/{id}", "geo://place/..%5Cx", None),
            ("geo://place/{id}", "geo://place/a%00", None),
            ("x://{a}2{b}", "x://p%2Fq", None),
            ("geo://place/{id}", "geo://place/é", Some(vec!["é"])),
            ("geo://place/{id}", "GEO://place/42", None),
            ("geo://{a}/x/{b}", "geo://1/x/2", Some(vec!["1", "2"])),
            ("geo://{a}/x/{b}", "geo://1/y/2", None),
            ("geo://{a}.{b}", "geo://x.y.z", Some(vec!["x", "y.z"])),
            ("geo://{a}.json", "geo://x.json.json", Some(vec!["x.json"])),
            ("geo://{a}.json", "geo://.json", None),
            ("geo://a{a}b{b}c", "geo://aabbcbc", Some(vec!["a", "bcb"])),
            ("geo://x", "geo://x", Some(vec![])),
            ("geo://x", "geo://xy", None),
        ] {
            let expected = expected.map(|values| values.into_iter().map(str::to_owned).collect::<Vec<_>>());
            assert_eq!(taken(template, uri), expected, "{template} {uri}");
        }
    }

    #[test]
    fn a_long_uri_takes_no_longer_than_its_length_times_the_templates() {
        let uri = format!("geo://{}", "ab".repeat(50_000));
        assert_eq!(taken("geo://{a}aba{b}x{c}y", &uri), None);
    }

    #[test]
    fn templates_meet_where_some_uri_is_of_both() {
        for (one, other, expected) in [
            ("geo://place/{id}", "geo://place/{name}", true),
            ("geo://place/{id}", "geo://place/home", true),
            ("geo://place/{id}", "geo://place/home/map", false),
            ("geo://place/{id}", "geo://places/{id}", false),
            ("geo://{kind}/home", "geo://place/{id}", true),
            ("geo://{a}/x", "geo://{b}/y", false),
            ("geo://a{x}", "geo://b{x}", false),
            ("geo://a{x}", "geo://{x}b", true),
            ("geo://a{x}", "geo://ab{x}", true),
            ("geo://{x}.json", "geo://{x}.xml", false),
            ("geo://{x}.json", "geo://{x}on", true),
            ("geo://a", "geo://a", true),
            ("geo://a", "geo://b", false),
        ] {
            assert_eq!(overlap(one, other), expected, "{one} {other}");
            assert_eq!(overlap(other, one), expected, "{other} {one}");
        }
        assert!(same_shape("geo://{a}/{b}", "geo://{x}/{yy}"));
        assert!(!same_shape("geo://{a}/b", "geo://{x}/{b}"));
        assert!(same_scheme("geo://a", "geo://b") && !same_scheme("geo://a", "ge://b"));
    }
}
