//! What the compiler says: one wrong program a mistake, and right ones that must compile.

mod mistakes;

use pegboard::Server;

#[test]
fn messages() {
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
