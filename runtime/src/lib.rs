//! Pegboard makes a Rust crate an MCP server whose tools live in named **toolsets**, checked by the compiler.
//!
//! An **extension** is a type with one [`toolset`] impl, in which each [`tool`] is a function; a **server** is a struct of
//! extensions under [`derive(Server)`](macro@Server). A client's URL says which toolsets it wants:
//! `/mcp?geo`, `/mcp?only=geo`, `/mcp?without=math` ([`Selection`]).
//!
//! ```no_run
//! use pegboard::prelude::*;
//!
//! pub struct Globe;
//!
//! #[derive(serde::Deserialize, JsonSchema)]
//! pub struct Leg { from: String, to: String }
//!
//! /// Distances between places.
//! #[toolset(name = "geo", instructions = "Measure with {geo_distance} instead of guessing.")]
//! impl Globe {
//!     /// Great-circle distance between two places, in kilometres.
//!     #[tool(read_only)]
//!     async fn geo_distance(&self, Parameters(leg): Parameters<Leg>) -> Result<String, String> {
//!         Err(format!("no distance from {} to {}", leg.from, leg.to))
//!     }
//! }
//!
//! #[derive(Server)]
//! #[server(name = "atlas", instructions = "Be brief.")]
//! pub struct Atlas { globe: Globe }
//!
//! #[tokio::main]
//! async fn main() -> std::process::ExitCode {
//!     pegboard::cli::run(async || Atlas { globe: Globe }).await
//! }
//! ```
//!
//! # Features
//!
//! The first three are on by default.
//!
//! | feature | what it adds |
//! |---|---|
//! | `http` | [`http::router`]: an axum router for a deployment |
//! | `stdio` | [`stdio::serve`]: one client on standard input and output |
//! | `cli` | [`cli::run`]: the command of a server's binary |
//! | `testing` | [`testing::client`]: a client in memory, for tests of a server; not on by default |
//!
//! `rmcp`, the official MCP SDK that all of this is built on, and `schemars` are re-exported.

#![cfg_attr(
    not(all(feature = "http", feature = "stdio", feature = "cli")),
    allow(
        dead_code,
        reason = "what serves is used by the features that serve; with all of them, nothing is dead"
    )
)]

// Generated code names this crate by its own name, also in the tests and laws below.
#[cfg(any(test, fuzzing))]
extern crate self as pegboard;

mod accept;
mod active;
mod bounded;
mod cache;
mod calls;
mod capabilities;
#[cfg(feature = "http")]
mod carriers;
mod catalog;
#[cfg(feature = "cli")]
pub mod cli;
mod client_log;
mod decisions;
mod deployment;
mod deployment_error;
mod doors;
#[cfg(feature = "cli")]
mod explain;
mod extractor;
#[cfg(any(test, fuzzing))]
#[doc(hidden)]
pub mod fuzzing;
mod handler;
#[cfg(feature = "http")]
pub mod http;
mod incident;
mod instructions;
mod limit;
mod macros;
mod notes;
pub mod prelude;
mod publication;
mod quoted;
#[cfg(feature = "cli")]
mod reference;
mod refusal;
mod selection;
mod server;
pub mod snapshot;
#[cfg(feature = "stdio")]
pub mod stdio;
mod subscriptions;
#[cfg(any(feature = "cli", feature = "testing"))]
mod surface;
#[cfg(feature = "testing")]
pub mod testing;
mod toolsets_answer;
mod toolsets_tool;
mod unknown_names;
mod views;
mod wake;

/// Compiles the examples of the book.
#[cfg(all(doctest, feature = "http", feature = "stdio", feature = "testing"))]
#[doc = include_str!("../../docs/embedding.md")]
mod book {}

#[doc(hidden)]
pub mod __private;

pub use active::ActiveSet;
pub use cache::CacheHints;
pub use catalog::{
    Catalog, Identity, SchemaFault, ToolsetInfo,
    call::{Arguments, Structured, ToolArgument, ToolError, ToolResult},
    checks::MountedIn,
    complete::{CompletionArgument, CompletionResult, Typed},
    context::ComponentContext,
    declare::{Extension, OneToolsetImplPerType, Server},
    get::{ComponentError, PromptArgument, PromptResult},
    read::{Reading, ResourceArgument, ResourceResult, UriVariable},
    schema::Described,
};
pub use client_log::ClientLog;
pub use decisions::{NAMES_MAX, QUERY_MAX, QueryTooLong};
pub use deployment::{Builder, Deployment};
pub use deployment_error::{BuildError, Mistake, Unknown};
pub use macros::{Server, complete, on_start, on_stop, prompt, resource, tool, toolset};
pub use publication::{NamesNothing, Publication};
pub use rmcp::{self, schemars};
pub use selection::{Declared, Resolution, Selection, UnwritableName};
pub use subscriptions::Updates;
pub use wake::{
    Made, OnDemand, StartError,
    hook::{HookError, HookOutcome},
};
