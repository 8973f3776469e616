//! What the command writes to standard output and standard error.

use std::{
    io::{self, Write},
    process::ExitCode,
};

use super::args::Explain;
use crate::{
    decisions::{Decisions, Resolved},
    explain, instructions,
    toolsets_answer::ToolsetsAnswer,
};

/// Prints text that was asked for; a closed pipe is no failure.
pub(super) fn print(text: &str) -> ExitCode {
    if told(text).is_ok() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// Says on standard error what went wrong.
pub(super) fn complain(text: &str) {
    // Nothing is left to tell where standard error is gone too.
    let _ = io::stderr().write_all(plain(text).as_bytes());
}

/// Without what a terminal would obey: messages repeat arguments and variables, which somebody else may have written.
pub(super) fn plain(text: &str) -> String {
    let mut plain = String::new();
    for c in text.chars() {
        if c.is_control() && c != '\n' { plain.extend(c.escape_default()) } else { plain.push(c) }
    }
    plain
}

/// The same as the end of a subcommand.
pub(super) fn told(text: &str) -> Result<(), String> {
    match io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(format!("cannot write: {error}")),
        _ => Ok(()),
    }
}

/// The `/toolsets` answer of a query.
pub(super) fn toolsets(decisions: &Decisions, query: Option<&str>) -> Result<(), String> {
    let resolved = resolve(decisions, query);
    let answer = ToolsetsAnswer::new(decisions, &resolved);
    let json = serde_json::to_string_pretty(&answer).map_err(|error| error.to_string())?;
    told(&(json + "\n"))
}

/// What a model reads under a query, or why.
pub(super) fn instructions(
    decisions: &Decisions,
    query: Option<&str>,
    explain: Explain,
) -> Result<(), String> {
    let catalog = decisions.catalog();
    let text = match explain {
        Explain::No => {
            let active = resolve(decisions, query).active;
            instructions::render(catalog, active).map_or_else(String::new, |text| text + "\n")
        }
        Explain::Passages => explain::explain(catalog, resolve(decisions, query).active),
        Explain::EachAlone => {
            let alone = decisions.toolsets().map(|(_, toolset)| {
                let query = format!("only={}", toolset.name());
                let told = explain::explain(catalog, decisions.resolve_query(&query).active);
                format!("# ?{query}\n{told}\n")
            });
            alone.collect()
        }
    };
    told(&text)
}

fn resolve(decisions: &Decisions, query: Option<&str>) -> Resolved {
    decisions.resolve_query(query_of(query.unwrap_or_default()))
}

/// The query in what a person pastes: a query with or without its `?`, or a whole URL.
pub(super) fn query_of(pasted: &str) -> &str {
    let is_url = pasted.split_once("://").is_some_and(|(scheme, _)| {
        !scheme.is_empty()
            && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"+-.".contains(&byte))
    });
    if is_url {
        let without_fragment = pasted.split_once('#').map_or(pasted, |(before, _)| before);
        return without_fragment.split_once('?').map_or("", |(_, query)| query);
    }
    pasted.strip_prefix('?').unwrap_or(pasted)
}

#[cfg(test)]
mod tests {
    use super::{plain, query_of};

    #[test]
    fn a_message_steers_no_terminal() {
        assert_eq!(plain("names `\u{1b}[31m\r\u{9b}é`\n"), "names `\\u{1b}[31m\\r\\u{9b}é`\n");
    }

    #[test]
    fn a_query_is_found_in_what_is_pasted() {
        for (pasted, query) in [
            ("", ""),
            ("geo", "geo"),
            ("?geo", "geo"),
            ("??geo", "?geo"),
            ("http://127.0.0.1:4040/mcp?only=geo&without=math", "only=geo&without=math"),
            ("https://example.com/mcp?geo#top", "geo"),
            ("https://example.com/mcp", ""),
            ("only=a://b?c", "only=a://b?c"),
        ] {
            assert_eq!(query_of(pasted), query, "{pasted}");
        }
    }
}
