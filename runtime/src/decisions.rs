//! What the operator decided about a catalog, with or without a server behind it.

use crate::{
    active::ActiveSet,
    catalog::{Catalog, ToolsetInfo},
    deployment_error::{BuildError, Mistake},
    notes,
    selection::{Declared, Selection},
    toolsets_tool,
};

/// What the operator decided about a catalog, with or without a server behind it.
#[derive(Clone, Debug)]
pub(crate) struct Decisions {
    catalog: &'static Catalog,
    default_selection: Option<Selection>,
    ignored_keys: Vec<String>,
    toolsets_tool: bool,
    /// The toolsets as resolving needs them, bit by bit.
    declared: Vec<Declared<'static>>,
    /// Whether an extension's tool has the name of the built-in, and is served in its place.
    name_taken: bool,
}

/// A query resolved in a deployment.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) active: ActiveSet,
    /// The names that no published toolset has, sorted.
    pub(crate) unknown: Vec<String>,
    /// What was asked, as it came.
    query: Box<str>,
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
        Self {
            catalog,
            default_selection: None,
            ignored_keys: Vec::new(),
            toolsets_tool: false,
            declared: catalog.toolsets().map(declared).collect(),
            name_taken: catalog.tools().iter().any(|tool| tool.declared.name == toolsets_tool::NAME),
        }
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

    /// The same for a query that anybody may send.
    pub(crate) fn resolve_bounded(&self, query: &str) -> Result<Resolved, QueryTooLong> {
        if query.len() > QUERY_MAX {
            return Err(QueryTooLong::Bytes(query.len()));
        }
        let selection = Selection::from_query(query.as_bytes(), &self.ignored_keys);
        if selection.len() > NAMES_MAX {
            return Err(QueryTooLong::Names(selection.len()));
        }
        Ok(self.resolve_as(&selection, query.into()))
    }

    /// The same for a selection that did not come by a URL.
    pub(crate) fn resolve(&self, selection: &Selection) -> Resolved {
        self.resolve_as(selection, selection.to_string().into())
    }

    fn resolve_as(&self, selection: &Selection, query: Box<str>) -> Resolved {
        let resolution = selection.resolve(&self.declared, self.default_selection.as_ref());
        let built_in = if self.toolsets_tool && !self.name_taken { ActiveSet::TOOLSETS_TOOL } else { 0 };
        Resolved {
            active: ActiveSet::new(self.catalog, resolution.active() | built_in),
            unknown: resolution.unknown().iter().map(|name| (*name).to_owned()).collect(),
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
        unknown
            .into_iter()
            .flatten()
            .map(|name| Mistake::DefaultSelection { name, known: known.join(", ") })
            .collect()
    }
}

fn declared(toolset: ToolsetInfo) -> Declared<'static> {
    Declared { name: toolset.name(), default: toolset.is_default(), always: toolset.is_always() }
}
