//! What the compiler says: one wrong program a mistake, and right ones that must compile.

mod mistakes;

use std::{fs, path::Path};

use pegboard::Server;

/// A server's files are looked for beside its manifest, and trybuild writes a manifest of its own.
fn lay_beside_the_manifest(file: &str) {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().expect("the folder for what is built");
    let there = target.join("tests/trybuild/ui-tests").join(file);
    fs::create_dir_all(there.parent().expect("a folder")).expect("it can be made");
    fs::copy(Path::new(env!("CARGO_MANIFEST_DIR")).join(file), there).expect("it can be copied");
}

#[test]
fn messages() {
    lay_beside_the_manifest("text/stale.json");
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/*.rs");
    cases.pass("pass/*.rs");
}

#[test]
fn a_crate_that_renames_and_shadows_compiles() {
    assert_eq!(renamed::inside::Tower::CATALOG.identity().name, "tower");
    assert_eq!(renamed::Searcher::CATALOG.identity().name, "searcher");
    assert_eq!(renamed::local(), "lamp");
}
