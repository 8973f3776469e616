//! What `check` found to be right, ready to be written out.

use proc_macro2::{Span, TokenStream};
use syn::{Expr, Ident, LitStr, Type};

use crate::passage::Text;

/// A server: what it says of itself, and its extensions in field order.
pub(crate) struct Model<'a> {
    pub(crate) private: TokenStream,
    pub(crate) ident: &'a Ident,
    pub(crate) name: &'a LitStr,
    pub(crate) title: Option<&'a LitStr>,
    pub(crate) version: Option<&'a LitStr>,
    pub(crate) description: Option<&'a LitStr>,
    pub(crate) website_url: Option<&'a LitStr>,
    pub(crate) icons: Option<&'a Expr>,
    pub(crate) logging: bool,
    pub(crate) instructions: Vec<Text>,
    pub(crate) names: Names,
    pub(crate) prefix: String,
    pub(crate) instructions_budget: Budget,
    pub(crate) description_budget: Budget,
    pub(crate) snapshot: Option<Snapshot<'a>>,
    pub(crate) extensions: Vec<(&'a Ident, &'a Type)>,
}

/// How long a text may be.
#[derive(Clone, Copy)]
pub(crate) struct Budget {
    /// In UTF-16; 0 for any length.
    pub(crate) units: usize,
    /// The token to blame for an overrun.
    pub(crate) at: Span,
}

/// The file that holds the reviewed snapshot.
#[derive(Clone, Copy)]
pub(crate) struct Snapshot<'a> {
    /// From the folder of Cargo.toml.
    pub(crate) path: &'a LitStr,
    pub(crate) holds: Holds,
}

/// What holds it equal to the snapshot.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Holds {
    /// A generated test.
    Test,
    /// The compiler too.
    Build,
}

/// Whose rule for tool names holds.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Names {
    /// What the common LLM APIs take.
    Llm,
    /// All that MCP allows.
    Mcp,
}
