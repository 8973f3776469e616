//! What one extension declares: constants that `#[toolset]` writes.

use rmcp::model::{Annotations, Icon, MetaObject};

use super::schema::{InputSchema, OutputSchema};

/// Everything that a `#[toolset]` impl declares.
#[derive(Debug)]
pub struct Table {
    /// The type's name, as messages say it.
    pub type_name: &'static str,
    /// In the order of the attributes.
    pub toolsets: &'static [Toolset],
    /// Sorted by hash.
    pub components: &'static [Component],
    /// The hashes of all components, also of those that `cfg` removed. Sorted.
    pub named: &'static [u128],
    /// What the texts name; each text's references lie together.
    pub references: &'static [Reference],
    /// Whether the block has mistakes of its own, so that the server's checks say nothing.
    pub broken: bool,
}

impl Table {
    /// A table of nothing.
    pub const EMPTY: Self =
        Self { type_name: "", toolsets: &[], components: &[], named: &[], references: &[], broken: false };
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
    pub description: Option<Description>,
    /// `default = …`
    pub default: Option<bool>,
    /// `always = …`
    pub always: Option<bool>,
    /// The instructions.
    pub instructions: Passages,
}

/// What a component or a toolset is for.
#[derive(Debug)]
pub struct Description {
    /// The whole text.
    pub plain: &'static str,
    /// Its length in UTF-16 units.
    pub units: usize,
    /// The same in passages; none where it names nothing.
    pub passages: Passages,
}

/// A text in passages.
#[derive(Clone, Copy, Debug)]
pub struct Passages {
    /// Where the masks of these passages start among those of the extension.
    pub from: u16,
    /// In the order of reading.
    pub all: &'static [Passage],
}

/// A piece of text, shown exactly when everything that it names is active.
#[derive(Debug)]
pub struct Passage {
    /// What it is, as far as showing it needs to know.
    pub shape: Shape,
    /// What is shown.
    pub pieces: &'static [Piece],
    /// Positions in the table of references.
    pub references: &'static [u16],
    /// How many of the passages that follow lie inside of this one.
    pub inside: u16,
    /// What stands between it and the sibling before it.
    pub gap: &'static str,
}

/// What a passage is.
#[derive(Debug)]
pub enum Shape {
    /// Shown whole or not at all.
    Leaf,
    /// Shown with at least one of what lies inside, if anything does.
    Head,
    /// Shown as far as its items are.
    List,
    /// An item of a list.
    Item {
        /// What stands before the number, and the first number of the list, where the author counts.
        number: Option<(&'static str, u64)>,
        /// Whether it goes with the list inside of it.
        introduces: bool,
    },
}

/// What a passage shows.
#[derive(Debug)]
pub enum Piece {
    /// The author's text, and its length in UTF-16 units.
    Text(&'static str, usize),
    /// The names that a reference stands for, by its position in the table.
    Names(u16),
}

/// A name in a text.
#[derive(Debug)]
pub struct Reference {
    /// The hash of the name.
    pub hash: u128,
    /// The name, or what all names of a glob start with.
    pub name: &'static str,
    /// How it stands there.
    pub kind: Refers,
    /// Where it stands, such as `line 26`.
    pub place: &'static str,
}

/// How a name stands in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refers {
    /// A tool that the server must have.
    Tool,
    /// One that it may lack.
    Maybe,
    /// A prompt.
    Prompt,
    /// A resource.
    Resource,
    /// Every tool that starts so, at least one.
    Glob,
    /// A toolset.
    Toolset,
    /// A tool if the server has it, else the braces are the text's own.
    Code,
    /// A word that is a reference if the server has such a tool or prompt.
    Word,
    /// A URI without braces, that is a reference if the server has such a resource.
    Uri,
}

/// What can be called, got or read.
#[derive(Debug)]
pub struct Component {
    /// The hash of the name; a prompt's is marked, so that a tool may have its name.
    pub hash: u128,
    /// The name on the wire: that of a tool or prompt, a resource's URI, a template as it was written.
    pub name: &'static str,
    /// Position of its toolset in the extension's table.
    pub toolset: u16,
    /// Position of its function in the block, by which it is run.
    pub index: u16,
    /// `title = …`
    pub title: Option<&'static str>,
    /// `description = …`, or the function's doc comment.
    pub description: Description,
    /// `icons = …`
    pub icons: Option<fn() -> Vec<Icon>>,
    /// `meta = …`
    pub meta: Option<fn() -> MetaObject>,
    /// What only its kind has.
    pub about: About,
}

impl Component {
    /// Which kind it is.
    pub const fn kind(&self) -> Kind {
        match self.about {
            About::Tool { .. } => Kind::Tool,
            About::Prompt { .. } => Kind::Prompt,
            About::Resource { .. } => Kind::Resource,
            About::Template { .. } => Kind::Template,
        }
    }
}

/// The kinds of components.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `#[tool]`
    Tool,
    /// `#[prompt]`
    Prompt,
    /// `#[resource(uri = …)]`
    Resource,
    /// `#[resource(uri_template = …)]`
    Template,
}

impl Kind {
    /// The word for one of them.
    pub const fn noun(self) -> &'static str {
        match self {
            Self::Tool => "tool",
            Self::Prompt => "prompt",
            Self::Resource => "resource",
            Self::Template => "resource template",
        }
    }
}

/// What only one kind of component has.
#[derive(Debug)]
pub enum About {
    /// `#[tool(…)]`
    Tool {
        /// The hints that were written.
        hints: Hints,
        /// What each argument knows of the input's schema.
        inputs: &'static [InputSchema],
        /// Whether the function takes more than what a model sends.
        takes_context: bool,
        /// What the return type knows of the output's schema.
        output: OutputSchema,
    },
    /// `#[prompt(…)]`
    Prompt {
        /// What each argument of the function knows of the prompt's.
        inputs: &'static [InputSchema],
        /// Which of them can be completed.
        completions: &'static [Completion],
    },
    /// `#[resource(uri = …)]`
    Resource {
        /// What both kinds of resources say.
        readable: Readable,
        /// `size = …`, in bytes.
        size: Option<u64>,
    },
    /// `#[resource(uri_template = …)]`
    Template {
        /// What both kinds of resources say.
        readable: Readable,
        /// Which variables can be completed.
        completions: &'static [Completion],
    },
}

/// What a resource and a template say.
#[derive(Debug)]
pub struct Readable {
    /// `name = …`, or the function's.
    pub name: &'static str,
    /// `mime_type = …`
    pub mime_type: Option<&'static str>,
    /// `annotations = …`
    pub annotations: Option<fn() -> Annotations>,
    /// `subscribe`: whether clients are told when it changes.
    pub subscribe: bool,
}

/// One `#[complete(…)]`.
#[derive(Debug)]
pub struct Completion {
    /// The argument or variable.
    pub argument: &'static str,
    /// Position of its function in the block.
    pub index: u16,
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
