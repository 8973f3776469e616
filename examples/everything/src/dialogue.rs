//! Tools that talk with the client while they are at work, as the versions with sessions allow.
#![allow(deprecated, reason = "clients of the versions with sessions are asked this way")]

use std::time::Duration;

use pegboard::{
    prelude::*,
    rmcp::{
        ErrorData, Peer, RoleServer,
        model::{
            ClientCapabilities, ClientResult, CreateMessageRequest, CreateMessageResult, ElicitRequest,
            ElicitResult, InputRequiredResult, ProgressNotificationParam, RequestMetaObject,
            SamplingCapability, ServerRequest,
        },
        service::{RequestContext, ServiceError},
    },
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::ask;

/// How long a step of a tool's work takes.
const STEP: Duration = Duration::from_millis(50);

pub(crate) struct Dialogue;

#[derive(Deserialize, JsonSchema)]
struct Asked {
    /// What the client's model is asked.
    prompt: String,
}

#[derive(Deserialize, JsonSchema)]
struct Shown {
    /// What the person in front of the client reads.
    message: String,
}

/// Talking with the client.
#[toolset(name = "dialogue", title = "Dialogue")]
impl Dialogue {
    /// Says what it does in the client's log.
    #[tool(read_only)]
    async fn test_tool_with_logging(log: ClientLog) -> String {
        log.info("Tool execution started").await;
        tokio::time::sleep(STEP).await;
        log.info("Tool processing data").await;
        tokio::time::sleep(STEP).await;
        log.info("Tool execution completed").await;
        "Logged three messages.".into()
    }

    /// The same, for clients that say with each request what they want to know.
    #[tool(read_only)]
    async fn test_logging_tool(log: ClientLog) -> String {
        log.info("Tool execution started").await;
        log.error("Tool execution completed").await;
        "Logged two messages.".into()
    }

    /// Says how far it is.
    #[tool(read_only)]
    async fn test_tool_with_progress(meta: RequestMetaObject, peer: Peer<RoleServer>) -> String {
        let Some(token) = meta.get_progress_token() else {
            return "Nobody asked how far it is.".into();
        };
        for done in [0.0, 50.0, 100.0] {
            let progress = ProgressNotificationParam::new(token.clone(), done).with_total(100.0);
            // Nobody may be listening any more.
            let _ = peer.notify_progress(progress).await;
            tokio::time::sleep(STEP).await;
        }
        format!("Told of the progress three times under {token:?}.")
    }

    /// Asks the client's model.
    #[tool(open_world)]
    async fn test_sampling(
        Parameters(asked): Parameters<Asked>,
        peer: Peer<RoleServer>,
    ) -> Result<String, String> {
        let answer = sample(&peer, ask::say(&asked.prompt, 100)).await.map_err(|error| error.to_string())?;
        let text = answer.message.content.first().and_then(|content| content.as_text());
        Ok(format!("LLM response: {}", text.map_or("nothing", |text| &text.text)))
    }

    /// Asks the person in front of the client for a name and an address.
    #[tool(open_world)]
    async fn test_elicitation(
        Parameters(shown): Parameters<Shown>,
        peer: Peer<RoleServer>,
    ) -> Result<String, String> {
        let schema = json!({
            "type": "object",
            "properties": {
                "username": { "type": "string", "description": "User's response" },
                "email": { "type": "string", "description": "User's email address" }
            },
            "required": ["username", "email"]
        });
        filled_in(&peer, &shown.message, schema).await
    }

    /// Asks for values of each type that have a default.
    #[tool(open_world)]
    async fn test_elicitation_sep1034_defaults(peer: Peer<RoleServer>) -> Result<String, String> {
        let schema = json!({
            "type": "object",
            "properties": {
                "name": { "type": "string", "default": "John Doe" },
                "age": { "type": "integer", "default": 30 },
                "score": { "type": "number", "default": 95.5 },
                "status": { "type": "string", "enum": ["active", "inactive", "pending"], "default": "active" },
                "verified": { "type": "boolean", "default": true }
            },
            "required": []
        });
        filled_in(&peer, "Look at the defaults, then send the form.", schema).await
    }

    /// Asks for a choice in each form that a choice can have.
    #[tool(open_world)]
    async fn test_elicitation_sep1330_enums(peer: Peer<RoleServer>) -> Result<String, String> {
        let titled = json!([
            { "const": "value1", "title": "First" },
            { "const": "value2", "title": "Second" },
            { "const": "value3", "title": "Third" }
        ]);
        let schema = json!({
            "type": "object",
            "properties": {
                "untitledSingle": { "type": "string", "enum": ["option1", "option2", "option3"] },
                "titledSingle": { "type": "string", "oneOf": titled },
                "legacyEnum": {
                    "type": "string",
                    "enum": ["opt1", "opt2", "opt3"],
                    "enumNames": ["Option One", "Option Two", "Option Three"]
                },
                "untitledMulti": {
                    "type": "array",
                    "items": { "type": "string", "enum": ["option1", "option2", "option3"] }
                },
                "titledMulti": { "type": "array", "items": { "anyOf": titled } }
            },
            "required": []
        });
        filled_in(&peer, "Choose as you like.", schema).await
    }

    /// Takes a while, so that a client can come back for the answer.
    #[tool(read_only)]
    async fn test_reconnection() -> String {
        tokio::time::sleep(STEP).await;
        "Reconnected, or never gone.".into()
    }

    /// Needs a client whose model can be asked.
    #[tool(read_only)]
    fn test_missing_capability(context: RequestContext<RoleServer>) -> Result<String, ErrorData> {
        let can = context.client_capabilities().is_some_and(|can| can.sampling.is_some());
        if can {
            return Ok("The client's model can be asked.".into());
        }
        let mut required = ClientCapabilities::default();
        required.sampling = Some(SamplingCapability::default());
        Err(ErrorData::missing_required_client_capability(required))
    }

    /// Asks for a name in the answer, never on the stream.
    #[tool(open_world)]
    fn test_streaming_elicitation() -> InputRequiredResult {
        let form = ask::input_form("What is your name?", &ask::field("name", "string"));
        InputRequiredResult::from_input_requests([("user_name".to_owned(), form)].into())
    }
}

async fn filled_in(peer: &Peer<RoleServer>, message: &str, schema: Value) -> Result<String, String> {
    let asked = ServerRequest::ElicitRequest(ElicitRequest::new(ask::form(message, &schema)));
    let answer: ElicitResult = match peer.send_request(asked).await {
        Ok(ClientResult::ElicitResult(answer)) => answer,
        Ok(_) => return Err("the client answered something else".into()),
        Err(error) => return Err(error.to_string()),
    };
    let content = answer.content.unwrap_or_default();
    Ok(format!("User response: action={:?}, content={content}", answer.action))
}

async fn sample(peer: &Peer<RoleServer>, params: Value) -> Result<CreateMessageResult, ServiceError> {
    let params = serde_json::from_value(params).expect("these are the parameters of such a request");
    match peer.send_request(ServerRequest::CreateMessageRequest(CreateMessageRequest::new(params))).await? {
        ClientResult::CreateMessageResult(answer) => Ok(*answer),
        _ => Err(ServiceError::UnexpectedResponse),
    }
}
