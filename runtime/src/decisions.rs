//! What the operator decided about a catalog, with or without a server behind it.

use std::{borrow::Cow, fmt::Write};

#[cfg(feature = "http")]
use crate::carriers::Carrier;
use crate::{
    active::ActiveSet,
    catalog::{
        Catalog, Entry, ToolsetInfo,
        composition::{Mask, TOOLSETS_NAME, TOOLSETS_TOOL_HASH, bit},
    },
    deployment_error::{BuildError, Mistake},
    notes,
    publication::Publication,
    selection::{Declared, Selection},
};

/// What the operator decided about a catalog, with or without a server behind it.
#[derive(Clone, Debug)]
pub(crate) struct Decisions {
    catalog: &'static Catalog,
    /// What this instance has at all; everything while the publication is wrong, which `check` refuses.
    published: Mask,
    wrong_publication: Option<Mistake>,
    default_selection: Option<Selection>,
    ignored_keys: Vec<String>,
    toolsets_tool: bool,
    /// Where else than in its query a request may say what it selects.
    #[cfg(feature = "http")]
    carriers: Vec<Carrier>,
    /// The published toolsets as resolving needs them.
    declared: Vec<Declared<'static>>,
    /// Each of them, as a bit of the active set.
    bits: Vec<Mask>,
    /// The toolset of a published tool that has the name of the built-in, and is served in its place.
    name_taken: Option<Mask>,
}

/// A query resolved in a deployment.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) active: ActiveSet,
    /// The names that no published toolset has, sorted.
    pub(crate) unknown: Vec<String>,
    /// What was asked, as it came.
    query: Box<str>,
    /// What was understood of it, in the one form in which it is written.
    selection: String,
}

/// The longest selection in bytes that is said back to a client.
const ECHO_MAX: usize = 1024;

impl Resolved {
    /// What was understood of what was asked, as a query; one that is too long is cut, and ends with `...`.
    pub(crate) fn echo(&self) -> Cow<'_, str> {
        const CUT: &str = "...";
        match self.selection.get(..ECHO_MAX - CUT.len()) {
            // Percent-encoded, and so cut at any byte.
            Some(kept) if self.selection.len() > ECHO_MAX => format!("{kept}{CUT}").into(),
            _ => self.selection.as_str().into(),
        }
    }
}

/// The longest query in bytes that is read over HTTP.
pub const QUERY_MAX: usize = 8 * 1024;
/// The most names that a query may hold over HTTP.
pub const NAMES_MAX: usize = 256;

/// A query over HTTP that is longer than what is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum QueryTooLong {
    /// More bytes than [`QUERY_MAX`].
    #[error("the query has {0} bytes; at most {QUERY_MAX} are read")]
    Bytes(usize),
    /// More names than [`NAMES_MAX`].
    #[error("the query holds {0} names; at most {NAMES_MAX} are read")]
    Names(usize),
}

impl Decisions {
    pub(crate) fn new(catalog: &'static Catalog) -> Self {
        let everything = Self {
            catalog,
            published: 0,
            wrong_publication: None,
            default_selection: None,
            ignored_keys: Vec::new(),
            toolsets_tool: false,
            #[cfg(feature = "http")]
            carriers: Vec::new(),
            declared: Vec::new(),
            bits: Vec::new(),
            name_taken: None,
        };
        everything.publication(&Publication::Everything, "")
    }

    /// What the operator said by `by`.
    pub(crate) fn publication(mut self, publication: &Publication, by: &str) -> Self {
        let everything = Publication::Everything.resolve(self.catalog, by).unwrap_or_default();
        match publication.resolve(self.catalog, by) {
            Ok(published) => (self.published, self.wrong_publication) = (published, None),
            Err(mistake) => (self.published, self.wrong_publication) = (everything, Some(mistake)),
        }
        (self.declared, self.bits) =
            self.toolsets().map(|(at, toolset)| (declared(toolset), bit(at))).unzip();
        let taken = self.catalog.composition().find(TOOLSETS_TOOL_HASH).map(|row| bit(row.toolset.into()));
        self.name_taken = taken.filter(|toolset| self.published & toolset != 0);
        self
    }

    /// The published toolsets, sorted by name, and where each stands in the catalog.
    pub(crate) fn toolsets(&self) -> impl Iterator<Item = (usize, ToolsetInfo)> + use<> {
        let published = self.published;
        self.catalog.toolsets().enumerate().filter(move |(at, _)| published & bit(*at) != 0)
    }

    /// The published toolsets that an extension declares.
    pub(crate) fn toolsets_of(&self, extension: u16) -> (Vec<&'static str>, Mask) {
        let declared = self.catalog.composition().extensions[usize::from(extension)].toolsets;
        let own =
            self.toolsets().filter(|(_, toolset)| declared.iter().any(|own| own.name == toolset.name()));
        own.fold((Vec::new(), 0), |(mut names, mask), (at, toolset)| {
            names.push(toolset.name());
            (names, mask | bit(at))
        })
    }

