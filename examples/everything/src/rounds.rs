//! Tools that need something of the client first, and answer in a later round.

use pegboard::{
    prelude::*,
    rmcp::{
        ErrorData, RoleServer,
        handler::server::tool::{InputResponses, RequestState},
        model::{
            CallToolResponse, CallToolResult, ContentBlock, InputRequest, InputRequiredResult,
            InputResponses as Given, RequestStateCodec,
        },
        service::RequestContext,
    },
};
use serde_json::Value;

use crate::ask;

pub(crate) struct Rounds {
    /// Seals what the client carries from one round to the next, for as long as this process lives.
    codec: RequestStateCodec,
}

impl Rounds {
    pub(crate) fn new() -> Self {
        Self { codec: RequestStateCodec::new_unchecked(rand::random::<[u8; 32]>()) }
    }

    fn seal(&self, round: &str) -> String {
        self.codec.seal(round.as_bytes())
    }

    /// Asks whether it shall go on, with a state to carry.
    fn confirm(&self) -> CallToolResponse {
        let form = ask::input_form("Shall it go on?", &ask::field("ok", "boolean"));
        needs_with([("confirm", form)], self.seal("confirm"))
    }

    /// The round that the state says, where there is a state.
    fn round(&self, state: Option<&String>) -> Result<Option<String>, ErrorData> {
        let none_of_ours = || ErrorData::invalid_params("this `requestState` is none of this server's", None);
        let Some(state) = state else { return Ok(None) };
        let opened = self.codec.open(state).map_err(|_| none_of_ours())?;
        String::from_utf8(opened).map(Some).map_err(|_| none_of_ours())
    }
}

/// Asking first, and answering in a later round.
#[toolset(name = "rounds", title = "Rounds")]
impl Rounds {
    /// Greets whoever says a name.
    #[tool(read_only)]
    fn test_input_required_result_elicitation(InputResponses(given): InputResponses) -> CallToolResponse {
        match name(given.as_ref()) {
            Some(name) => text(format!("Hello, {name}!")),
            None => needs([("user_name", what_name())]),
        }
    }

    /// Asks the client's model for a capital.
    #[tool(read_only)]
    fn test_input_required_result_sampling(InputResponses(given): InputResponses) -> CallToolResponse {
        match said(given.as_ref(), "capital_question") {
            Some(answer) => text(format!("The client's model says: {answer}")),
            None => needs([("capital_question", ask::input_model("What is the capital of France?", 100))]),
        }
    }

    /// Asks for the client's roots.
    #[tool(read_only)]
    fn test_input_required_result_list_roots(InputResponses(given): InputResponses) -> CallToolResponse {
        match roots(given.as_ref()) {
            Some(roots) => text(format!("The client's roots: {roots}")),
            None => needs([("client_roots", ask::input_roots())]),
        }
    }

    /// Gives the client a state to carry.
    #[tool(read_only)]
    fn test_input_required_result_request_state(
        &self,
        InputResponses(given): InputResponses,
        RequestState(state): RequestState,
    ) -> Result<CallToolResponse, ErrorData> {
        let round = self.round(state.as_ref())?;
        if round.as_deref() == Some("confirm") && form_of(given.as_ref(), "confirm", "ok").is_some() {
            return Ok(text("state-ok".into()));
        }
        Ok(self.confirm())
    }

    /// Asks three things in one round.
    #[tool(read_only)]
    fn test_input_required_result_multiple_inputs(
        &self,
        InputResponses(given): InputResponses,
        RequestState(state): RequestState,
    ) -> Result<CallToolResponse, ErrorData> {
        self.round(state.as_ref())?;
        let given = given.as_ref();
        if let (Some(name), Some(greeting), Some(roots)) =
            (name(given), said(given, "greeting"), roots(given))
        {
            return Ok(text(format!("{greeting} {name}, with {roots}")));
        }
        let inputs = [
            ("user_name", what_name()),
            ("greeting", ask::input_model("Say hello.", 50)),
            ("client_roots", ask::input_roots()),
        ];
        Ok(needs_with(inputs, self.seal("all")))
    }

