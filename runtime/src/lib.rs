//! Pegboard makes a Rust crate an MCP server whose tools live in named **toolsets**, checked by the compiler.

mod active;
mod catalog;
#[cfg(feature = "cli")]
pub mod cli;
mod deployment;
mod extractor;
#[cfg(feature = "http")]
pub mod http;
mod instructions;
pub mod prelude;
mod selection;
mod server;
#[cfg(feature = "stdio")]
pub mod stdio;
mod toolsets_answer;
mod toolsets_tool;
mod views;

#[doc(hidden)]
pub mod __private;

pub use active::ActiveSet;
pub use catalog::{
    Catalog, Identity, SchemaFault, ToolsetInfo,
    call::{Arguments, ToolArgument, ToolError, ToolResult},
    checks::MountedIn,
    declare::{Extension, Server},
    schema::Described,
};
pub use deployment::{BuildError, Builder, Deployment, Mistake};
pub use rmcp::{self, schemars};
pub use selection::{Declared, Resolution, Selection, UnwritableName};

pub use pegboard_macros::{Server, tool, toolset};
