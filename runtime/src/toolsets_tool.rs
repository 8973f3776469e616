//! `list_server_toolsets`: the `/toolsets` answer as a tool.

use std::sync::Arc;

use rmcp::model::{JsonObject, Tool, ToolAnnotations};
use serde_json::json;

/// Its name, unless a published tool of an extension has it.
pub(crate) const NAME: &str = crate::catalog::composition::TOOLSETS_TOOL_NAME;

/// The tool as it is listed.
pub(crate) fn describe() -> Tool {
    let input: JsonObject = object(json!({ "type": "object", "properties": {} }));
    let mut tool = Tool::new(
        NAME,
        "Lists the toolsets that this server offers, which of them are active here, and how to select others.",
        Arc::new(input),
    );
    tool.title = Some("Toolsets of this server".into());
    tool.annotations =
        Some(ToolAnnotations::from_raw(None, Some(true), Some(false), Some(true), Some(false)));
    tool
}

fn object(value: serde_json::Value) -> JsonObject {
    match value {
        serde_json::Value::Object(object) => object,
        _ => JsonObject::new(),
    }
}

/// How a client that connected by this transport selects other toolsets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(
    not(all(feature = "http", feature = "stdio")),
    allow(dead_code, reason = "each transport has its own")
)]
pub(crate) enum HowToSelect {
    /// By the URL.
    Url,
    /// By an argument of the command.
    Argument,
}

impl HowToSelect {
    pub(crate) fn text(self) -> &'static str {
        match self {
            Self::Url => {
                "The URL that this client connects to selects toolsets: `?geo` adds the toolset `geo` to the defaults, \
                 `?only=geo` serves it alone, `?without=math` leaves `math` out. A person changes the URL in the client's \
                 configuration and reconnects; no tool call can."
            }
            Self::Argument => {
                "The command that starts this server selects toolsets: `--toolsets geo` adds the toolset `geo` to the \
                 defaults, `--toolsets only=geo` serves it alone, `--toolsets without=math` leaves `math` out. A person \
                 changes the arguments in the client's configuration and restarts it; no tool call can."
            }
        }
    }
}
