//! What holds of every command line: it is read or refused in clean text, and what is read can be served.

use std::ffi::OsString;

use super::{
    Decisions,
    args::{Options, Parsed, Task, parse},
    decide, output, publish,
};
use crate::{catalog::Catalog, prelude::*};

struct Clock;

/// The time.
#[toolset(name = "time")]
impl Clock {
    /// The year.
    #[tool]
    fn year() -> String {
        "2026".into()
    }
}

#[derive(Server)]
#[server(name = "tower")]
struct Tower {
    clock: Clock,
}

/// Reads them.
///
/// # Panics
/// Where a law is broken.
pub fn arguments(given: &[OsString]) {
    let catalog = Tower::CATALOG;
    let arguments = std::iter::once("tower".into()).chain(given.iter().cloned());
    match parse(catalog, super::PUBLISH_VARIABLE, arguments) {
        Ok(Parsed::Said(text)) => is_clean(&text),
        Err(usage) => is_clean(&output::plain(&usage)),
        Ok(Parsed::Task(task)) => is_done(catalog, *task),
    }
}

/// A terminal shows it as it stands.
fn is_clean(text: &str) {
    assert!(text.ends_with('\n'), "{text:?}");
    let is_odd = |c: char| c.is_control() && c != '\n';
    assert!(!text.contains(is_odd), "{text:?}");
}

fn is_done(catalog: &'static Catalog, task: Task) {
    match task {
        #[cfg(feature = "http")]
        Task::Serve(options, http) => {
            if let Some(decisions) = is_decided(catalog, &options) {
                let decisions = decisions.carriers(http.select_by.iter().copied());
                let server = Tower { clock: Clock }.shared();
                let built = crate::deployment::Builder::from_parts(decisions, server).build();
                let deployment = built.expect("what was decided");
                let _: axum::Router = crate::http::router(deployment, &super::serve::options(&http));
            }
        }
        #[cfg(feature = "stdio")]
        Task::Stdio(options, _) => {
            is_decided(catalog, &options);
        }
        Task::Toolsets(options, query) | Task::Instructions(options, query, _) => {
            if let Some(decisions) = is_decided(catalog, &options) {
                decisions.resolve_query(output::query_of(&query.unwrap_or_default()));
            }
        }
        Task::Surface | Task::Docs(..) => {}
    }
}

/// What the operator decided, unless it is refused in clean text.
fn is_decided(catalog: &'static Catalog, options: &Options) -> Option<Decisions> {
    let decisions = decide(catalog, options);
    let decided = publish::decide(decisions, options.publish.as_ref(), super::PUBLISH_VARIABLE, None);
    let checked =
        decided.and_then(|decisions| super::checked(decisions.default_selection(options.toolsets.clone())));
    checked.map_err(|refusal| is_clean(&output::plain(&format!("error: {refusal}\n")))).ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    /// Flags, values and what lies between them.
    fn argument() -> impl Strategy<Value = String> {
        let flags = [
            "serve",
            "stdio",
            "toolsets",
            "instructions",
            "surface",
            "docs",
            "help",
            "--help",
            "-h",
            "--version",
            "-V",
            "--publish",
            "--publish=",
            "--toolsets",
            "--toolsets=",
            "--ignore-query-key=",
            "--toolsets-tool",
            "--toolsets-tool=no",
            "--no-toolsets-tool",
            "--log-level=debug",
            "--log-format=json",
            "--host=[::1]",
            "--port=0",
            "--path=",
            "--path=/",
            "--path=/toolsets/x",
            "--path=/healthz/x",
            "--allowed-host=",
            "--allowed-origin=http://x",
            "--max-calls=1",
            "--select-by=path",
            "--select-by=path,header",
            "--shutdown-timeout=0",
            "--call-timeout=1",
            "--explain",
            "--all",
            "--check",
            "--",
            "time",
            "only=time",
            "http://x/mcp?time",
            "\u{1b}[31m",
            "é\r\n",
        ];
        prop_oneof![
            3 => prop::sample::select(flags.to_vec()).prop_map(str::to_owned),
            1 => "(--[a-z-]{0,8}=?)?[a-z/?=,\u{1b}\n\u{202e}{}.-]{0,8}",
        ]
    }

    proptest! {
        #[test]
        fn of_every_command_line(given in prop::collection::vec(argument(), 0..5)) {
            let given: Vec<_> = given.into_iter().map(Into::into).collect();
            super::arguments(&given);
        }
    }
}
