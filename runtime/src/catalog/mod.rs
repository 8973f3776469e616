//! Everything a server has: constants, checked by the compiler.

pub(crate) mod budget;
pub(crate) mod call;
pub(crate) mod checks;
pub(crate) mod complete;
pub(crate) mod composition;
pub(crate) mod context;
pub(crate) mod declare;
mod describe;
mod difference;
pub(crate) mod get;
#[cfg(any(test, fuzzing))]
pub(crate) mod laws;
pub(crate) mod merge;
pub(crate) mod message;
mod page;
pub(crate) mod read;
pub(crate) mod report;
pub(crate) mod resolve;
pub(crate) mod run;
pub(crate) mod schema;
pub(crate) mod snapshot;
pub(crate) mod table;
pub(crate) mod uri;
pub(crate) mod walk;

use std::fmt;

use composition::{ComponentRow, Composition, Mask, ToolsetRow, bit};
use rmcp::model::Icon;
use table::{About, Component, Description, Passages, Readable};
use walk::Text;

pub(crate) use describe::Described;
pub use describe::SchemaFault;
pub(crate) use message::nearest;

/// What a server says of itself.
pub struct Identity {
    /// The name that clients see.
    pub name: &'static str,
    /// The name that people see.
    pub title: Option<&'static str>,
    /// The version, by default that of the server's crate.
    pub version: &'static str,
    /// What it is for.
    pub description: Option<&'static str>,
    /// Where to read more.
    pub website_url: Option<&'static str>,
    /// Pictures of it.
    pub icons: Option<fn() -> Vec<Icon>>,
    /// Whether it tells clients log messages.
    pub logging: bool,
}

/// Everything a server has, as the compiler checked it.
pub struct Catalog {
    identity: Identity,
    composition: &'static Composition,
    /// For each extension, what was resolved for its texts.
    mounted: &'static [Mounted],
    /// The server's own text, and what was resolved for it.
    passages: Passages,
    own: Mounted,
}

impl Catalog {
    /// What stands for a server that did not compile.
    #[doc(hidden)]
    pub const BROKEN: Self = Self {
        identity: Identity {
            name: "",
            title: None,
            version: "",
            description: None,
            website_url: None,
            icons: None,
            logging: false,
        },
        composition: &Composition::BROKEN,
        mounted: &[],
        passages: Passages { from: 0, all: &[] },
        own: Mounted { masks: &[], resolved: &[] },
    };

    /// Joins what the derive computed.
    #[doc(hidden)]
    pub const fn new(
        identity: Identity,
        composition: &'static Composition,
        mounted: &'static [Mounted],
        passages: Passages,
        own: Mounted,
    ) -> Self {
        Self { identity, composition, mounted, passages, own }
    }

    /// What the server says of itself.
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// The merged tables.
    pub(crate) const fn composition(&self) -> &'static Composition {
        self.composition
    }

    /// The toolsets, sorted by name.
    pub fn toolsets(&self) -> impl ExactSizeIterator<Item = ToolsetInfo> + '_ {
        self.composition.toolsets.iter().map(|row| ToolsetInfo {
            row,
            description: row.described.map_or("", |(extension, at)| {
                let toolset = &self.composition.extensions[usize::from(extension)].toolsets[usize::from(at)];
                toolset.description.as_ref().map_or("", |description| description.plain)
            }),
        })
    }

    /// The components in the order of every list: by the name of their toolset, then as declared.
    pub(crate) fn components(&self) -> Vec<Entry> {
        let mut rows: Vec<&'static ComponentRow> = self.composition.components.iter().collect();
        rows.sort_by_key(|row| (row.toolset, row.extension, self.composition.component(row).index));
        rows.into_iter().map(|row| Entry { row, declared: self.composition.component(row) }).collect()
    }

    /// The server's own text.
    pub(crate) const fn own_text(&self) -> Text<'static> {
        Text {
            passages: self.passages.all,
            masks: self.own.masks,
            references: self.composition.references,
            resolved: self.own.resolved,
        }
    }

    /// The description of a toolset, where it names anything.
    pub(crate) fn toolset_description(&self, toolset: usize) -> Option<Text<'static>> {
        let (extension, at) = self.composition.toolsets[toolset].described?;
        let declared = &self.composition.extensions[usize::from(extension)].toolsets[usize::from(at)];
        self.described(extension, declared.description.as_ref()?)
    }

    /// The description of a component, where it names anything.
    pub(crate) fn description(&self, entry: Entry) -> Option<Text<'static>> {
        self.described(entry.row.extension, &entry.declared.description)
    }

    fn described(&self, extension: u16, description: &Description) -> Option<Text<'static>> {
        let extension = usize::from(extension);
        let table = self.composition.extensions[extension];
        let text = Text::of(table, &description.passages, &self.mounted[extension]);
        (!text.passages.is_empty()).then_some(text)
    }

    /// The texts of a toolset, in field order of the extensions that declare it.
    pub(crate) fn texts(&self, toolset: usize) -> impl Iterator<Item = Text<'static>> + '_ {
        (0..self.composition.extensions.len()).filter_map(move |extension| self.text(toolset, extension))
    }

    /// What an extension says of a toolset, if it declares that.
    const fn text(&self, toolset: usize, extension: usize) -> Option<Text<'static>> {
        let table = self.composition.extensions[extension];
        let mut at = 0;
        while at < table.toolsets.len() {
            if table.toolsets[at].hash == self.composition.toolsets[toolset].hash {
                let instructions = &table.toolsets[at].instructions;
                return Some(Text::of(table, instructions, &self.mounted[extension]));
            }
            at += 1;
        }
        None
    }
}

