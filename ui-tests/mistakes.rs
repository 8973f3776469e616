//! `docs/mistakes.md`: every mistake with its code and its message, made from `fail/`.

use std::{env, fmt::Write, fs, path::Path};

const HEAD: &str = "\
# Mistakes, and what the compiler says of them

Each section is a program with a mistake and what `cargo check` prints. Search this page for the words of your message.
This page is made from `ui-tests/fail/` and held equal to it: see CONTRIBUTING.md.
";

/// Of a longer program only the beginning is shown.
const SHOWN: usize = 60;

/// The page as the files of `fail/` make it.
fn page(folder: &Path) -> String {
    let mut programs: Vec<_> = fs::read_dir(folder)
        .expect("the folder of mistakes")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "rs"))
        .collect();
    programs.sort_unstable();
    let mut page = HEAD.to_owned();
    for program in programs {
        let code = fs::read_to_string(&program).expect("a program");
        let message = fs::read_to_string(program.with_extension("stderr")).expect("its message");
        let (what, code) = code.split_once("\n\n").expect("a first line that says what is wrong");
        let name = program.file_stem().expect("a name").to_string_lossy().replace('_', " ");
        let mut lines: Vec<&str> = code.trim_end().lines().collect();
        if lines.len() > SHOWN {
            lines.truncate(SHOWN / 4);
            lines.push("// …");
        }
        let title = name[..1].to_uppercase() + &name[1..];
        let what = what.trim_start_matches("//! ");
        let code = lines.join("\n");
        write!(
            page,
            "\n## {title}\n\n{what}\n\n```rust\n{code}\n```\n\n```text\n{}\n```\n",
            message.trim_end()
        )
        .expect("a string takes everything");
    }
    page
}

#[test]
fn the_page_of_mistakes_is_that_of_the_tests() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let now = page(&here.join("fail"));
    let path = here.join("../docs/mistakes.md");
    let written = fs::read_to_string(&path).unwrap_or_default();
    if env::var_os("UPDATE").is_some() && env::var_os("CI").is_none() {
        fs::create_dir_all(here.join("../docs")).expect("the folder can be made");
        fs::write(path, now).expect("the page can be written");
    } else {
        assert!(
            now == written,
            "docs/mistakes.md is stale: `UPDATE=1 cargo test -p ui-tests mistakes` rewrites it"
        );
    }
}
