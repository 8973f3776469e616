//! A tool as clients see it, made once from its constants.

use std::sync::Arc;

use rmcp::{
    handler::server::common::schema_for_empty_input,
    model::{MetaObject, Tool, ToolAnnotations},
};

use super::{ToolEntry, schema::Schema, table::Hints};

/// The `_meta` key under which each component says its toolset.
pub(crate) const TOOLSET_META: &str = "pegboard/toolset";

/// Arguments that no JSON object can carry.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "tool `{tool}` takes `{arguments}`, and MCP wants arguments that are one object: take a struct with a field of that type ({reason})"
)]
pub struct SchemaFault {
    /// The tool's name.
    pub tool: &'static str,
    /// The type of its arguments.
    pub arguments: &'static str,
    /// What rmcp says of the schema.
    pub reason: String,
}

impl ToolEntry {
    /// The tool as it is listed, with its toolset in `_meta`.
    pub(crate) fn describe(self, toolset: &'static str) -> Result<Tool, SchemaFault> {
        let declared = self.declared;
        let mut tool = Tool::new(declared.name, declared.description.plain, self.input()?);
        tool.title = declared.title.map(Into::into);
        tool.output_schema = (declared.output)();
        tool.annotations = declared.hints.annotations();
        tool.icons = declared.icons.map(|icons| icons());
        let mut meta = declared.meta.map_or_else(MetaObject::new, |meta| meta());
        meta.0.insert(TOOLSET_META.into(), toolset.into());
        tool.meta = Some(meta);
        Ok(tool)
    }

    fn input(self) -> Result<Schema, SchemaFault> {
        let known = self.declared.inputs.iter().find_map(|schema| schema());
        known
            .unwrap_or_else(|| Ok(Arc::clone(&schema_for_empty_input())))
            .map_err(|(arguments, reason)| SchemaFault { tool: self.declared.name, arguments, reason })
    }
}

impl Hints {
    /// Absent where no hint was written.
    fn annotations(&self) -> Option<ToolAnnotations> {
        let written = [self.read_only, self.destructive, self.idempotent, self.open_world];
        written.iter().any(Option::is_some).then(|| {
            ToolAnnotations::from_raw(
                None,
                self.read_only,
                self.destructive,
                self.idempotent,
                self.open_world,
            )
        })
    }
}
