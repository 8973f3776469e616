//! What a client is told that asks for what is not there: the same for what is withheld and for what never was.

use rmcp::ErrorData;
use serde_json::json;

use crate::quoted;

pub(crate) fn unknown_tool(name: &str) -> ErrorData {
    ErrorData::invalid_params(format!("Unknown tool: {}", quoted::cut(name)), None)
}

pub(crate) fn unknown_prompt(name: &str) -> ErrorData {
    ErrorData::invalid_params(format!("Unknown prompt: {}", quoted::cut(name)), None)
}

pub(crate) fn unknown_template(template: &str) -> ErrorData {
    ErrorData::invalid_params(format!("Unknown resource template: {}", quoted::cut(template)), None)
}

/// A reference of a kind that the protocol did not have when this was written.
pub(crate) fn unknown_reference() -> ErrorData {
    ErrorData::invalid_params("Unknown kind of reference", None)
}

/// With the URI in `data`, as the protocol has it.
pub(crate) fn unknown_resource(uri: &str) -> ErrorData {
    let uri = quoted::cut(uri);
    ErrorData::resource_not_found(format!("Resource not found: {uri}"), Some(json!({ "uri": uri })))
}

/// An active resource that tells no changes.
pub(crate) fn unchanging(uri: &str) -> ErrorData {
    ErrorData::invalid_params(format!("Resource {} tells no changes", quoted::cut(uri)), None)
}

/// A tool that answers with a task: the extension for tasks is not offered, so nobody could ask after it.
pub(crate) fn no_tasks(tool: &str) -> ErrorData {
    tracing::error!("tool `{tool}` answered with a task, and this server offers none");
    ErrorData::internal_error("the tool answered with a task, and this server offers none", None)
}
