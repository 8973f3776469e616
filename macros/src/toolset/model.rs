//! What `check` found to be right, ready to be written out.

use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, LitStr, Type};

use super::signature::Signature;
use crate::passage::{Description, Text};

/// An extension: its toolsets in the order of the attributes, its tools in that of the block.
pub(crate) struct Model {
    pub(crate) type_name: String,
    pub(crate) toolsets: Vec<Toolset>,
    pub(crate) tools: Vec<Tool>,
}

pub(crate) struct Toolset {
    pub(crate) name: String,
    /// The token to blame for what only the server can judge.
    pub(crate) at: Span,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<Description>,
    pub(crate) default: Option<bool>,
    pub(crate) always: Option<bool>,
    pub(crate) instructions: Vec<Text>,
}

pub(crate) struct Tool {
    pub(crate) name: String,
    pub(crate) at: Span,
    pub(crate) function: Ident,
    /// Position of its toolset in the model.
    pub(crate) toolset: usize,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Description,
    pub(crate) hints: Hints,
    pub(crate) icons: Option<Expr>,
    pub(crate) meta: Option<Expr>,
    /// The type that `params = …` gives.
    pub(crate) params: Option<Type>,
    pub(crate) signature: Signature,
    pub(crate) cfgs: Vec<Attribute>,
}

/// The hints that were written, as written.
pub(crate) struct Hints {
    pub(crate) read_only: Option<bool>,
    pub(crate) destructive: Option<bool>,
    pub(crate) idempotent: Option<bool>,
    pub(crate) open_world: Option<bool>,
}
