//! What the machine is built on; a test of its interleavings has another of these.

pub(crate) use std::sync::{Arc, Mutex, MutexGuard};
