//! README's server is `examples/readme`, to the letter.

const README: &str = include_str!("../README.md");

/// The fenced block that starts with this line.
fn block(fence: &str, first_line: &str) -> &'static str {
    let start = format!("```{fence}\n{first_line}");
    let at = README.find(&start).unwrap_or_else(|| panic!("README has no block that starts with {start:?}"));
    let body = &README[at + fence.len() + 4..];
    body.split_once("```").expect("the block is closed").0
}

#[test]
fn the_server_is_the_example() {
    let example = include_str!("../examples/readme/src/main.rs");
    let (_, code) = example.split_once("\n\n").expect("a first paragraph that says what it is");
    assert_eq!(block("rust", "use pegboard::prelude::*;"), code);
}

#[test]
fn the_dependencies_are_the_examples() {
    let manifest = include_str!("../examples/readme/Cargo.toml");
    let (_, used) = manifest.split_once("[dependencies]\n").expect("dependencies");
    let used = used.split_once("\n[").map_or(used, |(used, _)| used);
    let published = used.replace(
        "pegboard = { workspace = true, features = [\"http\", \"stdio\", \"cli\"] }",
        "pegboard = \"0.1\"",
    );
    assert_eq!(block("toml", "[dependencies]"), format!("[dependencies]\n{}", published.trim_start()));
}

#[test]
fn the_messages_are_the_compilers() {
    for case in ["tool_without_a_toolset", "unknown_name_in_a_library", "tool_twice_across_extensions"] {
        let path = format!("{}/../ui-tests/fail/{case}.stderr", env!("CARGO_MANIFEST_DIR"));
        let message = std::fs::read_to_string(path).expect("the message");
        let first = message.split("\n\n").next().expect("a message").trim_end();
        assert!(README.contains(first), "README does not quote {case}:\n{first}");
    }
}