    /// The published components, in the order of every list.
    pub(crate) fn components(&self) -> Vec<Entry> {
        let published = self.catalog.components().into_iter();
        published.filter(|entry| self.published & entry.mask() != 0).collect()
    }

    /// The toolsets that are always on for every URL, and that the operator left out.
    pub(crate) fn left_out(&self) -> Vec<&'static str> {
        let left_out = self.catalog.toolsets().enumerate();
        let left_out = left_out.filter(|(at, toolset)| toolset.is_always() && self.published & bit(*at) == 0);
        left_out.map(|(_, toolset)| toolset.name()).collect()
    }

    pub(crate) fn default_selection(mut self, selection: Option<Selection>) -> Self {
        self.default_selection = selection;
        self
    }

    pub(crate) fn toolsets_tool(mut self, on: bool) -> Self {
        self.toolsets_tool = on;
        self
    }

    pub(crate) fn ignored_keys(mut self, keys: impl IntoIterator<Item = String>) -> Self {
        self.ignored_keys.extend(keys);
        self
    }

    #[cfg(feature = "http")]
    pub(crate) fn carriers(mut self, carriers: impl IntoIterator<Item = Carrier>) -> Self {
        self.carriers.extend(carriers);
        self
    }

    /// Whether a request may say there what it selects.
    #[cfg(feature = "http")]
    pub(crate) fn reads(&self, carrier: Carrier) -> bool {
        carrier == Carrier::Query || self.carriers.contains(&carrier)
    }

    /// Refuses what is wrong before a server is constructed.
    pub(crate) fn check(&self) -> Result<(), BuildError> {
        BuildError::unless_none(self.mistakes())
    }

    pub(crate) fn catalog(&self) -> &'static Catalog {
        self.catalog
    }

    /// Reads a query as this deployment does, where its ignored keys say nothing, and resolves it.
    pub(crate) fn resolve_query(&self, query: &str) -> Resolved {
        let selection = Selection::from_query(query.as_bytes(), &self.ignored_keys);
        self.resolve_as(&selection, query.into())
    }

    /// Reads what anybody may send as this deployment does.
    #[cfg(feature = "http")]
    pub(crate) fn read(&self, query: &[u8]) -> Result<Selection, QueryTooLong> {
        if query.len() > QUERY_MAX {
            return Err(QueryTooLong::Bytes(query.len()));
        }
        let selection = Selection::from_query(query, &self.ignored_keys);
        if selection.len() > NAMES_MAX {
            return Err(QueryTooLong::Names(selection.len()));
        }
        Ok(selection)
    }

    /// The same for a selection that did not come by a URL.
    pub(crate) fn resolve(&self, selection: &Selection) -> Resolved {
        self.resolve_as(selection, selection.to_string().into())
    }

    /// The same, where it came as this text.
    pub(crate) fn resolve_as(&self, selection: &Selection, query: Box<str>) -> Resolved {
        let resolution = selection.resolve(&self.declared, self.default_selection.as_ref());
        let active = self.bits.iter().enumerate().filter(|(nth, _)| resolution.active() >> nth & 1 == 1);
        let active = active.fold(0, |mask, (_, bit)| mask | bit);
        let listed = match self.name_taken {
            Some(toolset) if active & toolset != 0 => TOOLSETS_NAME,
            None if self.toolsets_tool => TOOLSETS_NAME | ActiveSet::TOOLSETS_TOOL,
            _ => 0,
        };
        Resolved {
            active: ActiveSet::new(self.catalog, self.published, active | listed),
            unknown: resolution.unknown().iter().map(|name| (*name).to_owned()).collect(),
            selection: written(selection, query.len()),
            query,
        }
    }

    /// What looks like a slip in what was asked.
    pub(crate) fn notes(&self, resolved: &Resolved) -> Vec<String> {
        notes::notes(&resolved.query, &resolved.unknown, &self.declared, &self.ignored_keys)
    }

    /// Every mistake of the decisions.
    fn mistakes(&self) -> Vec<Mistake> {
        let unknown = self.default_selection.as_ref().map(|selection| self.resolve(selection).unknown);
        let known: Vec<&str> = self.declared.iter().map(|toolset| toolset.name).collect();
        let unknown = unknown.into_iter().flatten();
        let unknown = unknown.map(|name| Mistake::DefaultSelection { name, known: known.join(", ") });
        match &self.wrong_publication {
            // Against a publication that nobody has, nothing else can be judged.
            Some(mistake) => vec![mistake.clone()],
            None => unknown.collect(),
        }
    }
}

/// A selection in the one form in which it is written, which is about as long as it came.
fn written(selection: &Selection, came: usize) -> String {
    let mut written = String::with_capacity(came);
    // A `String` takes everything.
    let _ = write!(written, "{selection}");
    written
}

fn declared(toolset: ToolsetInfo) -> Declared<'static> {
    Declared { name: toolset.name(), default: toolset.is_default(), always: toolset.is_always() }
}
