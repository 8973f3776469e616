//! Tools that answer with each kind of content, at once.

use std::borrow::Cow;

use base64::{Engine, engine::general_purpose::STANDARD};
use pegboard::{
    prelude::*,
    rmcp::model::{CallToolResult, ContentBlock, ResourceContents},
    schemars::{Schema, SchemaGenerator, json_schema},
};
use serde::Deserialize;

/// A PNG of one pixel.
pub(crate) const PIXEL: &[u8] = include_bytes!("pixel.png");

/// A hundredth of a second of silence.
const SILENCE: &[u8] = include_bytes!("silence.wav");

pub(crate) struct Content;

#[derive(Deserialize, JsonSchema)]
struct Headed {
    /// What the header `Mcp-Param-Value` must say too.
    #[schemars(extend("x-mcp-header" = "Value"))]
    value: String,
}

/// A person, described by hand with what a derived schema would not say.
#[derive(Deserialize)]
struct Contact {
    name: Option<String>,
}

impl JsonSchema for Contact {
    fn schema_name() -> Cow<'static, str> {
        "Contact".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "type": "object",
            "$defs": {
                "address": {
                    "$anchor": "addressDef",
                    "type": "object",
                    "properties": { "street": { "type": "string" }, "city": { "type": "string" } }
                }
            },
            "properties": {
                "name": { "type": "string" },
                "address": { "$ref": "#/$defs/address" },
                "contactMethod": { "type": "string", "enum": ["phone", "email"] },
                "phone": { "type": "string" },
                "email": { "type": "string" }
            },
            "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
            "if": {
                "properties": { "contactMethod": { "const": "phone" } },
                "required": ["contactMethod"]
            },
            "then": { "required": ["phone"] },
            "else": { "required": ["email"] },
            "additionalProperties": false
        })
    }
}

/// Answers of each kind of content.
#[toolset(name = "content", title = "Content")]
impl Content {
    /// Answers with a line of text.
    #[tool(read_only)]
    fn test_simple_text() -> String {
        "This is a simple text response for testing.".into()
    }

    /// Answers with a picture.
    #[tool(read_only)]
    fn test_image_content() -> ContentBlock {
        ContentBlock::image(STANDARD.encode(PIXEL), "image/png")
    }

    /// Answers with a sound.
    #[tool(read_only)]
    fn test_audio_content() -> ContentBlock {
        ContentBlock::audio(STANDARD.encode(SILENCE), "audio/wav")
    }

    /// Answers with a resource in the answer itself.
    #[tool(read_only)]
    fn test_embedded_resource() -> ContentBlock {
        ContentBlock::embedded_text("test://embedded-resource", "This is an embedded resource content.")
    }

    /// Answers with text, a picture and a resource.
    #[tool(read_only)]
    fn test_multiple_content_types() -> CallToolResult {
        let data = serde_json::json!({ "test": "data", "value": 123 }).to_string();
        let resource =
            ResourceContents::text(data, "test://mixed-content-resource").with_mime_type("application/json");
        CallToolResult::success(vec![
            ContentBlock::text("Multiple content types test:"),
            ContentBlock::image(STANDARD.encode(PIXEL), "image/png"),
            ContentBlock::resource(resource),
        ])
    }

    /// Fails, in words for the model.
    #[tool(read_only)]
    fn test_error_handling() -> Result<(), String> {
        Err("This tool intentionally returns an error for testing".into())
    }

    /// Takes arguments whose schema uses what JSON Schema 2020-12 has.
    #[tool(name = "json_schema_2020_12_tool", read_only)]
    fn json_schema_2020_12(Parameters(contact): Parameters<Contact>) -> String {
        format!("read {}", contact.name.as_deref().unwrap_or("somebody without a name"))
    }

    /// Takes an argument that stands in a header too.
    #[tool(read_only)]
    fn test_custom_header(Parameters(headed): Parameters<Headed>) -> String {
        format!("header and body say {}", headed.value)
    }
}
