//! One line of the log in so long, for what happens again and again.

use std::{
    sync::{
        LazyLock,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// In which there is one.
const INTERVAL: Duration = Duration::from_secs(10);

/// One in an interval.
pub(crate) struct Limit {
    /// Milliseconds since the first, plus one; 0 before it.
    last: AtomicU64,
}

impl Limit {
    pub(crate) const fn new() -> Self {
        Self { last: AtomicU64::new(0) }
    }

    pub(crate) fn allows(&self) -> bool {
        static START: LazyLock<Instant> = LazyLock::new(Instant::now);
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

    #[test]
    fn one_line_in_an_interval() {
        let limit = Limit::new();
        assert_eq!([limit.allows(), limit.allows(), limit.allows()], [true, false, false]);
    }
}
