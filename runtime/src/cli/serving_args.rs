//! The flags of what serves, and what their values must be.

#[cfg(feature = "http")]
use std::net::IpAddr;
use std::time::Duration;

#[cfg(feature = "http")]
use clap::ArgAction;
use clap::{Arg, ArgMatches, value_parser};

use crate::deployment::builder::CALL_TIMEOUT;
#[cfg(feature = "http")]
use crate::http::Carrier;

#[cfg(feature = "http")]
pub(super) fn http_args() -> Vec<Arg> {
    vec![
        Arg::new("host")
            .long("host")
            .env("MCP_HOST")
            .value_name("ADDRESS")
            .default_value("127.0.0.1")
            .value_parser(address)
            .help("The address to listen on"),
        Arg::new("port")
            .long("port")
            .env("MCP_PORT")
            .value_name("PORT")
            .default_value("4040")
            .value_parser(value_parser!(u16))
            .help("The port to listen on; 0 takes a free one"),
        Arg::new("path")
            .long("path")
            .env("MCP_PATH")
            .value_name("PATH")
            .default_value("/mcp")
            .value_parser(endpoint_path)
            .help("The path of the endpoint"),
        Arg::new("allowed-host")
            .long("allowed-host")
            .env("MCP_ALLOWED_HOST")
            .value_name("HOST")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .help("One more host that requests may name, as `mcp.example.com` or with a port; may be repeated"),
        Arg::new("allowed-origin")
            .long("allowed-origin")
            .env("MCP_ALLOWED_ORIGIN")
            .value_name("ORIGIN")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(origin)
            .help("One more origin whose pages may send requests, as `https://app.example.com`; may be repeated"),
        Arg::new("max-calls")
            .long("max-calls")
            .env("MCP_MAX_CALLS")
            .value_name("NUMBER")
            .default_value("256")
            .value_parser(value_parser!(u32).range(1..))
            .help("How many requests may be at work at once; past it 503"),
        Arg::new("select-by")
            .long("select-by")
            .env("MCP_SELECT_BY")
            .value_name("PLACES")
            .action(ArgAction::Append)
            .value_delimiter(',')
            .value_parser(carrier)
            .help("Where else than in its query a request may say what it selects: `path`, by `/mcp/x/only=geo`, or `header`, by `X-MCP-Toolsets: only=geo`"),
        shutdown_timeout_arg(),
        call_timeout_arg(),
    ]
}

pub(super) fn shutdown_timeout_arg() -> Arg {
    Arg::new("shutdown-timeout")
        .long("shutdown-timeout")
        .env("MCP_SHUTDOWN_TIMEOUT")
        .value_name("SECONDS")
        .default_value("10")
        .value_parser(value_parser!(u64))
        .help("How long calls in flight have after SIGINT or SIGTERM")
}

pub(super) fn call_timeout_arg() -> Arg {
    Arg::new("call-timeout")
        .long("call-timeout")
        .env("MCP_CALL_TIMEOUT")
        .value_name("SECONDS")
        .default_value("600")
        .value_parser(value_parser!(u64).range(1..))
        .help("How long a call may take before it is dropped")
}

pub(super) fn call_timeout(given: &mut ArgMatches) -> Duration {
    given.remove_one("call-timeout").map_or(CALL_TIMEOUT, Duration::from_secs)
}

pub(super) fn shutdown_timeout(given: &mut ArgMatches) -> Duration {
    Duration::from_secs(given.remove_one("shutdown-timeout").unwrap_or(10))
}

/// An IP address, or this machine by its name.
#[cfg(feature = "http")]
fn address(host: &str) -> Result<IpAddr, String> {
    if host == "localhost" {
        return Ok(IpAddr::from([127, 0, 0, 1]));
    }
    host.trim_matches(['[', ']']).parse().map_err(|_| {
        "this is no IP address; write 127.0.0.1 for this machine alone, or 0.0.0.0 for every network that it is in".into()
    })
}

/// A scheme and a host, and perhaps a port.
#[cfg(feature = "http")]
fn origin(origin: &str) -> Result<String, String> {
    match origin.split_once("://") {
        Some((scheme, host)) if !scheme.is_empty() && !host.is_empty() && !host.contains('/') => {
            Ok(origin.into())
        }
        _ => {
            Err("an origin is a scheme and a host, without a path; write it as `https://app.example.com`"
                .into())
        }
    }
}

/// Starts with `/`, and lies neither at nor below a path of the server's own.
#[cfg(feature = "http")]
fn endpoint_path(path: &str) -> Result<String, String> {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/-._~".contains(c);
    if !path.starts_with('/') {
        return Err(format!("a path starts with `/`; write `/{path}`"));
    }
    if !path.chars().all(plain) {
        return Err("use letters, digits, `/`, `-`, `.`, `_` and `~`".into());
    }
    let below =
        |own: &str| path.strip_prefix(own).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
    if below("/toolsets") || below("/healthz") {
        return Err("that path is the server's own; choose another".into());
    }
    Ok(path.to_owned())
}

/// A place other than the query.
#[cfg(feature = "http")]
fn carrier(name: &str) -> Result<Carrier, String> {
    match name {
        "path" => Ok(Carrier::Path),
        "header" => Ok(Carrier::Header),
        _ => Err("expected `path` or `header`".to_owned()),
    }
}

#[cfg(feature = "http")]
pub(super) fn http(given: &mut ArgMatches) -> super::serve::Http {
    super::serve::Http {
        host: given.remove_one("host").unwrap_or(IpAddr::from([127, 0, 0, 1])),
        port: given.remove_one("port").unwrap_or_default(),
        path: given.remove_one("path").unwrap_or_default(),
        allowed_hosts: given.remove_many("allowed-host").into_iter().flatten().collect(),
        allowed_origins: given.remove_many("allowed-origin").into_iter().flatten().collect(),
        select_by: given.remove_many("select-by").into_iter().flatten().collect(),
        shutdown_timeout: shutdown_timeout(given),
        call_timeout: call_timeout(given),
        max_calls: given.remove_one::<u32>("max-calls").map_or(256, |calls| calls as usize),
    }
}
