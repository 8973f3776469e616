//! The public surface as a reviewed file: made at build time, held equal, accepted by one command.

use std::{
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use serde_json::Value;

use crate::atlas::{Atlas as Served, run};
use ::atlas::Atlas;
use pegboard::Server;

const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/..");

/// The file that the build script of `examples/built` left.
fn left_by_the_build() -> String {
    let built = Command::new(env!("CARGO"))
        .args(["build", "--locked", "--package", "built", "--message-format", "json"])
        .current_dir(ROOT)
        .output()
        .expect("cargo can be run");
    let messages = String::from_utf8(built.stdout).expect("UTF-8");
    let messages = messages.lines().filter_map(|line| serde_json::from_str::<Value>(line).ok());
    let mut folder = messages.filter_map(|message| {
        let is_its = message["reason"] == "build-script-executed"
            && message["package_id"].as_str().is_some_and(|id| id.contains("built"));
        is_its.then(|| message["out_dir"].as_str().map(PathBuf::from)).flatten()
    });
    let folder = folder.next_back().expect("it has a build script");
    fs::read_to_string(folder.join("toolsets.json")).expect("the build script left it")
}

#[tokio::test]
async fn the_constant_the_files_the_command_and_the_route_are_one_value() {
    let committed =
        fs::read_to_string(Path::new(ROOT).join("examples/atlas/toolsets.json")).expect("the file");
    assert_eq!(Atlas::TOOLSETS_JSON, committed.replace("\r\n", "\n"));
    assert_eq!(run(&["toolsets"]), (Some(0), Atlas::TOOLSETS_JSON.to_owned(), String::new()));
    assert_eq!(left_by_the_build(), Atlas::TOOLSETS_JSON);
    let served = Served::serve(&[]).await;
    let answer = reqwest::get(format!("{}/toolsets", served.url)).await.expect("an answer");
    let answer: Value = answer.json().await.expect("JSON");
    assert_eq!(answer, serde_json::from_str::<Value>(Atlas::TOOLSETS_JSON).expect("JSON"));
}

#[test]
fn the_surface_is_printed_as_it_is_kept() {
    let kept = fs::read_to_string(Path::new(ROOT).join("examples/atlas/surface.json")).expect("the file");
    assert_eq!(run(&["surface"]), (Some(0), kept.replace("\r\n", "\n"), String::new()));
}

/// A package of its own, outside of the workspace, so that a test may change it.
struct Package {
    folder: PathBuf,
}

const MANIFEST: &str = r#"[package]
name = "scratch"
version = "0.1.0"
edition = "2024"

[features]
deny = []

[dependencies]
pegboard = { path = "RUNTIME", default-features = false, features = ["cli", "stdio", "testing"] }
tokio = { version = "1", features = ["macros", "rt"] }

[profile.dev]
debug = 0

[workspace]
"#;

const MAIN: &str = r#"
use pegboard::prelude::*;

struct Arithmetic;

/// Sums.
#[toolset(name = "math")]
impl Arithmetic {
    /// Adds.
    #[tool]
    fn add() {}
    /* MORE */
}

#[derive(Server)]
#[cfg_attr(not(feature = "deny"), server(name = "scratch", snapshot = "toolsets.json"))]
#[cfg_attr(feature = "deny", server(name = "scratch", snapshot = "toolsets.json", snapshot_deny))]
struct Scratch {
    arithmetic: Arithmetic,
}

#[test]
fn the_surface_is_the_reviewed_one() {
    pegboard::testing::assert_surface::<Scratch>("surface.json");
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> std::process::ExitCode {
    if std::env::args().nth(1).is_some_and(|argument| argument == "bare") {
        let deployment = pegboard::Deployment::builder(Scratch { arithmetic: Arithmetic }).build().unwrap();
        let served = pegboard::stdio::serve(deployment, &pegboard::Selection::default()).await;
        eprintln!("{}", served.unwrap_err());
        return std::process::ExitCode::FAILURE;
    }
    pegboard::cli::run(|| Scratch { arithmetic: Arithmetic }).await
}
"#;

const MORE: &str = "/// Multiplies.\n    #[tool]\n    fn multiply() {}";

impl Package {
    fn new() -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("scratch");
        // What an earlier run compiled stays beside it.
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src")).expect("a folder");
        let runtime = fs::canonicalize(Path::new(ROOT).join("runtime")).expect("a folder");
        let manifest = MANIFEST.replace("RUNTIME", &runtime.display().to_string().replace('\\', "/"));
        fs::write(folder.join("Cargo.toml"), manifest).expect("it can be written");
        fs::copy(Path::new(ROOT).join("Cargo.lock"), folder.join("Cargo.lock")).expect("it can be copied");
        let package = Self { folder };
        package.write(MAIN);
        package
    }

    fn write(&self, main: &str) {
        fs::write(self.folder.join("src/main.rs"), main).expect("it can be written");
    }

    fn read(&self, file: &str) -> Option<String> {
        fs::read_to_string(self.folder.join(file)).ok()
    }

    fn cargo(&self, arguments: &[&str], ci: bool) -> (bool, String) {
        let mut command = Command::new(env!("CARGO"));
        command.args(arguments).arg("--offline").current_dir(&self.folder);
        command.env("CARGO_TARGET_DIR", self.folder.with_extension("target"));
        command.env_remove("PEGBOARD_SNAPSHOT").env_remove("CI").env("RUST_BACKTRACE", "0");
        if ci {
            command.env("CI", "true");
        }
        let Output { status, stdout, stderr } = command.output().expect("cargo can be run");
        let text = String::from_utf8_lossy(&stdout) + String::from_utf8_lossy(&stderr);
        (status.success(), text.into_owned())
    }
}

/// The command that messages name.
const ACCEPT: [&str; 3] = ["test", "--config", "env.PEGBOARD_SNAPSHOT='accept'"];
const COMMAND: &str = "accept it with: cargo test -p scratch --config \"env.PEGBOARD_SNAPSHOT='accept'\"";

#[test]
fn what_differs_fails_until_somebody_accepts_it() {
    let package = Package::new();
    let fails = |arguments: &[&str], ci: bool, says: &[&str]| {
        let (passed, text) = package.cargo(arguments, ci);
        assert!(!passed, "{arguments:?}: {text}");
        for says in says {
            assert!(text.contains(says), "{arguments:?} says {says:?}: {text}");
        }
    };
    let passes = |arguments: &[&str]| {
        let (passed, text) = package.cargo(arguments, false);
        assert!(passed, "{arguments:?}: {text}");
        text
    };

    // Nothing is reviewed yet.
    fails(
        &["test", "--no-fail-fast"],
        false,
        &["`toolsets.json` is missing; ", "`surface.json` is missing; ", COMMAND],
    );
    let missing = format!("snapshot `toolsets.json` of server `scratch` is missing; {COMMAND}");
    fails(
        &["check", "--features", "deny"],
        false,
        &[&missing, "snapshot = \"toolsets.json\", snapshot_deny"],
    );
    fails(&ACCEPT, true, &["`CI` is set, and nobody reviews there"]);
    assert_eq!(
        (package.read("toolsets.json"), package.read("surface.json")),
        (None, None),
        "nothing else writes"
    );

    // Accepted, all passes, and is built once.
    passes(&ACCEPT);
    let (toolsets, surface) = (package.read("toolsets.json"), package.read("surface.json"));
    assert!(toolsets.as_ref().is_some_and(|text| text.contains("\"add\"")), "{toolsets:?}");
    passes(&["test"]);
    passes(&["check", "--features", "deny"]);
    assert!(!passes(&["check", "--features", "deny"]).contains("Checking"), "it is fresh");
    fs::write(package.folder.join("toolsets.json"), toolsets.as_ref().expect("a file").replace('\n', "\r\n"))
        .expect("it can be written");
    passes(&["check", "--features", "deny"]);
    passes(&["test"]);

    // A tool more.
    package.write(&MAIN.replace("/* MORE */", MORE));
    let before = (package.read("toolsets.json"), package.read("surface.json"));
    let stale =
        format!("of server `scratch` is stale: tool `multiply` was added; read the change, and {COMMAND}");
    let both = [format!("snapshot `toolsets.json` {stale}"), format!("surface `surface.json` {stale}")];
    fails(&["test", "--no-fail-fast"], false, &[&both[0], &both[1]]);
    fails(
        &["check", "--features", "deny"],
        false,
        &[&both[0], "snapshot = \"toolsets.json\", snapshot_deny"],
    );
    assert_eq!(
        (package.read("toolsets.json"), package.read("surface.json")),
        before,
        "no test and no build writes"
    );

    // A build that accepts never serves, and the next ordinary one is another, once.
    let accepting = ["--config", "env.PEGBOARD_SNAPSHOT='accept'", "--features", "deny"];
    // Neither the command nor the library.
    for argument in ["toolsets", "bare"] {
        let mut command = Command::new(env!("CARGO"));
        command.arg("run").args(accepting).args(["--offline", "--", argument]).current_dir(&package.folder);
        command.env_remove("CI").env("CARGO_TARGET_DIR", package.folder.with_extension("target"));
        let output = command.stdin(std::process::Stdio::null()).output().expect("cargo can be run");
        let text = String::from_utf8_lossy(&output.stderr);
        let says = "this was built to accept a snapshot, and does not serve";
        assert!(!output.status.success() && text.contains(says), "{argument}: {text}");
    }
    passes(&[&["test"], &accepting[..]].concat());
    assert_ne!(package.read("surface.json"), surface);
    assert!(package.read("toolsets.json").is_some_and(|text| text.contains("\"multiply\"")));
    assert!(passes(&["check", "--features", "deny"]).contains("Checking scratch"));
    assert!(!passes(&["check", "--features", "deny"]).contains("Checking"), "and no second time");
    passes(&["test"]);
    let left: Vec<String> = fs::read_dir(&package.folder)
        .expect("a folder")
        .map(|entry| entry.expect("an entry").file_name().to_string_lossy().into_owned())
        .filter(|name| name.contains("json"))
        .collect();
    assert_eq!(left.len(), 2, "nothing is left beside the files: {left:?}");
}

#[test]
fn the_reference_is_written_and_checked() {
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    let file = folder.join("reference.md");
    let path = file.to_str().expect("UTF-8");
    fs::write(&file, "# Mine\n\nno marks\n").expect("it can be written");
    let (status, _, err) = run(&["docs", path]);
    assert_eq!(status, Some(1));
    assert!(err.contains("there is no line `<!-- pegboard: start -->`"), "{err}");
    fs::write(&file, "# Mine\n\n<!-- pegboard: start -->\nold\n<!-- pegboard: end -->\n\nmine\n")
        .expect("it can be written");
    let (status, out, err) = run(&["docs", "--check", path]);
    assert_eq!((status, out.as_str()), (Some(1), ""));
    assert!(err.contains("-old\n") && err.contains("+#### `find_place` (tool)\n"), "{err}");
    assert!(err.ends_with("is stale; write it with the same command without --check\n"), "{err}");
    assert_eq!(run(&["docs", path]), (Some(0), String::new(), String::new()));
    assert_eq!(run(&["docs", "--check", path]), (Some(0), String::new(), String::new()));
    let written = fs::read_to_string(&file).expect("the file");
    assert!(
        written.starts_with("# Mine\n\n<!-- pegboard: start -->\n\n| toolset | URL | what it is for |\n"),
        "{written}"
    );
    assert!(written.ends_with("<!-- pegboard: end -->\n\nmine\n"), "{written}");
    let (status, _, err) = run(&["docs", "nowhere.md"]);
    assert_eq!(status, Some(1));
    assert!(err.starts_with("error: `nowhere.md` cannot be read: "), "{err}");
    let committed = Path::new(ROOT).join("examples/atlas/README.md");
    assert_eq!(
        run(&["docs", "--check", committed.to_str().expect("UTF-8")]),
        (Some(0), String::new(), String::new())
    );
}
