//! The active set: the only thing that answers "is this here?".

use std::fmt;

use crate::catalog::{
    Catalog,
    composition::{self, Mask},
    walk::Active,
};

/// The toolsets that a client has: its selection, resolved inside the publication.
///
/// Small and `Copy`. A tool can take it as an argument, on every transport:
///
/// ```
/// use pegboard::prelude::*;
///
/// struct Hints;
///
/// /// Advice.
/// #[toolset]
/// impl Hints {
///     /// What the client could do.
///     #[tool(read_only)]
///     fn advise(active: ActiveSet) -> String {
///         if active.contains("geo") { "Ask for a place.".into() } else { "Add `?geo` to the URL.".into() }
///     }
/// }
/// ```
#[derive(Clone, Copy)]
pub struct ActiveSet {
    catalog: &'static Catalog,
    /// What could be in it.
    published: Mask,
    mask: Mask,
}

impl ActiveSet {
    /// The bit of `list_server_toolsets`, above those of all toolsets.
    pub(crate) const TOOLSETS_TOOL: Mask = composition::TOOLSETS_TOOL;

    pub(crate) fn new(catalog: &'static Catalog, published: Mask, mask: Mask) -> Self {
        Self { catalog, published, mask }
    }

    /// The same set as texts are walked by.
    pub(crate) fn shown(self) -> Active {
        Active { toolsets: self.mask, published: self.published }
    }

    /// Whether the toolset of this name is active.
    pub fn contains(self, toolset: &str) -> bool {
        self.names().any(|name| name == toolset)
    }

    /// The names of the active toolsets, sorted.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let mask = self.mask;
        let toolsets = self.catalog.toolsets().enumerate();
        toolsets.filter(move |(at, _)| mask >> at & 1 == 1).map(|(_, toolset)| toolset.name())
    }

    /// Whether the deployment publishes these.
    pub(crate) fn publishes(self, needed: Mask) -> bool {
        needed & !self.published == 0
    }

    /// Whether all of `needed` is active.
    pub(crate) fn holds(self, needed: Mask) -> bool {
        needed & !self.mask == 0
    }

    /// Whether the toolset at this position of the catalog is active.
    pub(crate) fn holds_toolset(self, at: usize) -> bool {
        self.holds(1 << at)
    }

    /// The same and the toolset at this position of the catalog.
    pub(crate) fn with_toolset(self, at: usize) -> Self {
        Self { mask: self.mask | 1 << at, ..self }
    }

    /// What may be kept for every client with this active set.
    pub(crate) fn key(self) -> Mask {
        self.mask
    }
}

impl PartialEq for ActiveSet {
    fn eq(&self, other: &Self) -> bool {
        self.mask == other.mask && std::ptr::eq(self.catalog, other.catalog)
    }
}

impl Eq for ActiveSet {}

impl fmt::Debug for ActiveSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.names()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    struct Three;

    /// Three toolsets.
    #[toolset(name = "a")]
    #[toolset(name = "b")]
    #[toolset(name = "c")]
    impl Three {
        /// A tool.
        #[tool(toolset = "a")]
        fn in_a() {}
        /// A tool.
        #[tool(toolset = "b")]
        fn in_b() {}
        /// A tool.
        #[tool(toolset = "c")]
        fn in_c() {}
    }

    #[derive(Server)]
    #[server(name = "three")]
    struct Host {
        three: Three,
    }

    #[derive(Server)]
    #[server(name = "other")]
    struct Other {
        three: Three,
    }

    fn active(published: Mask, mask: Mask) -> ActiveSet {
        ActiveSet::new(Host::CATALOG, published, mask)
    }

    #[test]
    fn a_set_knows_what_is_in_it() {
        let _ = (Host { three: Three }.three, Other { three: Three }.three);
        let set = active(0b111, 0b101);
        assert_eq!(set.names().collect::<Vec<_>>(), ["a", "c"]);
        assert_eq!(["a", "b", "c", "d"].map(|name| set.contains(name)), [true, false, true, false]);
        assert_eq!([0, 1, 2].map(|at| set.holds_toolset(at)), [true, false, true]);
        assert_eq!(format!("{set:?}"), r#"{"a", "c"}"#);
        assert_eq!((set.with_toolset(1).key(), set.with_toolset(2).key()), (0b111, 0b101));
        let Active { toolsets, published } = set.shown();
        assert_eq!((toolsets, published), (0b101, 0b111));
    }

    #[test]
    fn a_need_is_met_whole_or_not_at_all() {
        let set = active(0b011, 0b001);
        let needs = [0b000, 0b001, 0b010, 0b011, 0b100, 0b101];
        assert_eq!(needs.map(|needed| set.holds(needed)), [true, true, false, false, false, false]);
        assert_eq!(needs.map(|needed| set.publishes(needed)), [true, true, true, true, false, false]);
    }

    #[test]
    fn sets_of_one_server_are_equal_where_the_same_toolsets_are_active() {
        let set = active(0b111, 0b101);
        assert_eq!(set, active(0b101, 0b101));
        assert_ne!(set, active(0b111, 0b100));
        assert_ne!(set, ActiveSet::new(Other::CATALOG, 0b111, 0b101));
    }
}
