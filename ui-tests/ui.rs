//! What the compiler says: one wrong program a mistake, and right ones that must compile.

#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("fail/*.rs");
    cases.pass("pass/*.rs");
}
