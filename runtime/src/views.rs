//! What clients of one active set are shown, built once for all of them; their number is bounded.

use std::{
    collections::HashMap,
    num::NonZeroUsize,
    sync::{Arc, Mutex, OnceLock, PoisonError},
};

use lru::LruCache;
use rmcp::model::{Prompt, Resource, ResourceTemplate, Tool};
use serde_json::{Map, Value};

use crate::{
    active::ActiveSet,
    catalog::{Address, Catalog, Described, Entry, SchemaFault},
    instructions, toolsets_tool,
};

/// How many active sets are remembered, so that no client grows this by inventing queries.
const REMEMBERED: NonZeroUsize = NonZeroUsize::new(64).expect("not zero");

/// What a client with a certain active set is shown, each list in its order.
#[derive(Debug, Default)]
pub(crate) struct View {
    pub(crate) tools: Vec<Tool>,
    pub(crate) prompts: Vec<Prompt>,
    pub(crate) resources: Vec<Resource>,
    pub(crate) templates: Vec<ResourceTemplate>,
    /// Absent where nothing is shown.
    pub(crate) instructions: Option<String>,
    /// The tools as they go over the wire.
    tools_json: OnceLock<Option<Vec<u8>>>,
}

impl View {
    /// The list of the tools, written once for all who have this view.
    #[cfg(feature = "http")]
    pub(crate) fn tools_json(&self) -> Option<&[u8]> {
        self.tools_json.get_or_init(|| serde_json::to_vec(&self.tools).ok()).as_deref()
    }
}

/// All components, described, and the views of them that were asked for lately.
pub(crate) struct Views {
    catalog: &'static Catalog,
    components: Vec<(Entry, Described)>,
    /// The tools with arguments that must stand in headers too.
    headed: HashMap<Address, Tool>,
    built_in: Tool,
    recent: Mutex<LruCache<u128, Arc<View>>>,
}

impl Views {
    /// Describes every component once; its schemas are made here and shared from then on.
    pub(crate) fn new(catalog: &'static Catalog) -> Result<Self, Vec<SchemaFault>> {
        let toolsets: Vec<&'static str> = catalog.toolsets().map(|toolset| toolset.name()).collect();
        let mut components = Vec::new();
        let mut faults = Vec::new();
        for entry in catalog.components() {
            match entry.describe(toolsets[entry.toolset()]) {
                Ok(described) => components.push((entry, described)),
                Err(found) => faults.extend(found),
            }
        }
        if !faults.is_empty() {
            return Err(faults);
        }
        let recent = Mutex::new(LruCache::new(REMEMBERED));
        let headed = |(entry, described): &(Entry, Described)| match described {
            Described::Tool(tool) if asks_for_headers(&tool.input_schema) => {
                Some((entry.address(), tool.clone()))
            }
            _ => None,
        };
        let headed = components.iter().filter_map(headed).collect();
        Ok(Self { catalog, components, headed, built_in: toolsets_tool::describe(), recent })
    }

    /// The view of an active set.
    pub(crate) fn of(&self, active: ActiveSet) -> Arc<View> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(recent.get_or_insert(active.key(), || Arc::new(self.build(active))))
    }

    fn build(&self, active: ActiveSet) -> View {
        let mut view = View { instructions: instructions::render(self.catalog, active), ..View::default() };
        for (entry, described) in self.components.iter().filter(|(entry, _)| active.holds(entry.mask())) {
            let mut described = described.clone();
            if let Some(text) = self.catalog.description(*entry) {
                described.set_description(instructions::shown(self.catalog, text, active));
            }
            match described {
                Described::Tool(tool) => view.tools.push(tool),
                Described::Prompt(prompt) => view.prompts.push(prompt),
                Described::Resource(resource) => view.resources.push(resource),
                Described::Template(template) => view.templates.push(template),
            }
        }
        view.tools.extend(active.holds(ActiveSet::TOOLSETS_TOOL).then(|| self.built_in.clone()));
        view
    }

    /// A tool with arguments that must stand in headers too.
    pub(crate) fn headed(&self, wanted: Entry) -> Option<&Tool> {
        self.headed.get(&wanted.address())
    }
}

/// Whether a schema asks for an argument in a header (`x-mcp-header`), at whatever depth.
fn asks_for_headers(schema: &Map<String, Value>) -> bool {
    schema.contains_key("x-mcp-header") || schema.values().any(asks_within)
}

