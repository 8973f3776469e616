//! What holds for any input: each law is tried with inputs made at random, and with those that `fuzz/` found worth keeping.

mod doors;
pub(crate) mod passages;
mod selection;

use std::{fs, path::Path};

use arbitrary::{Arbitrary, Unstructured};
use passages::Keep;
use proptest::prelude::*;

/// Keeps everything for as long as the tests run.
pub(crate) struct Leaked;

impl Keep for Leaked {
    fn all<T>(&mut self, values: Vec<T>) -> &'static [T] {
        values.leak()
    }

    fn text(&mut self, text: String) -> &'static str {
        text.leak()
    }
}

/// What bytes stand for, as a fuzz target reads them.
fn read<T: for<'b> Arbitrary<'b>>(bytes: &[u8]) -> Option<T> {
    T::arbitrary_take_rest(Unstructured::new(bytes)).ok()
}

fn query(bytes: &[u8]) {
    read::<selection::Case>(bytes).iter().for_each(selection::Case::holds);
}

fn passage(bytes: &[u8]) {
    if let Some(case) = read::<passages::Case>(bytes) {
        case.holds(&mut Leaked);
    }
}

fn doors(bytes: &[u8]) {
    read::<doors::Case>(bytes).iter().for_each(doors::Case::holds);
}

fn bytes(most: usize) -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(any::<u8>(), 0..most)
}

proptest! {
    #[test]
    fn of_every_query(bytes in bytes(64)) {
        query(&bytes);
    }

    #[test]
    fn of_every_text(bytes in bytes(64)) {
        passage(&bytes);
    }

    #[test]
    fn of_every_request(bytes in bytes(512)) {
        doors(&bytes);
    }
}

#[test]
fn of_every_use_of_every_component() {
    doors::every_use().for_each(|case| case.holds());
}

#[test]
fn of_what_the_fuzzers_kept() {
    type Law = fn(&[u8]);
    for (target, law) in [("query", query as Law), ("passage", passage), ("doors", doors)] {
        let kept = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz/corpus").join(target);
        let kept = fs::read_dir(&kept).unwrap_or_else(|error| panic!("{}: {error}", kept.display()));
        let mut count = 0;
        for file in kept {
            let path = file.expect("a file").path();
            eprintln!("{}", path.display());
            law(&fs::read(path).expect("its bytes"));
            count += 1;
        }
        assert!(count > 0, "none for {target}");
    }
}
