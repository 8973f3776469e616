//! What clients of one active set are shown, built once for all of them; their number is bounded.

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex, PoisonError},
};

use lru::LruCache;
use rmcp::model::Tool;

use crate::{
    active::ActiveSet,
    catalog::{Catalog, SchemaFault, ToolEntry},
    instructions, toolsets_tool,
};

/// How many active sets are remembered, so that no client grows this by inventing queries.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");

/// What a client with a certain active set is shown.
#[derive(Debug)]
pub(crate) struct View {
    /// In the order of every list.
    pub(crate) tools: Vec<Tool>,
    /// Absent where nothing is shown.
    pub(crate) instructions: Option<String>,
}

/// A tool of the catalog, described.
pub(crate) struct Described {
    pub(crate) entry: ToolEntry,
    pub(crate) tool: Tool,
}

/// All tools, and the views of them that were asked for lately.
pub(crate) struct Views {
    catalog: &'static Catalog,
    tools: Vec<Described>,
    by_name: HashMap<&'static str, usize>,
    built_in: Tool,
    recent: Mutex<LruCache<u128, Arc<View>>>,
}

impl Views {
    /// Describes every tool once; its schemas are made here and shared from then on.
    pub(crate) fn new(catalog: &'static Catalog) -> Result<Self, Vec<SchemaFault>> {
        let toolsets: Vec<&'static str> = catalog.toolsets().map(|toolset| toolset.name()).collect();
        let mut tools = Vec::new();
        let mut faults = Vec::new();
        for entry in catalog.tools() {
            match entry.describe(toolsets[entry.toolset()]) {
                Ok(tool) => tools.push(Described { entry, tool }),
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let by_name = tools.iter().enumerate().map(|(at, tool)| (tool.entry.declared.name, at)).collect();
        let recent = Mutex::new(LruCache::new(REMEMBERED));
        Ok(Self { catalog, tools, by_name, built_in: toolsets_tool::describe(), recent })
    }

    /// The view of an active set.
    pub(crate) fn of(&self, active: ActiveSet) -> Arc<View> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(recent.get_or_insert(active.key(), || Arc::new(self.build(active))))
    }

    fn build(&self, active: ActiveSet) -> View {
        let tools = self.tools.iter().filter(|tool| active.holds(tool.entry.mask()));
        let tools = tools.map(|tool| self.shown(tool, active));
        let built_in = active.holds(ActiveSet::TOOLSETS_TOOL).then(|| self.built_in.clone());
        View {
            tools: tools.chain(built_in).collect(),
            instructions: instructions::render(self.catalog, active),
        }
    }

    /// A tool as this active set describes it.
    fn shown(&self, described: &Described, active: ActiveSet) -> Tool {
        let mut tool = described.tool.clone();
        if let Some(text) = self.catalog.tool_description(described.entry) {
            tool.description = instructions::shown(self.catalog, text, active).map(Into::into);
        }
        tool
    }

    /// An active tool by its name on the wire.
    pub(crate) fn find(&self, active: ActiveSet, name: &str) -> Option<Found<'_>> {
        match self.by_name.get(name) {
            Some(at) => {
                Some(&self.tools[*at]).filter(|tool| active.holds(tool.entry.mask())).map(Found::Tool)
            }
            None => (name == toolsets_tool::NAME && active.holds(ActiveSet::TOOLSETS_TOOL))
                .then_some(Found::Toolsets(&self.built_in)),
        }
    }
}

/// What a name stands for.
pub(crate) enum Found<'a> {
    /// An extension's tool.
    Tool(&'a Described),
    /// `list_server_toolsets`.
    Toolsets(&'a Tool),
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalog::composition::Mask, prelude::*};

    struct Seven;

    /// Seven toolsets.
    #[toolset(name = "a")]
    #[toolset(name = "b")]
    #[toolset(name = "c")]
    #[toolset(name = "d")]
    #[toolset(name = "e")]
    #[toolset(name = "f")]
    #[toolset(name = "g")]
    impl Seven {
        /// A tool.
        #[tool(toolset = "a")]
        fn in_a() {}
        /// A tool.
        #[tool(toolset = "b")]
        fn in_b() {}
        /// A tool.
        #[tool(toolset = "c")]
        fn in_c() {}
        /// A tool.
        #[tool(toolset = "d")]
        fn in_d() {}
        /// A tool.
        #[tool(toolset = "e")]
        fn in_e() {}
        /// A tool.
        #[tool(toolset = "f")]
        fn in_f() {}
        /// A tool.
        #[tool(toolset = "g")]
        fn in_g() {}
    }

    #[derive(Server)]
    #[server(name = "seven")]
    struct Host {
        seven: Seven,
    }

    #[test]
    fn a_view_is_shared_and_their_number_is_bounded() {
        let _ = Host { seven: Seven }.seven;
        let views = Views::new(Host::CATALOG).expect("tools that can be described");
        let of = |mask: Mask| views.of(ActiveSet::new(Host::CATALOG, 0b111_1111, mask));
        assert!(Arc::ptr_eq(&of(0b101), &of(0b101)));
        let names = |view: &View| view.tools.iter().map(|tool| tool.name.to_string()).collect::<Vec<_>>();
        assert_eq!(names(&of(0b101)), ["in_a", "in_c"]);
        for mask in 0..128 {
            of(mask);
        }
        assert_eq!(views.recent.lock().expect("no thread panicked").len(), REMEMBERED.get());
    }
}
