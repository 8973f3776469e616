//! The command line: flags, their environment variables, and what they ask for.

#[cfg(feature = "stdio")]
use std::time::Duration;
use std::{ffi::OsString, path::PathBuf};

use clap::{Arg, ArgAction, ArgMatches, Command, builder::BoolishValueParser, value_parser};

use super::output::query_of;
#[cfg(feature = "stdio")]
use super::serving_args::{call_timeout, call_timeout_arg, shutdown_timeout, shutdown_timeout_arg};
#[cfg(feature = "http")]
use super::serving_args::{http, http_args};
use crate::{catalog::Catalog, selection::Selection};

/// What the command line asks for.
pub(super) enum Parsed {
    Task(Box<Task>),
    /// Help or the version.
    Said(String),
}

/// A subcommand and its arguments.
pub(super) enum Task {
    #[cfg(feature = "http")]
    Serve(Options, super::serve::Http),
    #[cfg(feature = "stdio")]
    Stdio(Options, Times),
    Toolsets(Options, Option<String>),
    Instructions(Options, Option<String>, Explain),
    Surface,
    Docs(PathBuf, Docs),
}

/// What to do with the reference in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Docs {
    /// Write it where it differs.
    Write,
    /// Fail where it differs, and show how.
    Check,
}

/// How long things may take on stdio.
#[cfg(feature = "stdio")]
#[derive(Clone, Copy, Debug)]
pub(super) struct Times {
    pub(super) shutdown: Duration,
    pub(super) call: Duration,
}

/// What else to say about instructions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Explain {
    /// Nothing: the text itself.
    No,
    /// Each passage with its mark.
    Passages,
    /// The same for each toolset alone.
    EachAlone,
}

/// What holds for every subcommand.
#[derive(Debug)]
pub(super) struct Options {
    /// `--publish`, as it came.
    pub(super) publish: Option<OsString>,
    pub(super) toolsets: Option<Selection>,
    pub(super) ignored_keys: Vec<String>,
    pub(super) toolsets_tool: bool,
    pub(super) log_level: String,
    pub(super) log_format: LogFormat,
}

/// How log lines are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum LogFormat {
    Plain,
    Json,
}

const ABOUT_SELECTION: &str = "A URL selects toolsets: `?geo` adds `geo` to the defaults, `?only=geo` serves it alone, \
`?without=math` leaves `math` out. Selection is no access control: any client can select any published toolset.";

/// Reads the arguments of this process, or says what is wrong with them.
pub(super) fn parse(
    catalog: &'static Catalog,
    publish_variable: &str,
    arguments: impl IntoIterator<Item = OsString>,
) -> Result<Parsed, String> {
    let mut matches = match command(catalog, publish_variable).try_get_matches_from(arguments) {
        Ok(matches) => matches,
        Err(error) if error.use_stderr() => return Err(error.render().to_string()),
        Err(said) => return Ok(Parsed::Said(said.render().to_string())),
    };
    let (name, mut given) = match matches.remove_subcommand() {
        Some((name, given)) => (name, given),
        None => (DEFAULT.to_owned(), matches),
    };
    match name.as_str() {
        "surface" => return Ok(Parsed::Task(Box::new(Task::Surface))),
        "docs" => {
            let docs = if given.get_flag("check") { Docs::Check } else { Docs::Write };
            let file = given.remove_one("file").unwrap_or_default();
            return Ok(Parsed::Task(Box::new(Task::Docs(file, docs))));
        }
        _ => {}
    }
    let options = options(&mut given);
    let task = match name.as_str() {
        #[cfg(feature = "http")]
        "serve" => Task::Serve(options, http(&mut given)),
        #[cfg(feature = "stdio")]
        "stdio" => {
            let times = Times { shutdown: shutdown_timeout(&mut given), call: call_timeout(&mut given) };
            Task::Stdio(options, times)
        }
        "instructions" => {
            let explain = match (given.get_flag("all"), given.get_flag("explain")) {
                (true, _) => Explain::EachAlone,
                (false, true) => Explain::Passages,
                (false, false) => Explain::No,
            };
            Task::Instructions(options, given.remove_one("query"), explain)
        }
        _ => Task::Toolsets(options, given.remove_one("query")),
    };
    Ok(Parsed::Task(Box::new(task)))
}

/// The subcommand that runs when none is given.
#[cfg(feature = "http")]
const DEFAULT: &str = "serve";
#[cfg(all(feature = "stdio", not(feature = "http")))]
const DEFAULT: &str = "stdio";
#[cfg(not(any(feature = "http", feature = "stdio")))]
const DEFAULT: &str = "toolsets";

