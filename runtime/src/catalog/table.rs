//! What one extension declares: constants that `#[toolset]` writes.

use rmcp::model::{Icon, MetaObject};

use super::schema::{InputSchema, OutputSchema};

/// Everything that a `#[toolset]` impl declares.
#[derive(Debug)]
pub struct Table {
    /// The type's name, as messages say it.
    pub type_name: &'static str,
    /// In the order of the attributes.
    pub toolsets: &'static [Toolset],
    /// Sorted by hash.
    pub tools: &'static [Tool],
    /// The hashes of all tools, also of those that `cfg` removed. Sorted.
    pub named: &'static [u128],
    /// What the texts name; each text's references lie together.
    pub references: &'static [Reference],
    /// Whether the block has mistakes of its own, so that the server's checks say nothing.
    pub broken: bool,
}

impl Table {
    /// A table of nothing.
    pub const EMPTY: Self =
        Self { type_name: "", toolsets: &[], tools: &[], named: &[], references: &[], broken: false };
}

/// One `#[toolset(…)]`, as far as it says something.
#[derive(Debug)]
pub struct Toolset {
    /// The hash of the name.
    pub hash: u128,
    /// The name in URLs.
    pub name: &'static str,
    /// `title = …`
    pub title: Option<&'static str>,
    /// `description = …`, or the impl's doc comment.
    pub description: Option<&'static str>,
    /// `default = …`
    pub default: Option<bool>,
    /// `always = …`
    pub always: Option<bool>,
    /// The instructions.
    pub passages: &'static [Passage],
}

/// A piece of instruction text, shown exactly when everything that it names is active.
#[derive(Debug)]
pub struct Passage {
    /// What is shown.
    pub text: &'static str,
    /// Positions in the table of references.
    pub references: &'static [u16],
}

/// `{name}` in a text.
#[derive(Debug)]
pub struct Reference {
    /// The hash of the name.
    pub hash: u128,
    /// The name of the tool.
    pub name: &'static str,
    /// The line of the source file that it stands on.
    pub line: u32,
}

/// One `#[tool(…)]`.
#[derive(Debug)]
pub struct Tool {
    /// The hash of the name.
    pub hash: u128,
    /// The name on the wire.
    pub name: &'static str,
    /// Position of its toolset in the extension's table.
    pub toolset: u16,
    /// Position in the block, by which it is called.
    pub index: u16,
    /// `title = …`
    pub title: Option<&'static str>,
    /// `description = …`, or the function's doc comment.
    pub description: &'static str,
    /// The hints that were written.
    pub hints: Hints,
    /// What each argument knows of the input's schema.
    pub inputs: &'static [InputSchema],
    /// What the return type knows of the output's schema.
    pub output: OutputSchema,
    /// `icons = …`
    pub icons: Option<fn() -> Vec<Icon>>,
    /// `meta = …`
    pub meta: Option<fn() -> MetaObject>,
}

/// The hints of a tool: each on the wire when it was written, true or false.
#[derive(Debug)]
pub struct Hints {
    /// `read_only`
    pub read_only: Option<bool>,
    /// `destructive`
    pub destructive: Option<bool>,
    /// `idempotent`
    pub idempotent: Option<bool>,
    /// `open_world`
    pub open_world: Option<bool>,
}
