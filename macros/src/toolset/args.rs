//! The keys of `#[toolset(…)]`, as written.

use syn::{LitStr, Path};

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
