//! Queries: how they are read, written and resolved.
#![no_main]

#[path = "../../tests/laws/selection.rs"]
mod selection;

libfuzzer_sys::fuzz_target!(|case: selection::Case| case.holds());
