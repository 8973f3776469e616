//! Logs what clients asked for in vain: bounded, escaped, and not at every request.

use crate::{
    limit::Limit,
    quoted::{NAMES, escaped},
};

/// At the opening of a session.
pub(crate) fn warn(unknown: &[String]) {
    if !unknown.is_empty() {
        tracing::warn!("a client asked for toolsets that are not there: {}", shown(unknown));
    }
}

/// At a request that has no session: such a client asks again and again.
pub(crate) fn warn_without_a_session(unknown: &[String]) {
    static LIMIT: Limit = Limit::new();
    if !unknown.is_empty() && LIMIT.allows() {
        warn(unknown);
    }
}

/// The names as a line shows them.
pub(crate) fn shown(unknown: &[String]) -> String {
    let names = unknown.iter().take(NAMES).map(|name| escaped(name));
    let names: Vec<String> = names.collect();
    let more = unknown.len().saturating_sub(NAMES);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    names.join(", ") + &more
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::quoted::CHARACTERS;

    #[test]
    fn names_are_escaped_cut_and_counted() {
        let names = |count: usize| vec!["a\n\"b".to_owned(); count];
        assert_eq!(shown(&names(1)), r#""a\n\"b""#);
        assert!(shown(&names(17)).ends_with(" and 1 more"));
        assert_eq!(shown(&["x".repeat(100)]).len(), CHARACTERS + 2);
    }
}
