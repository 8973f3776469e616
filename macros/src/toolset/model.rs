//! What `check` found to be right, ready to be written out.

use std::time::Duration;

use proc_macro2::Span;
use syn::{Attribute, Expr, Ident, LitInt, LitStr, Type};

use super::{component_args::When, signature::Signature};
use crate::{
    hash::{hash, hash_of_prompt},
    passage::{Description, Text},
};

/// An extension: its toolsets in the order of the attributes, its components in that of the block.
pub(crate) struct Model {
    pub(crate) type_name: String,
    pub(crate) toolsets: Vec<Toolset>,
    pub(crate) components: Vec<Component>,
    pub(crate) completers: Vec<Completer>,
    pub(crate) hooks: Vec<Hook>,
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

pub(crate) struct Component {
    /// The name on the wire: a URI, or a template as it was written, for what is read.
    pub(crate) name: String,
    pub(crate) at: Span,
    pub(crate) function: Ident,
    /// Position of its function among those of the block, by which it is run.
    pub(crate) index: usize,
    /// Position of its toolset in the model.
    pub(crate) toolset: usize,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Description,
    pub(crate) icons: Option<Expr>,
    pub(crate) meta: Option<Expr>,
    pub(crate) signature: Signature,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) about: About,
}

impl Component {
    /// The hash by which the compiler knows it.
    pub(crate) fn hash(&self) -> u128 {
        match self.about {
            About::Prompt { .. } => hash_of_prompt(&self.name),
            _ => hash(&self.name),
        }
    }

    /// What messages call it.
    pub(crate) fn subject(&self) -> String {
        format!("{} `{}`", self.about.noun(), self.name)
    }
}

/// What only one kind of component has.
pub(crate) enum About {
    Tool {
        hints: Hints,
        /// The type that `params = …` gives.
        params: Option<Type>,
    },
    Prompt {
        params: Option<Type>,
    },
    Resource {
        readable: Readable,
        size: Option<LitInt>,
    },
    Template {
        readable: Readable,
        /// In the order of the template.
        variables: Vec<String>,
    },
}

impl About {
    pub(crate) fn noun(&self) -> &'static str {
        match self {
            Self::Tool { .. } => "tool",
            Self::Prompt { .. } => "prompt",
            Self::Resource { .. } => "resource",
            Self::Template { .. } => "resource template",
        }
    }
}

pub(crate) struct Readable {
    pub(crate) name: String,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) annotations: Option<Expr>,
    pub(crate) subscribe: bool,
}

/// A function that completes arguments.
pub(crate) struct Completer {
    pub(crate) function: Ident,
    pub(crate) index: usize,
    pub(crate) signature: Signature,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) completes: Vec<Completes>,
}

/// Whose argument it completes.
pub(crate) struct Completes {
    /// Position of the component in the model.
    pub(crate) component: usize,
    pub(crate) argument: LitStr,
}

/// A function that runs at a start or a stop.
pub(crate) struct Hook {
    pub(crate) when: When,
    pub(crate) function: Ident,
    pub(crate) deadline: Duration,
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