fn command(catalog: &'static Catalog, publish_variable: &str) -> Command {
    let common = || common(publish_variable);
    let identity = catalog.identity();
    let command = Command::new(identity.name)
        .version(identity.version)
        .about(identity.description.unwrap_or("An MCP server whose tools live in toolsets."))
        .after_help(ABOUT_SELECTION)
        .args_conflicts_with_subcommands(true)
        .args(common());
    #[cfg(feature = "http")]
    let command = command.args(http_args()).subcommand(
        Command::new("serve")
            .about("Serves over HTTP; this is what happens without a subcommand")
            .args(common())
            .args(http_args()),
    );
    #[cfg(feature = "stdio")]
    let command = command.subcommand(
        Command::new("stdio")
            .about("Serves one client on standard input and output")
            .args(common())
            .arg(shutdown_timeout_arg())
            .arg(call_timeout_arg()),
    );
    let query = || Arg::new("query").value_name("QUERY").help("A query such as `?geo`, or a whole URL");
    let toolsets = Command::new("toolsets").about("Prints the `/toolsets` answer of a URL");
    let instructions =
        Command::new("instructions").about("Prints the instructions that a model reads under a URL");
    let surface = Command::new("surface")
        .about("Prints everything that a client of any selection can meet, as JSON to review");
    let docs = Command::new("docs")
        .about("Writes a reference in Markdown between two marks of a file")
        .arg(
            Arg::new("file")
                .value_name("FILE")
                .default_value("README.md")
                .value_parser(value_parser!(PathBuf))
                .help("The file, with `<!-- pegboard: start -->` and `<!-- pegboard: end -->` in it"),
        )
        .arg(
            Arg::new("check")
                .long("check")
                .action(ArgAction::SetTrue)
                .help("Writes nothing, and fails where the file is stale, with what differs"),
        );
    let command = command.subcommand(surface).subcommand(docs);
    command.subcommand(toolsets.args(common()).arg(query())).subcommand(
        instructions.args(common()).arg(query()).args([
            Arg::new("explain")
                .long("explain")
                .action(ArgAction::SetTrue)
                .help("Prints each passage with its mark: + shown, - withheld and why"),
            Arg::new("all")
                .long("all")
                .action(ArgAction::SetTrue)
                .conflicts_with("query")
                .help("Explains for each toolset alone"),
        ]),
    )
}

fn common(publish_variable: &str) -> Vec<Arg> {
    vec![
        // Its variable is read beside it: where both are given, they must agree.
        Arg::new("publish")
            .long("publish")
            .value_name("TOOLSETS")
            .value_parser(value_parser!(OsString))
            .allow_hyphen_values(true)
            .help(format!(
                "The toolsets that this instance has at all, separated by commas; everything, unless it is given [env: {publish_variable}=]"
            )),
        Arg::new("toolsets")
            .long("toolsets")
            .env("MCP_TOOLSETS")
            .value_name("QUERY")
            .allow_hyphen_values(true)
            .help("The selection where a client says nothing, such as `geo` or `only=geo`; on stdio, the client's own"),
        Arg::new("ignore-query-key")
            .long("ignore-query-key")
            .env("MCP_IGNORE_QUERY_KEY")
            .value_name("KEY")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .help("A key of the URL's query that selects nothing; may be repeated"),
        Arg::new("toolsets-tool")
            .long("toolsets-tool")
            .env("MCP_TOOLSETS_TOOL")
            .value_name("BOOL")
            .num_args(0..=1)
            .require_equals(true)
            .default_value("true")
            .default_missing_value("true")
            .value_parser(BoolishValueParser::new())
            .overrides_with("no-toolsets-tool")
            .help("Serves the tool `list_server_toolsets`"),
        Arg::new("no-toolsets-tool")
            .long("no-toolsets-tool")
            .action(ArgAction::SetTrue)
            .help("Serves no tool `list_server_toolsets`"),
        Arg::new("log-level")
            .long("log-level")
            .env("MCP_LOG_LEVEL")
            .value_name("LEVEL")
            .default_value("info")
            .help("error, warn, info, debug or trace, or a filter of `tracing`"),
        Arg::new("log-format")
            .long("log-format")
            .env("MCP_LOG_FORMAT")
            .value_name("FORMAT")
            .default_value("plain")
            .value_parser(["plain", "json"])
            .help("How log lines are written, on standard error"),
    ]
}

fn options(given: &mut ArgMatches) -> Options {
    Options {
        publish: given.remove_one("publish"),
        toolsets: given.remove_one::<String>("toolsets").map(|query| {
            const NONE: &[&str] = &[];
            Selection::from_query(query_of(&query).as_bytes(), NONE)
        }),
        ignored_keys: given.remove_many("ignore-query-key").into_iter().flatten().collect(),
        toolsets_tool: given.remove_one("toolsets-tool").unwrap_or(true)
            && !given.get_flag("no-toolsets-tool"),
        log_level: given.remove_one("log-level").unwrap_or_default(),
        log_format: match given.remove_one::<String>("log-format").as_deref() {
            Some("json") => LogFormat::Json,
            _ => LogFormat::Plain,
        },
    }
}