/// What the compiler resolved for an extension's texts, or for the server's own.
#[derive(Debug)]
pub struct Mounted {
    /// What each passage needs.
    pub masks: &'static [Mask],
    /// What each reference needs.
    pub resolved: &'static [Mask],
}

impl fmt::Debug for Catalog {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Catalog").field("server", &self.identity.name).finish_non_exhaustive()
    }
}

impl fmt::Debug for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Identity")
            .field("name", &self.name)
            .field("title", &self.title)
            .field("version", &self.version)
            .field("description", &self.description)
            .field("website_url", &self.website_url)
            .finish_non_exhaustive()
    }
}

/// A toolset of a server.
#[derive(Clone, Copy, Debug)]
pub struct ToolsetInfo {
    row: &'static ToolsetRow,
    description: &'static str,
}

impl ToolsetInfo {
    /// The name in URLs.
    pub fn name(&self) -> &'static str {
        self.row.name
    }

    /// The title; the name where there is none.
    pub fn title(&self) -> &'static str {
        self.row.title.unwrap_or(self.row.name)
    }

    /// What it is for, as it was written; Markdown.
    pub fn description(&self) -> &'static str {
        self.description
    }

    /// Whether it is on unless the URL says otherwise.
    pub fn is_default(&self) -> bool {
        self.row.default.unwrap_or(true)
    }

    /// Whether it is on whatever the URL says.
    pub fn is_always(&self) -> bool {
        self.row.always.unwrap_or(false)
    }
}

/// A component of a server: where it is declared, and as what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Entry {
    row: &'static ComponentRow,
    pub(crate) declared: &'static Component,
}

impl Entry {
    /// Its toolset, as a bit of the active set.
    pub(crate) fn mask(self) -> Mask {
        bit(self.toolset())
    }

    /// Position of its toolset in [`Catalog::toolsets`].
    pub(crate) fn toolset(self) -> usize {
        usize::from(self.row.toolset)
    }

    /// By which extension, and as which of its functions, it is run.
    pub(crate) fn address(self) -> Address {
        Address { extension: self.row.extension, index: self.declared.index }
    }

    /// What a resource or template says of itself.
    pub(crate) fn readable(self) -> Option<&'static Readable> {
        match &self.declared.about {
            About::Resource { readable, .. } | About::Template { readable, .. } => Some(readable),
            About::Tool { .. } | About::Prompt { .. } => None,
        }
    }

    /// Whether its function takes something of the request besides the arguments of a tool.
    pub(crate) fn takes_context(self) -> bool {
        !matches!(self.declared.about, About::Tool { takes_context: false, .. })
    }

    /// Whether clients are told when it changes.
    pub(crate) fn subscribable(self) -> bool {
        self.readable().is_some_and(|readable| readable.subscribe)
    }

    /// The function that completes one of its arguments.
    pub(crate) fn completion(self, argument: &str) -> Option<Address> {
        let (About::Prompt { completions, .. } | About::Template { completions, .. }) = &self.declared.about
        else {
            return None;
        };
        let found = completions.iter().find(|completion| completion.argument == argument)?;
        Some(Address { extension: self.row.extension, index: found.index })
    }
}

impl fmt::Display for Entry {
    /// As messages name it: its kind and its name.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} `{}`", self.declared.kind().noun(), self.declared.name)
    }
}

