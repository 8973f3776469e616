//! What a server asks of its client, written as it goes over the wire.

use pegboard::rmcp::model::{ElicitRequestParams, InputRequest};
use serde_json::{Value, json};

/// Asks the person in front of the client to fill in a form.
pub(crate) fn form(message: &str, schema: &Value) -> ElicitRequestParams {
    serde_json::from_value(json!({ "mode": "form", "message": message, "requestedSchema": schema }))
        .expect("the schema is one of those that a form can have")
}

/// A form with one required field.
pub(crate) fn field(name: &str, kind: &str) -> Value {
    json!({ "type": "object", "properties": { (name): { "type": kind } }, "required": [name] })
}

/// The parameters by which a client's model is asked to say something.
pub(crate) fn say(text: &str, max_tokens: u32) -> Value {
    json!({
        "messages": [{ "role": "user", "content": { "type": "text", "text": text } }],
        "maxTokens": max_tokens
    })
}

/// A form, to be filled in before the next round.
pub(crate) fn input_form(message: &str, schema: &Value) -> InputRequest {
    input(json!({
        "method": "elicitation/create",
        "params": { "mode": "form", "message": message, "requestedSchema": schema }
    }))
}

/// The client's model, to be asked before the next round.
pub(crate) fn input_model(text: &str, max_tokens: u32) -> InputRequest {
    input(json!({ "method": "sampling/createMessage", "params": say(text, max_tokens) }))
}

/// The client's roots, to be listed before the next round.
pub(crate) fn input_roots() -> InputRequest {
    input(json!({ "method": "roots/list" }))
}

fn input(request: Value) -> InputRequest {
    serde_json::from_value(request).expect("it is a request that a server may make")
}