    /// Asks for a name, then for a colour.
    #[tool(read_only)]
    fn test_input_required_result_multi_round(
        &self,
        InputResponses(given): InputResponses,
        RequestState(state): RequestState,
    ) -> Result<CallToolResponse, ErrorData> {
        let round = self.round(state.as_ref())?;
        let first = || {
            Ok(needs_with(
                [("step1", ask::input_form("What is your name?", &ask::field("name", "string")))],
                self.seal("step1"),
            ))
        };
        match round.as_deref() {
            Some("step1") => match form_of(given.as_ref(), "step1", "name").and_then(Value::as_str) {
                Some(name) => Ok(needs_with(
                    [("step2", ask::input_form("Which colour?", &ask::field("color", "string")))],
                    self.seal(&format!("step2 {name}")),
                )),
                None => first(),
            },
            Some(round) => match (
                round.strip_prefix("step2 "),
                form_of(given.as_ref(), "step2", "color").and_then(Value::as_str),
            ) {
                (Some(name), Some(colour)) => Ok(text(format!("{name} likes {colour}."))),
                _ => first(),
            },
            None => first(),
        }
    }

    /// Refuses a state that is none of its own.
    #[tool(read_only)]
    fn test_input_required_result_tampered_state(
        &self,
        InputResponses(given): InputResponses,
        RequestState(state): RequestState,
    ) -> Result<CallToolResponse, ErrorData> {
        let round = self.round(state.as_ref())?;
        if round.is_some() && form_of(given.as_ref(), "confirm", "ok").is_some() {
            return Ok(text("The state is as it was.".into()));
        }
        Ok(self.confirm())
    }

    /// Asks only for what the client says that it can do.
    #[tool(read_only)]
    fn test_input_required_result_capabilities(
        InputResponses(given): InputResponses,
        context: RequestContext<RoleServer>,
    ) -> CallToolResponse {
        let can = context.client_capabilities().unwrap_or_default();
        let mut inputs = Vec::new();
        if can.elicitation.is_some() && name(given.as_ref()).is_none() {
            inputs.push(("user_name", what_name()));
        }
        if can.sampling.is_some() && said(given.as_ref(), "greeting").is_none() {
            inputs.push(("greeting", ask::input_model("Say hello.", 50)));
        }
        if can.roots.is_some() && roots(given.as_ref()).is_none() {
            inputs.push(("client_roots", ask::input_roots()));
        }
        if inputs.is_empty() { text("Nothing more is needed.".into()) } else { needs(inputs) }
    }
}

fn what_name() -> InputRequest {
    ask::input_form("What is your name?", &ask::field("name", "string"))
}

fn text(text: String) -> CallToolResponse {
    CallToolResult::success(vec![ContentBlock::text(text)]).into()
}

fn needs<'a>(inputs: impl IntoIterator<Item = (&'a str, InputRequest)>) -> CallToolResponse {
    let inputs = inputs.into_iter().map(|(key, input)| (key.to_owned(), input)).collect();
    InputRequiredResult::from_input_requests(inputs).into()
}

fn needs_with<'a>(
    inputs: impl IntoIterator<Item = (&'a str, InputRequest)>,
    state: String,
) -> CallToolResponse {
    let inputs = inputs.into_iter().map(|(key, input)| (key.to_owned(), input)).collect();
    InputRequiredResult::new(Some(inputs), Some(state)).into()
}

/// One field of a form that was accepted.
pub(crate) fn form_of<'a>(given: Option<&'a Given>, key: &str, field: &str) -> Option<&'a Value> {
    let form = given?.get(key)?;
    (form["action"] == "accept").then(|| form["content"].get(field))?
}

fn name(given: Option<&Given>) -> Option<&str> {
    form_of(given, "user_name", "name")?.as_str()
}

/// What the client's model said.
fn said<'a>(given: Option<&'a Given>, key: &str) -> Option<&'a str> {
    given?.get(key)?["content"]["text"].as_str()
}

fn roots(given: Option<&Given>) -> Option<String> {
    let roots = given?.get("client_roots")?["roots"].as_array()?;
    let names = roots.iter().map(|root| root["name"].as_str().or(root["uri"].as_str()).unwrap_or_default());
    Some(names.collect::<Vec<_>>().join(", "))
}
