//! The keys of the attributes that stand on a toolset's functions, as written.

use proc_macro2::Span;
use syn::{Expr, LitInt, LitStr, Type};

use crate::attribute::{Flag, Grammar, Keys, Kind};

pub(crate) const TOOL: Grammar = Grammar {
    attribute: "tool",
    keys: &[
        ("toolset", Kind::Text),
        ("name", Kind::Text),
        ("title", Kind::Text),
        ("description", Kind::Text),
        ("read_only", Kind::Flag),
        ("destructive", Kind::Flag),
        ("idempotent", Kind::Flag),
        ("open_world", Kind::Flag),
        ("icons", Kind::Expr),
        ("meta", Kind::Expr),
        ("params", Kind::Type),
    ],
};

pub(crate) const PROMPT: Grammar = Grammar {
    attribute: "prompt",
    keys: &[
        ("toolset", Kind::Text),
        ("name", Kind::Text),
        ("title", Kind::Text),
        ("description", Kind::Text),
        ("icons", Kind::Expr),
        ("meta", Kind::Expr),
        ("params", Kind::Type),
    ],
};

pub(crate) const RESOURCE: Grammar = Grammar {
    attribute: "resource",
    keys: &[
        ("uri", Kind::Text),
        ("uri_template", Kind::Text),
        ("toolset", Kind::Text),
        ("name", Kind::Text),
        ("title", Kind::Text),
        ("description", Kind::Text),
        ("mime_type", Kind::Text),
        ("size", Kind::Number),
        ("annotations", Kind::Expr),
        ("subscribe", Kind::Flag),
        ("icons", Kind::Expr),
        ("meta", Kind::Expr),
    ],
};

pub(crate) const COMPLETE: Grammar = Grammar {
    attribute: "complete",
    keys: &[
        ("prompt", Kind::Text),
        ("argument", Kind::Text),
        ("resource", Kind::Text),
        ("variable", Kind::Text),
    ],
};

pub(crate) const ON_START: Grammar = Grammar { attribute: "on_start", keys: &[("timeout", Kind::Text)] };
pub(crate) const ON_STOP: Grammar = Grammar { attribute: "on_stop", keys: &[("timeout", Kind::Text)] };

/// The attributes that make a function of the block something.
pub(crate) const MARKS: [&str; 6] = ["tool", "prompt", "resource", "complete", "on_start", "on_stop"];

/// What every component may say.
pub(crate) struct ComponentArgs {
    pub(crate) toolset: Option<LitStr>,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    pub(crate) icons: Option<Expr>,
    pub(crate) meta: Option<Expr>,
    pub(crate) kind: KindArgs,
    /// Whether every key could be read.
    pub(crate) whole: bool,
}

/// What one kind may say.
pub(crate) enum KindArgs {
    Tool(ToolArgs),
    Prompt { params: Option<Type> },
    Resource(ResourceArgs),
}

pub(crate) struct ToolArgs {
    pub(crate) read_only: Option<Flag>,
    pub(crate) destructive: Option<Flag>,
    pub(crate) idempotent: Option<Flag>,
    pub(crate) open_world: Option<Flag>,
    pub(crate) params: Option<Type>,
}

pub(crate) struct ResourceArgs {
    pub(crate) uri: Option<LitStr>,
    pub(crate) uri_template: Option<LitStr>,
    pub(crate) mime_type: Option<LitStr>,
    pub(crate) size: Option<LitInt>,
    pub(crate) annotations: Option<Expr>,
    pub(crate) subscribe: Option<Flag>,
}

impl ComponentArgs {
    pub(crate) fn tool(mut keys: Keys) -> Self {
        let kind = KindArgs::Tool(ToolArgs {
            read_only: keys.flag("read_only"),
            destructive: keys.flag("destructive"),
            idempotent: keys.flag("idempotent"),
            open_world: keys.flag("open_world"),
            params: keys.ty("params"),
        });
        Self::of(keys, kind)
    }

    pub(crate) fn prompt(mut keys: Keys) -> Self {
        let kind = KindArgs::Prompt { params: keys.ty("params") };
        Self::of(keys, kind)
    }

    pub(crate) fn resource(mut keys: Keys) -> Self {
        let kind = KindArgs::Resource(ResourceArgs {
            uri: keys.text("uri"),
            uri_template: keys.text("uri_template"),
            mime_type: keys.text("mime_type"),
            size: keys.number("size"),
            annotations: keys.expr("annotations"),
            subscribe: keys.flag("subscribe"),
        });
        Self::of(keys, kind)
    }

    fn of(mut keys: Keys, kind: KindArgs) -> Self {
        Self {
            toolset: keys.text("toolset"),
            name: keys.text("name"),
            title: keys.text("title"),
            description: keys.text("description"),
            icons: keys.expr("icons"),
            meta: keys.expr("meta"),
            kind,
            whole: keys.whole,
        }
    }
}

pub(crate) struct CompleteArgs {
    pub(crate) prompt: Option<LitStr>,
    pub(crate) argument: Option<LitStr>,
    pub(crate) resource: Option<LitStr>,
    pub(crate) variable: Option<LitStr>,
    /// Where the attribute stands.
    pub(crate) at: Span,
    /// Whether every key could be read.
    pub(crate) whole: bool,
}

impl CompleteArgs {
    pub(crate) fn new(mut keys: Keys, at: Span) -> Self {
        Self {
            prompt: keys.text("prompt"),
            argument: keys.text("argument"),
            resource: keys.text("resource"),
            variable: keys.text("variable"),
            at,
            whole: keys.whole,
        }
    }
}

/// When a hook runs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum When {
    Start,
    Stop,
}

impl When {
    pub(crate) fn attribute(self) -> &'static str {
        match self {
            Self::Start => "on_start",
            Self::Stop => "on_stop",
        }
    }
}

pub(crate) struct HookArgs {
    pub(crate) when: When,
    pub(crate) timeout: Option<LitStr>,
    /// Where the attribute stands.
    pub(crate) at: Span,
}
