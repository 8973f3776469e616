//! The keys of `#[toolset(…)]` and `#[tool(…)]`, as written.

use syn::{Expr, LitStr, Path, Type};

use crate::{
    attribute::{Flag, Grammar, Keys, Kind},
    passage::Written,
};

pub(crate) const TOOLSET: Grammar = Grammar {
    attribute: "toolset",
    keys: &[
        ("name", Kind::Text),
        ("title", Kind::Text),
        ("description", Kind::Text),
        ("instructions", Kind::Texts),
        ("instructions_file", Kind::Texts),
        ("default", Kind::Flag),
        ("always", Kind::Flag),
        ("crate", Kind::Path),
    ],
};

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

pub(crate) struct ToolsetArgs {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    pub(crate) instructions: Vec<Written>,
    pub(crate) default: Option<Flag>,
    pub(crate) always: Option<Flag>,
    pub(crate) krate: Option<Path>,
    /// Whether every key could be read.
    pub(crate) whole: bool,
}

impl From<Keys> for ToolsetArgs {
    fn from(mut keys: Keys) -> Self {
        Self {
            name: keys.text("name"),
            title: keys.text("title"),
            description: keys.text("description"),
            instructions: keys.instructions(),
            default: keys.flag("default"),
            always: keys.flag("always"),
            krate: keys.path("crate"),
            whole: keys.whole,
        }
    }
}

pub(crate) struct ToolArgs {
    pub(crate) toolset: Option<LitStr>,
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    pub(crate) read_only: Option<Flag>,
    pub(crate) destructive: Option<Flag>,
    pub(crate) idempotent: Option<Flag>,
    pub(crate) open_world: Option<Flag>,
    pub(crate) icons: Option<Expr>,
    pub(crate) meta: Option<Expr>,
    pub(crate) params: Option<Type>,
    /// Whether every key could be read.
    pub(crate) whole: bool,
}

impl From<Keys> for ToolArgs {
    fn from(mut keys: Keys) -> Self {
        Self {
            toolset: keys.text("toolset"),
            name: keys.text("name"),
            title: keys.text("title"),
            description: keys.text("description"),
            read_only: keys.flag("read_only"),
            destructive: keys.flag("destructive"),
            idempotent: keys.flag("idempotent"),
            open_world: keys.flag("open_world"),
            icons: keys.expr("icons"),
            meta: keys.expr("meta"),
            params: keys.ty("params"),
            whole: keys.whole,
        }
    }
}
