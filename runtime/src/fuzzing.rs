//! What `fuzz/` tries of what is private here: laws, each of which panics where it is broken. Not for use by hand.

pub use crate::catalog::laws::templates;
#[cfg(feature = "cli")]
pub use crate::cli::laws::arguments;
