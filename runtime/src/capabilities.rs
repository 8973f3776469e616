//! What a server can do, as its publication says: nothing is promised that no toolset could keep.

use rmcp::model::{JsonObject, PromptsCapability, ResourcesCapability, ServerCapabilities, ToolsCapability};

use crate::{
    catalog::{
        Entry,
        table::{About, Kind},
    },
    decisions::Decisions,
};

/// What a deployment can do; without `listChanged`, since what a URL gives does not change.
pub(crate) fn of(decisions: &Decisions) -> ServerCapabilities {
    let published = decisions.components();
    let any = |holds: &dyn Fn(&Entry) -> bool| published.iter().any(holds);
    let is = |entry: &Entry, kinds: &[Kind]| kinds.contains(&entry.declared.kind());
    let mut capabilities = ServerCapabilities::default();
    // Always: a client that selects nothing is told of no tools, and not that there could be none.
    capabilities.tools = Some(ToolsCapability::default());
    capabilities.prompts = any(&|entry| is(entry, &[Kind::Prompt])).then(PromptsCapability::default);
    capabilities.resources = any(&|entry| is(entry, &[Kind::Resource, Kind::Template])).then(|| {
        let mut resources = ResourcesCapability::default();
        resources.subscribe = any(&|entry| entry.subscribable()).then_some(true);
        resources
    });
    capabilities.logging = decisions.catalog().identity().logging.then(JsonObject::default);
    capabilities.completions = any(&completes).then(JsonObject::default);
    capabilities
}

fn completes(entry: &Entry) -> bool {
    match &entry.declared.about {
        About::Prompt { completions, .. } | About::Template { completions, .. } => !completions.is_empty(),
        About::Tool { .. } | About::Resource { .. } => false,
    }
}
