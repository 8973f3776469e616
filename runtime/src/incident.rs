//! By which an answer to a client and a line of the log are brought together; it says nothing by itself.

use std::{
    any::Any,
    hash::{BuildHasher, RandomState},
    sync::atomic::{AtomicU64, Ordering},
};

/// A new one.
pub(crate) fn id() -> String {
    static COUNT: AtomicU64 = AtomicU64::new(0);
    let count = COUNT.fetch_add(1, Ordering::Relaxed);
    format!("{:08x}", RandomState::new().hash_one(count) & 0xFFFF_FFFF)
}

/// What a panic said, for the log alone.
pub(crate) fn panic_text(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied().map(str::to_owned);
    text.or_else(|| panic.downcast_ref::<String>().cloned()).unwrap_or_default()
}
