//! Resources and prompts.

use base64::{Engine, engine::general_purpose::STANDARD};
use pegboard::{
    prelude::*,
    rmcp::{
        handler::server::tool::InputResponses,
        model::{ContentBlock, GetPromptResponse, GetPromptResult, InputRequiredResult, PromptMessage, Role},
    },
};
use serde::{Deserialize, Serialize};

use crate::{ask, content::PIXEL, rounds::form_of};

pub(crate) struct Library;

#[derive(Deserialize, JsonSchema)]
struct Arguments {
    /// The first one.
    arg1: String,
    /// The second one.
    arg2: String,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Embedded {
    /// The URI under which the resource is embedded.
    resource_uri: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Data {
    id: String,
    template_test: bool,
    data: String,
}

/// Things to read, and messages to start from.
#[toolset(name = "library", title = "Library")]
impl Library {
    /// A text that never changes.
    #[resource(uri = "test://static-text")]
    fn static_text() -> String {
        "This is the content of the static text resource.".into()
    }

    /// A picture of one pixel.
    #[resource(uri = "test://static-binary", mime_type = "image/png")]
    fn static_binary() -> Vec<u8> {
        PIXEL.to_vec()
    }

    /// What belongs to an id.
    #[resource(uri_template = "test://template/{id}/data")]
    fn template(id: String) -> Json<Data> {
        Json(Data { data: format!("Data for ID: {id}"), id, template_test: true })
    }

    /// A text that clients can watch.
    #[resource(uri = "test://watched-resource", subscribe)]
    fn watched_resource() -> String {
        "Nothing has changed yet.".into()
    }

    /// A message without arguments.
    #[prompt]
    fn test_simple_prompt() -> String {
        "This is a simple prompt for testing.".into()
    }

    /// A message of two arguments.
    #[prompt]
    fn test_prompt_with_arguments(Parameters(given): Parameters<Arguments>) -> String {
        format!("Prompt with arguments: arg1='{}', arg2='{}'", given.arg1, given.arg2)
    }

    #[complete(prompt = "test_prompt_with_arguments", argument = "arg1")]
    #[complete(prompt = "test_prompt_with_arguments", argument = "arg2")]
    fn arguments(typed: Typed) -> Vec<String> {
        ["paris", "park", "party"]
            .into_iter()
            .filter(|word| word.starts_with(&typed.value))
            .map(Into::into)
            .collect()
    }

    /// A message with a resource in it.
    #[prompt]
    fn test_prompt_with_embedded_resource(Parameters(embedded): Parameters<Embedded>) -> Vec<PromptMessage> {
        let resource =
            ContentBlock::embedded_text(embedded.resource_uri, "Embedded resource content for testing.");
        vec![
            PromptMessage::new(Role::User, resource),
            PromptMessage::new_text(Role::User, "Please process the embedded resource above."),
        ]
    }

    /// A message with a picture in it.
    #[prompt]
    fn test_prompt_with_image() -> Vec<PromptMessage> {
        let picture = ContentBlock::image(STANDARD.encode(PIXEL), "image/png");
        vec![
            PromptMessage::new(Role::User, picture),
            PromptMessage::new_text(Role::User, "Please look at the picture above."),
        ]
    }

    /// A message that needs something of the person first.
    #[prompt]
    fn test_input_required_result_prompt(InputResponses(given): InputResponses) -> GetPromptResponse {
        let Some(context) = form_of(given.as_ref(), "user_context", "context") else {
            let form = ask::input_form("What is it about?", &ask::field("context", "string"));
            return InputRequiredResult::from_input_requests([("user_context".to_owned(), form)].into())
                .into();
        };
        let context = context.as_str().unwrap_or_default();
        GetPromptResult::new(vec![PromptMessage::new_text(Role::User, format!("It is about {context}."))])
            .into()
    }
}