/// A function of an extension, by which it is run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Address {
    /// Position of the extension among the server's fields.
    pub extension: u16,
    /// Position of the function in its block.
    pub index: u16,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalog::walk::Active, prelude::*};

    struct Library;
    struct Desk;

    /// Books.
    #[toolset(name = "books", title = "All books", instructions = "Find with {find_book}.")]
    #[toolset(name = "loans", description = "Loans, after {find_book}.", default = false)]
    impl Library {
        /// Lends.
        #[tool(toolset = "loans")]
        fn lend() {}
        /// Finds a book.
        ///
        /// Then {lend} it.
        #[tool(toolset = "books")]
        fn find_book() {}
        /// A book.
        #[resource(toolset = "books", uri_template = "book://{title}", subscribe)]
        fn book(title: String) -> String {
            title
        }
        /// What it may be called.
        #[complete(resource = "book://{title}", variable = "title")]
        fn titles() -> Vec<String> {
            Vec::new()
        }
        /// All loans.
        #[resource(toolset = "loans", uri = "loan://all")]
        fn loans() -> &'static str {
            ""
        }
    }

    /// The desk.
    #[toolset(name = "desk", always)]
    #[toolset(name = "books", description = "Not these words.", instructions = "Ask at the desk.")]
    impl Desk {
        /// Asks.
        #[prompt(toolset = "desk")]
        fn ask() -> &'static str {
            ""
        }
        /// Shelves.
        #[tool(toolset = "books")]
        fn shelve() {}
    }

    #[derive(Server)]
    #[server(name = "library", title = "Library", instructions = "Be quiet.")]
    struct Host {
        library: Library,
        desk: Desk,
    }

    #[test]
    fn toolsets_say_what_the_first_to_say_it_says() {
        let host = Host { library: Library, desk: Desk };
        let _ = (host.library, host.desk);
        let toolsets: Vec<_> = Host::CATALOG
            .toolsets()
            .map(|it| (it.name(), it.title(), it.description(), it.is_default(), it.is_always()))
            .collect();
        assert_eq!(
            toolsets,
            [
                ("books", "All books", "Books.", true, false),
                ("desk", "desk", "The desk.", true, true),
                ("loans", "loans", "Loans, after find_book.", false, false),
            ]
        );
        assert_eq!(Host::CATALOG.identity().name, "library");
        assert_eq!(format!("{:?}", Host::CATALOG), r#"Catalog { server: "library", .. }"#);
        let identity = Identity { version: "1.2.3", icons: None, ..*Host::CATALOG.identity() };
        assert_eq!(
            format!("{identity:?}"),
            "Identity { name: \"library\", title: Some(\"Library\"), version: \"1.2.3\", description: None, \
             website_url: None, .. }"
        );
    }

    #[test]
    fn components_come_by_toolset_and_then_as_declared() {
        let address = |extension, index| Address { extension, index };
        let components: Vec<_> = Host::CATALOG
            .components()
            .into_iter()
            .map(|it| {
                let completions = ["title", "author"].map(|argument| it.completion(argument));
                let readable = it.readable().map(|readable| readable.name);
                let name = it.declared.name;
                (name, it.toolset(), it.mask(), it.address(), readable, it.subscribable(), completions)
            })
            .collect();
        let titles = [Some(address(0, 3)), None];
        assert_eq!(
            components,
            [
                ("find_book", 0, 0b001, address(0, 1), None, false, [None; 2]),
                ("book://{title}", 0, 0b001, address(0, 2), Some("book"), true, titles),
                ("shelve", 0, 0b001, address(1, 1), None, false, [None; 2]),
                ("ask", 1, 0b010, address(1, 0), None, false, [None; 2]),
                ("lend", 2, 0b100, address(0, 0), None, false, [None; 2]),
                ("loan://all", 2, 0b100, address(0, 4), Some("loans"), false, [None; 2]),
            ]
        );
    }

    #[test]
    fn texts_are_found_where_they_are_declared() {
        let catalog = Host::CATALOG;
        let all = Active::of_all(0b111);
        let shown = |text| walk::shown(catalog.composition(), text, all);
        assert_eq!(shown(catalog.own_text()).as_deref(), Some("Be quiet."));
        let texts = [0, 1, 2].map(|toolset| catalog.texts(toolset).filter_map(shown).collect::<Vec<_>>());
        assert_eq!(texts, [vec!["Find with find_book.", "Ask at the desk."], vec![], vec![]]);
        // Whoever names nothing needs no text.
        let toolsets = [0, 1, 2].map(|toolset| catalog.toolset_description(toolset).map(shown));
        assert_eq!(toolsets, [None, None, Some(Some("Loans, after find_book.".to_owned()))]);
        let components: Vec<_> = catalog
            .components()
            .into_iter()
            .filter_map(|entry| Some((entry.declared.name, shown(catalog.description(entry)?)?)))
            .collect();
        assert_eq!(components, [("find_book", "Finds a book.\n\nThen lend it.".to_owned())]);
    }
}
