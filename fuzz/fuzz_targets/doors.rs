//! Requests over HTTP, one after the other, to a server of which they may know a part.
#![no_main]

#[path = "../../tests/laws/doors.rs"]
mod doors;

libfuzzer_sys::fuzz_target!(|case: doors::Case| case.holds());
