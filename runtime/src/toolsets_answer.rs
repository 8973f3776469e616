//! The `/toolsets` answer: what there is, what a selection gets of it, and what it asked for in vain.

use std::borrow::Cow;

use serde::Serialize;

use crate::{
    active::ActiveSet,
    catalog::table::Kind,
    decisions::{Decisions, Resolved},
    instructions,
    quoted::{NAMES, cut},
    toolsets_tool,
};

/// The answer; its fields are written in this order.
#[derive(Debug, Serialize)]
pub(crate) struct ToolsetsAnswer {
    toolsets: Vec<Toolset>,
    active: Vec<&'static str>,
    tools: Vec<&'static str>,
    unknown: Vec<String>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
    /// How many more unknown names there were.
    #[serde(skip_serializing_if = "Option::is_none")]
    more_unknown: Option<usize>,
}

#[derive(Debug, Serialize)]
struct Toolset {
    name: &'static str,
    title: &'static str,
    description: Cow<'static, str>,
    default: bool,
    always: bool,
    active: bool,
}

impl ToolsetsAnswer {
    pub(crate) fn new(decisions: &Decisions, resolved: &Resolved) -> Self {
        let catalog = decisions.catalog();
        let active = resolved.active;
        let toolsets = decisions.toolsets().map(|(at, toolset)| Toolset {
            name: toolset.name(),
            title: toolset.title(),
            // As if it were active: the answer tells what one would get.
            description: match catalog.toolset_description(at) {
                Some(text) => {
                    instructions::shown(catalog, text, active.with_toolset(at)).unwrap_or_default().into()
                }
                None => toolset.description().into(),
            },
            default: toolset.is_default(),
            always: toolset.is_always(),
            active: active.holds_toolset(at),
        });
        let built_in = active.holds(ActiveSet::TOOLSETS_TOOL).then_some(toolsets_tool::NAME);
        let tools = catalog.components().into_iter();
        let tools = tools.filter(|entry| entry.declared.kind() == Kind::Tool && active.holds(entry.mask()));
        let mut tools: Vec<&'static str> = tools.map(|tool| tool.declared.name).chain(built_in).collect();
        tools.sort_unstable();
        Self {
            toolsets: toolsets.collect(),
            active: active.names().collect(),
            tools,
            unknown: resolved.unknown.clone(),
            notes: decisions.notes(resolved),
            more_unknown: None,
        }
    }

    /// The same with what a client invented cut to what a model should read.
    pub(crate) fn for_a_model(mut self) -> Self {
        let more = self.unknown.len().saturating_sub(NAMES);
        self.more_unknown = (more > 0).then_some(more);
        self.unknown.truncate(NAMES);
        for name in &mut self.unknown {
            *name = cut(&name.replace(char::is_control, ""));
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    struct Odd;

    /// Says "this\" and\tthat: \u{1} \u{8} \u{c} \u{7f} é 𝄞.
    ///
    /// A second line,\\
    /// with {?nothing} it is gone.
    ///
    /// With `{odd_tool}` it is there.
    #[toolset(name = "odd", title = "An \"odd\" one\n\u{1}\u{8}\u{c}\u{1f}\u{7f}\\é𝄞")]
    #[toolset(
        name = "even",
        description = "As if active: {even_tool}.\n\nOnly with {odd_tool}.",
        default = false
    )]
    #[toolset(name = "always", description = "Always.", always)]
    impl Odd {
        /// A tool.
        #[tool(toolset = "odd")]
        fn odd_tool() {}
        /// A tool.
        #[tool(toolset = "even")]
        fn even_tool() {}
        /// A tool.
        #[tool(toolset = "always")]
        fn a_tool() {}
        /// A tool.
        #[tool(toolset = "always", name = "Z")]
        fn z_tool() {}
    }

    #[derive(Server)]
    #[server(name = "odd")]
    struct OddHost {
        odd: Odd,
    }

    #[derive(Server)]
    #[server(name = "empty")]
    struct EmptyHost {}

    struct Own;

    /// Has the name of the built-in tool.
    #[toolset(name = "own", default = false)]
    impl Own {
        /// In its place.
        #[tool]
        fn list_server_toolsets() {}
    }

    #[derive(Server)]
    #[server(name = "own")]
    struct OwnHost {
        own: Own,
    }

    #[test]
    fn the_compiler_writes_what_the_server_answers() {
        let _ = (OddHost { odd: Odd }.odd, EmptyHost {}, OwnHost { own: Own }.own);
        for (catalog, json) in [
            (OddHost::CATALOG, OddHost::TOOLSETS_JSON),
            (EmptyHost::CATALOG, EmptyHost::TOOLSETS_JSON),
            (OwnHost::CATALOG, OwnHost::TOOLSETS_JSON),
        ] {
            let decisions = Decisions::new(catalog).toolsets_tool(true);
            let answer = ToolsetsAnswer::new(&decisions, &decisions.resolve_query(""));
            assert_eq!(json, serde_json::to_string_pretty(&answer).expect("JSON") + "\n");
        }
    }
}
