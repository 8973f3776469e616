//! Command lines: read or refused, and what is read is served.
#![no_main]

use std::{ffi::OsString, os::unix::ffi::OsStringExt};

use arbitrary::{Arbitrary, Result, Unstructured};

/// What command lines are made of, besides what nobody thought of.
const WORDS: [&str; 64] = [
    "serve",
    "stdio",
    "toolsets",
    "instructions",
    "surface",
    "docs",
    "help",
    "time",
    "only=time",
    "?",
    "&",
    "=",
    ",",
    " ",
    "--",
    "-",
    "--help",
    "-h",
    "--version",
    "-V",
    "--publish",
    "--publish=",
    "--toolsets",
    "--toolsets=",
    "--ignore-query-key",
    "--ignore-query-key=",
    "--toolsets-tool",
    "--toolsets-tool=",
    "--no-toolsets-tool",
    "--log-level=",
    "--log-format=",
    "--host=",
    "--port=",
    "--path=",
    "--allowed-host=",
    "--allowed-origin=",
    "--max-calls=",
    "--select-by=",
    "--shutdown-timeout=",
    "--call-timeout=",
    "--explain",
    "--all",
    "--check",
    "true",
    "no",
    "json",
    "plain",
    "127.0.0.1",
    "[::1]",
    "localhost",
    "0",
    "65536",
    "18446744073709551616",
    "/",
    "/mcp",
    "/toolsets",
    "/healthz",
    "/x",
    "path",
    "header",
    "http://",
    "{",
    "\u{1b}[31m",
    "\n",
];

/// A command line.
#[derive(Arbitrary, Debug)]
struct Case(Vec<Vec<Piece>>);

/// A piece of an argument.
#[derive(Debug)]
enum Piece {
    Known(&'static str),
    Byte(u8),
}

impl Arbitrary<'_> for Piece {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let byte = bytes.arbitrary::<u8>()?;
        // Those that no text starts with stand for words.
        Ok(match usize::from(byte).checked_sub(128).and_then(|at| WORDS.get(at)) {
            Some(word) => Self::Known(word),
            None => Self::Byte(byte),
        })
    }
}

libfuzzer_sys::fuzz_target!(|case: Case| {
    let argument = |pieces: &Vec<Piece>| {
        let mut bytes = Vec::new();
        for piece in pieces {
            match piece {
                Piece::Known(known) => bytes.extend_from_slice(known.as_bytes()),
                // No argument holds it.
                Piece::Byte(0) => {}
                Piece::Byte(byte) => bytes.push(*byte),
            }
        }
        OsString::from_vec(bytes)
    };
    let given: Vec<OsString> = case.0.iter().map(argument).collect();
    pegboard::fuzzing::arguments(&given);
});