fn asks_within(value: &Value) -> bool {
    match value {
        Value::Object(schema) => asks_for_headers(schema),
        Value::Array(values) => values.iter().any(asks_within),
        _ => false,
    }
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

    struct Library;

    /// Books.
    #[toolset(name = "books", instructions = "Find with {find_book}.")]
    #[toolset(name = "loans", description = "Loans.")]
    impl Library {
        /// Finds a book.
        ///
        /// Then {lend} it.
        #[tool(toolset = "books")]
        fn find_book() {}
        /// Plans a visit.
        #[prompt(toolset = "books")]
        fn visit() -> &'static str {
            ""
        }
        /// All books.
        #[resource(toolset = "books", uri = "library://books")]
        fn books() -> &'static str {
            ""
        }
        /// A shelf.
        #[resource(toolset = "books", uri_template = "library://shelf/{name}")]
        fn shelf(name: String) -> String {
            name
        }
        /// Lends.
        #[tool(toolset = "loans")]
        fn lend() {}
    }

    #[derive(Server)]
    #[server(name = "library")]
    struct LibraryHost {
        library: Library,
    }

    #[test]
    fn a_view_shows_each_kind_as_its_active_set_has_it() {
        let _ = LibraryHost { library: Library }.library;
        let catalog = LibraryHost::CATALOG;
        let views = Views::new(catalog).expect("tools that can be described");
        let lists = |mask: Mask| {
            let view = views.of(ActiveSet::new(catalog, 0b11, mask));
            let tools = view.tools.iter().map(|tool| (tool.name.to_string(), tool.description.clone()));
            (
                tools.map(|(name, said)| name + ": " + &said.unwrap_or_default()).collect::<Vec<_>>(),
                view.prompts.iter().map(|prompt| prompt.name.clone()).collect::<Vec<_>>(),
                view.resources.iter().map(|resource| resource.uri.clone()).collect::<Vec<_>>(),
                view.templates.iter().map(|template| template.uri_template.clone()).collect::<Vec<_>>(),
                view.instructions.clone(),
            )
        };
        let strings = |strings: &[&str]| strings.iter().map(ToString::to_string).collect::<Vec<_>>();
        let instructions = Some("## books\n\nFind with find_book.".to_owned());
        let (visit, books, shelf) =
            (strings(&["visit"]), strings(&["library://books"]), strings(&["library://shelf/{name}"]));
        let built_in = toolsets_tool::describe();
        let built_in_line =
            format!("{}: {}", built_in.name, built_in.description.clone().unwrap_or_default());
        assert_eq!(lists(0), (vec![], vec![], vec![], vec![], None));
        assert_eq!(
            lists(0b01),
            (
                strings(&["find_book: Finds a book."]),
                visit.clone(),
                books.clone(),
                shelf.clone(),
                instructions.clone()
            )
        );
        assert_eq!(
            lists(0b11 | ActiveSet::TOOLSETS_TOOL),
            (
                strings(&["find_book: Finds a book.\n\nThen lend it.", "lend: Lends.", &built_in_line]),
                visit,
                books,
                shelf,
                instructions
            )
        );
    }

    #[derive(serde::Deserialize, JsonSchema)]
    struct Plain {
        #[allow(dead_code, reason = "its schema is what is asked for")]
        region: String,
    }

    #[derive(serde::Deserialize, JsonSchema)]
    struct Headed {
        #[allow(dead_code, reason = "its schema is what is asked for")]
        #[schemars(extend("x-mcp-header" = "Region"))]
        region: Option<String>,
    }

    struct Maps;

    /// Maps.
    #[toolset]
    impl Maps {
        /// Draws.
        #[tool]
        fn draw(Parameters(_): Parameters<Plain>) {}
        /// Draws what a header says too.
        #[tool]
        fn draw_region(Parameters(_): Parameters<Headed>) {}
    }

    #[derive(Server)]
    #[server(name = "maps")]
    struct MapsHost {
        maps: Maps,
    }

    #[test]
    fn of_a_tool_with_an_argument_for_a_header_it_is_known() {
        let _ = MapsHost { maps: Maps }.maps;
        let views = Views::new(MapsHost::CATALOG).expect("tools that can be described");
        let headed = |entry| views.headed(entry).map(|tool| tool.name.to_string());
        let components = MapsHost::CATALOG.components();
        assert_eq!(
            components.into_iter().map(headed).collect::<Vec<_>>(),
            [None, Some("draw_region".to_owned())]
        );
        let deep = serde_json::json!({ "anyOf": [{}, { "properties": { "a": { "x-mcp-header": "A" } } }] });
        assert!(asks_within(&deep));
    }
}
