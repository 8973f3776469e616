//! The keys of `#[server(…)]`, as written.

use syn::{Expr, LitInt, LitStr, Path};

use crate::{
    attribute::{Flag, Grammar, Keys, Kind},
    passage::Written,
};

pub(crate) const SERVER: Grammar = Grammar {
    attribute: "server",
    keys: &[
        ("name", Kind::Text),
        ("title", Kind::Text),
        ("version", Kind::Text),
        ("description", Kind::Text),
        ("website_url", Kind::Text),
        ("icons", Kind::Expr),
        ("instructions", Kind::Texts),
        ("instructions_file", Kind::Texts),
        ("names", Kind::Text),
        ("prefix", Kind::Text),
        ("instructions_budget", Kind::Number),
        ("description_budget", Kind::Number),
        ("snapshot", Kind::Text),
        ("snapshot_deny", Kind::Flag),
        ("logging", Kind::Flag),
        ("crate", Kind::Path),
    ],
};

/// On a field.
pub(crate) const FIELD: Grammar = Grammar { attribute: "server", keys: &[("skip", Kind::Word)] };

pub(crate) struct ServerArgs {
    pub(crate) name: Option<LitStr>,
    pub(crate) title: Option<LitStr>,
    pub(crate) version: Option<LitStr>,
    pub(crate) description: Option<LitStr>,
    pub(crate) website_url: Option<LitStr>,
    pub(crate) icons: Option<Expr>,
    pub(crate) instructions: Vec<Written>,
    pub(crate) names: Option<LitStr>,
    pub(crate) prefix: Option<LitStr>,
    pub(crate) instructions_budget: Option<LitInt>,
    pub(crate) description_budget: Option<LitInt>,
    pub(crate) snapshot: Option<LitStr>,
    pub(crate) snapshot_deny: Option<Flag>,
    pub(crate) logging: Option<Flag>,
    pub(crate) krate: Option<Path>,
    /// Whether every key could be read.
    pub(crate) whole: bool,
}

impl From<Keys> for ServerArgs {
    fn from(mut keys: Keys) -> Self {
        Self {
            name: keys.text("name"),
            title: keys.text("title"),
            version: keys.text("version"),
            description: keys.text("description"),
            website_url: keys.text("website_url"),
            icons: keys.expr("icons"),
            instructions: keys.instructions(),
            names: keys.text("names"),
            prefix: keys.text("prefix"),
            instructions_budget: keys.number("instructions_budget"),
            description_budget: keys.number("description_budget"),
            snapshot: keys.text("snapshot"),
            snapshot_deny: keys.flag("snapshot_deny"),
            logging: keys.flag("logging"),
            krate: keys.path("crate"),
            whole: keys.whole,
        }
    }
}
