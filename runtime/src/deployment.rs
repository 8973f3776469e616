//! A server and what its operator decided, validated once.

use std::{fmt, sync::Arc};

use crate::{
    active::ActiveSet,
    catalog::{
        Catalog, SchemaFault, ToolsetInfo,
        declare::{Dispatch, Server},
    },
    selection::{Declared, Selection},
    views::{TOOLSETS_TOOL, View, Views},
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

/// A selection resolved in a deployment.
#[derive(Clone, Debug)]
pub(crate) struct Resolved {
    pub(crate) active: ActiveSet,
    /// The names that no published toolset has, sorted.
    pub(crate) unknown: Vec<String>,
}

impl Decisions {
    pub(crate) fn new(catalog: &'static Catalog) -> Self {
        Self {
            catalog,
            default_selection: None,
            ignored_keys: Vec::new(),
            toolsets_tool: false,
            declared: catalog.toolsets().map(declared).collect(),
            name_taken: catalog.tools().iter().any(|tool| tool.declared.name == TOOLSETS_TOOL),
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
    #[cfg(feature = "cli")]
    pub(crate) fn check(&self) -> Result<(), BuildError> {
        let mistakes = self.mistakes();
        if mistakes.is_empty() { Ok(()) } else { Err(BuildError { mistakes }) }
    }

    pub(crate) fn catalog(&self) -> &'static Catalog {
        self.catalog
    }

    /// Reads a query as this deployment does: its ignored keys say nothing.
    pub(crate) fn read(&self, query: &str) -> Selection {
        Selection::from_query(query.as_bytes(), &self.ignored_keys)
    }

    pub(crate) fn resolve(&self, selection: &Selection) -> Resolved {
        let resolution = selection.resolve(&self.declared, self.default_selection.as_ref());
        let built_in = if self.toolsets_tool && !self.name_taken { ActiveSet::TOOLSETS_TOOL } else { 0 };
        Resolved {
            active: ActiveSet::new(self.catalog, resolution.active() | built_in),
            unknown: resolution.unknown().iter().map(|name| (*name).to_owned()).collect(),
        }
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

/// A server and what its operator decided.
///
/// Cheap to clone: clones share everything.
///
/// ```
/// # use pegboard::prelude::*;
/// # struct Greeter;
/// # /// Greetings.
/// # #[toolset(name = "greetings")]
/// # impl Greeter {
/// #     /// Says hello.
/// #     #[tool(read_only)]
/// #     fn hello() -> String { "Hello!".into() }
/// # }
/// # #[derive(Server)]
/// # #[server(name = "greeter")]
/// # struct Host { greeter: Greeter }
/// use pegboard::{Deployment, Selection};
///
/// let deployment = Deployment::builder(Host { greeter: Greeter })
///     .ignore_query_keys(["scopes"])
///     .toolsets_tool(true)
///     .build()
///     .unwrap();
/// let active = deployment.active_for(&Selection::only(["greetings"]).unwrap());
/// assert!(active.contains("greetings"));
/// ```
#[derive(Clone)]
pub struct Deployment {
    inner: Arc<Inner>,
}

struct Inner {
    decisions: Decisions,
    server: Arc<dyn Dispatch>,
    views: Views,
}

impl Deployment {
    /// Starts from a server with everything published and no default selection.
    pub fn builder<S: Server>(server: S) -> Builder {
        Builder { decisions: Decisions::new(S::CATALOG), server: Arc::new(server) }
    }

    /// What a selection gets, without building or waking anything.
    pub fn active_for(&self, selection: &Selection) -> ActiveSet {
        self.inner.decisions.resolve(selection).active
    }

    /// Everything that the server has.
    pub fn catalog(&self) -> &'static Catalog {
        self.inner.decisions.catalog
    }

    pub(crate) fn decisions(&self) -> &Decisions {
        &self.inner.decisions
    }

    pub(crate) fn server(&self) -> &dyn Dispatch {
        &*self.inner.server
    }

    pub(crate) fn views(&self) -> &Views {
        &self.inner.views
    }

    /// What clients with this active set are shown.
    pub(crate) fn view(&self, active: ActiveSet) -> Arc<View> {
        self.inner.views.of(active)
    }
}

impl fmt::Debug for Deployment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Deployment").field("decisions", &self.inner.decisions).finish_non_exhaustive()
    }
}

/// What an operator decides, said in code.
pub struct Builder {
    decisions: Decisions,
    server: Arc<dyn Dispatch>,
}

impl Builder {
    /// The same for a server whose type is not known here.
    #[cfg(feature = "cli")]
    pub(crate) fn from_parts(decisions: Decisions, server: Arc<dyn Dispatch>) -> Self {
        Self { decisions, server }
    }

    /// What a client gets whose URL says nothing.
    #[must_use]
    pub fn default_selection(mut self, selection: Selection) -> Self {
        self.decisions = self.decisions.default_selection(Some(selection));
        self
    }

    /// Query keys that belong to somebody else, such as a proxy's: they select nothing.
    #[must_use]
    pub fn ignore_query_keys<K: Into<String>>(mut self, keys: impl IntoIterator<Item = K>) -> Self {
        self.decisions = self.decisions.ignored_keys(keys.into_iter().map(Into::into));
        self
    }

    /// Whether the built-in tool `list_server_toolsets` is there; in code it is off unless asked for.
    #[must_use]
    pub fn toolsets_tool(mut self, on: bool) -> Self {
        self.decisions = self.decisions.toolsets_tool(on);
        self
    }

    /// Validates everything, and says all that is wrong at once.
    pub fn build(self) -> Result<Deployment, BuildError> {
        let mut mistakes = self.decisions.mistakes();
        let views = Views::new(self.decisions.catalog).map_err(|faults| {
            mistakes.extend(faults.into_iter().map(Mistake::Schema));
        });
        match views {
            Ok(views) if mistakes.is_empty() => Ok(Deployment {
                inner: Arc::new(Inner { decisions: self.decisions, server: self.server, views }),
            }),
            _ => Err(BuildError { mistakes }),
        }
    }
}

impl fmt::Debug for Builder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Builder").field("decisions", &self.decisions).finish_non_exhaustive()
    }
}

/// Why a deployment cannot be built: every mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    mistakes: Vec<Mistake>,
}

impl BuildError {
    /// Every mistake; at least one.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, mistake) in self.mistakes.iter().enumerate() {
            let gap = if at > 0 { "; " } else { "" };
            write!(f, "{gap}{mistake}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BuildError {}

/// One thing that keeps a deployment from being built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mistake {
    /// The default selection names a toolset that is not there.
    #[error("the default selection names `{name}`, and there is no such toolset; there are: {known}")]
    DefaultSelection {
        /// The wrong name.
        name: String,
        /// The toolsets that there are.
        known: String,
    },
    /// A tool's arguments are no object.
    #[error(transparent)]
    Schema(SchemaFault),
}
