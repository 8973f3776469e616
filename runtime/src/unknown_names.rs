//! Logs what clients asked for in vain: bounded, escaped, and not at every request.

use std::{
    sync::atomic::{AtomicU64, Ordering},
    time::{Duration, Instant},
};

use crate::quoted::{NAMES, escaped};

/// Without sessions, one line in so long.
const INTERVAL: Duration = Duration::from_secs(10);

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

/// One in an interval.
struct Limit {
    /// Milliseconds since the first, plus one; 0 before it.
    last: AtomicU64,
}

impl Limit {
    const fn new() -> Self {
        Self { last: AtomicU64::new(0) }
    }

    fn allows(&self) -> bool {
        static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
        let now = u64::try_from(START.elapsed().as_millis()).unwrap_or(u64::MAX).saturating_add(1);
        let interval = u64::try_from(INTERVAL.as_millis()).unwrap_or(u64::MAX);
        let last = self.last.load(Ordering::Relaxed);
        (last == 0 || now.saturating_sub(last) >= interval)
            && self.last.compare_exchange(last, now, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
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

    #[test]
    fn one_line_in_an_interval() {
        let limit = Limit::new();
        assert_eq!([limit.allows(), limit.allows(), limit.allows()], [true, false, false]);
    }
}
