//! Prompts, resources, templates and completions: what they may take and give, and how each is told.

#![allow(
    clippy::needless_pass_by_value,
    clippy::unnecessary_wraps,
    clippy::unused_async,
    reason = "shapes of functions, not what they do"
)]

use std::{
    str::FromStr,
    sync::atomic::{AtomicUsize, Ordering},
};

use pegboard::{ComponentError, Deployment, Mistake, SchemaFault, prelude::*};
use rmcp::{
    ErrorData, RoleServer,
    handler::server::{
        common::Extension,
        prompt::PromptName,
        tool::{InputResponses, RequestState},
    },
    model::{
        Annotations, CallToolResponse, CompletionInfo, CreateTaskResult, GetPromptResult, Icon,
        PromptMessage, ReadResourceResult, ResourceContents, Role, Task, TaskStatus,
    },
    service::RequestContext,
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{served::serve, wire::Wire};

struct Library {
    read: AtomicUsize,
}

#[derive(Deserialize, JsonSchema)]
struct Wish {
    /// What about.
    subject: String,
    /// In which style.
    #[schemars(title = "Style")]
    style: Option<String>,
}

#[derive(Serialize, JsonSchema)]
struct Book {
    title: String,
}

/// A shelf is a letter.
struct Shelf(char);

impl FromStr for Shelf {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        match text.chars().collect::<Vec<_>>()[..] {
            [letter @ 'a'..='z'] => Ok(Self(letter)),
            _ => Err(()),
        }
    }
}

struct Away;

impl ComponentError for Away {
    fn into_error(self) -> ErrorData {
        ErrorData::internal_error("the archive is away", Some(json!({ "again": "tomorrow" })))
    }
}

/// Books.
#[toolset(name = "library")]
impl Library {
    /// Asks for an essay.
    #[prompt(title = "An essay", icons = [Icon::new("https://example.com/essay.png")])]
    async fn essay(&self, Parameters(wish): Parameters<Wish>, PromptName(name): PromptName) -> String {
        format!("{name}: {} {}", wish.subject, wish.style.unwrap_or_default())
    }

    /// Several messages.
    #[prompt(name = "talk.2", description = "A talk.")]
    fn talk(active: ActiveSet) -> Result<Vec<PromptMessage>, String> {
        let names: Vec<&str> = active.names().collect();
        Ok(vec![
            PromptMessage::new_text(Role::User, names.join(",")),
            PromptMessage::new_text(Role::Assistant, "Yes?"),
        ])
    }

    /// The whole result.
    #[prompt]
    fn whole() -> Result<GetPromptResult, Away> {
        Ok(GetPromptResult::new(vec![]).with_description("described"))
    }

    /// Fails.
    #[prompt]
    fn away() -> Result<String, Away> {
        Err(Away)
    }

    /// Continues an earlier request.
    #[prompt]
    fn again(RequestState(state): RequestState, InputResponses(responses): InputResponses) -> String {
        format!("{state:?} {:?}", responses.map(|responses| responses.len()))
    }

    /// All books.
    #[resource(
        uri = "book://index",
        title = "Index",
        mime_type = "text/markdown",
        size = 12,
        annotations = Annotations::default().with_priority(0.5),
        icons = [Icon::new("https://example.com/index.png")],
        subscribe,
    )]
    fn index(&self) -> String {
        format!("- read {} times", self.read.fetch_add(1, Ordering::Relaxed))
    }

    /// A picture.
    #[resource(uri = "book://cover", name = "cover_picture")]
    async fn cover() -> Vec<u8> {
        vec![0, 255]
    }

    /// By hand.
    #[resource(uri = "book://hand")]
    fn hand(context: RequestContext<RoleServer>, _peer: rmcp::Peer<RoleServer>) -> ReadResourceResult {
        let session = context.extensions.get::<ActiveSet>().is_some();
        ReadResourceResult::new(vec![
            ResourceContents::text(session.to_string(), "book://hand/1"),
            ResourceContents::blob("AA==", "book://hand/2"),
        ])
    }

    /// Fails.
    #[resource(uri = "book://away")]
    fn read_away() -> Result<String, Away> {
        Err(Away)
    }

    /// One of them.
    #[resource(uri_template = "book://{shelf}/{number}")]
    fn book(number: u8, shelf: Shelf) -> Option<Json<Book>> {
        (number < 3).then(|| Json(Book { title: format!("{}{number}", shelf.0) }))
    }

    /// The first on a shelf: a literal beats a variable.
    #[resource(uri_template = "book://{shelf}/first")]
    fn first(shelf: String) -> &'static str {
        if shelf == "a" { "the first of a" } else { "a first" }
    }

    /// The same as a page: what says more by itself is asked first, also behind a variable.
    #[resource(uri_template = "book://{shelf}/{number}.html", mime_type = "text/html")]
    fn page(shelf: String, number: u8) -> String {
        format!("<p>{shelf}{number}")
    }

    /// The very first.
    #[resource(uri = "book://a/0")]
    fn very_first() -> &'static str {
        "the very first"
    }

    #[complete(prompt = "essay", argument = "subject")]
    fn subjects(typed: Typed) -> Vec<String> {
        (0..300).map(|nth| format!("{}{nth}", typed.value)).collect()
    }

    #[complete(prompt = "essay", argument = "style")]
    #[complete(resource = "book://{shelf}/{number}", variable = "number")]
    async fn anything(&self, typed: Typed) -> Result<CompletionInfo, String> {
        let mut others: Vec<String> =
            typed.others.into_iter().map(|(key, value)| key + "=" + &value).collect();
        others.push(typed.argument);
        CompletionInfo::with_pagination(others, Some(7), true)
    }

    #[complete(resource = "book://{shelf}/{number}", variable = "shelf")]
    fn never() -> Result<Vec<String>, Away> {
        Err(Away)
    }

    /// A tool that answers with a task, which nobody could ask after.
    #[tool]
    fn long() -> CallToolResponse {
        let now = "2026-01-01T00:00:00Z";
        CallToolResponse::Task(CreateTaskResult::new(Task::new("1", TaskStatus::Working, now, now)))
    }

    /// Says that the index has changed.
    #[tool]
    fn add(updates: Updates) {
        updates.updated("book://index");
        updates.updated("book://cover");
    }
}

#[derive(Server)]
#[server(name = "host")]
struct Host {
    library: Library,
}

fn deploy() -> Deployment {
    Deployment::builder(Host { library: Library { read: AtomicUsize::new(0) } })
        .build()
        .expect("a deployment")
}

async fn connect() -> (Wire, Value) {
    let url = serve(deploy()).await;
    Wire::session(&reqwest::Client::new(), &format!("{url}/mcp")).await
}

#[tokio::test]
async fn components_are_listed_as_they_are_declared() {
    let (mut wire, opened) = connect().await;
    assert_eq!(
        opened["capabilities"],
        json!({ "completions": {}, "prompts": {}, "resources": { "subscribe": true }, "tools": {} }),
        "what is there, and no change of a list"
    );
    let prompts = wire.ask("prompts/list", json!({})).await;
    let meta = json!({ "pegboard/toolset": "library" });
    assert_eq!(
        prompts["result"]["prompts"],
        json!([
            {
                "name": "essay", "title": "An essay", "description": "Asks for an essay.",
                "arguments": [
                    { "name": "style", "title": "Style", "description": "In which style.", "required": false },
                    { "name": "subject", "description": "What about.", "required": true },
                ],
                "icons": [{ "src": "https://example.com/essay.png" }], "_meta": meta,
            },
            { "name": "talk.2", "description": "A talk.", "_meta": meta },
            { "name": "whole", "description": "The whole result.", "_meta": meta },
            { "name": "away", "description": "Fails.", "_meta": meta },
            { "name": "again", "description": "Continues an earlier request.", "_meta": meta },
        ])
    );
    let resources = wire.ask("resources/list", json!({})).await;
    assert_eq!(
        resources["result"]["resources"],
        json!([
            {
                "uri": "book://index", "name": "index", "title": "Index", "description": "All books.",
                "mimeType": "text/markdown", "size": 12, "annotations": { "priority": 0.5 },
                "icons": [{ "src": "https://example.com/index.png" }], "_meta": meta,
            },
            { "uri": "book://cover", "name": "cover_picture", "description": "A picture.", "_meta": meta },
            { "uri": "book://hand", "name": "hand", "description": "By hand.", "_meta": meta },
            { "uri": "book://away", "name": "read_away", "description": "Fails.", "_meta": meta },
            { "uri": "book://a/0", "name": "very_first", "description": "The very first.", "_meta": meta },
        ])
    );
    let templates = wire.ask("resources/templates/list", json!({})).await;
    assert_eq!(
        templates["result"]["resourceTemplates"],
        json!([
            { "uriTemplate": "book://{shelf}/{number}", "name": "book", "description": "One of them.", "_meta": meta },
            {
                "uriTemplate": "book://{shelf}/first", "name": "first",
                "description": "The first on a shelf: a literal beats a variable.", "_meta": meta,
            },
            {
                "uriTemplate": "book://{shelf}/{number}.html", "name": "page", "mimeType": "text/html",
                "description": "The same as a page: what says more by itself is asked first, also behind a variable.",
                "_meta": meta,
            },
        ])
    );
    for method in ["prompts/list", "resources/list", "resources/templates/list"] {
        let answer = wire.ask(method, json!({})).await;
        assert!(answer["result"].get("nextCursor").is_none(), "everything is on the first page: {answer}");
        let answer = wire.ask(method, json!({ "cursor": "2" })).await;
        assert_eq!(answer["error"], json!({ "code": -32602, "message": "Invalid cursor" }), "{method}");
    }
}

#[tokio::test]
async fn prompts_take_arguments_and_give_messages() {
    let (mut wire, _) = connect().await;
    let user = |text: &str| json!({ "role": "user", "content": { "type": "text", "text": text } });
    for (params, expected) in [
        (
            json!({ "name": "essay", "arguments": { "subject": "owls" } }),
            json!({ "messages": [user("essay: owls ")] }),
        ),
        (
            json!({ "name": "talk.2" }),
            json!({ "messages": [
                user("library"),
                { "role": "assistant", "content": { "type": "text", "text": "Yes?" } },
            ] }),
        ),
        (json!({ "name": "whole" }), json!({ "description": "described", "messages": [] })),
        (
            json!({ "name": "again", "requestState": "s", "inputResponses": { "a": {} } }),
            json!({ "messages": [user("Some(\"s\") Some(1)")] }),
        ),
    ] {
        let answer = wire.ask("prompts/get", params.clone()).await;
        assert_eq!(answer["result"], expected, "{params}");
    }
    for (params, error) in [
        (
            json!({ "name": "essay" }),
            json!({ "code": -32602, "message": "prompt `essay` does not take these arguments: missing field `subject`" }),
        ),
        (
            json!({ "name": "essay", "arguments": { "subject": 1 } }),
            json!({
                "code": -32602,
                "message": "prompt `essay` does not take these arguments: invalid type: integer `1`, expected a string",
            }),
        ),
        (
            json!({ "name": "away" }),
            json!({ "code": -32603, "message": "the archive is away", "data": { "again": "tomorrow" } }),
        ),
        (json!({ "name": "nothing" }), json!({ "code": -32602, "message": "Unknown prompt: nothing" })),
    ] {
        assert_eq!(wire.ask("prompts/get", params.clone()).await["error"], error, "{params}");
    }
}

#[tokio::test]
async fn resources_are_read_by_their_uri() {
    let (mut wire, _) = connect().await;
    let text =
        |uri: &str, mime_type: &str, text: &str| json!([{ "uri": uri, "mimeType": mime_type, "text": text }]);
    for (uri, contents) in [
        ("book://index", text("book://index", "text/markdown", "- read 0 times")),
        ("book://index", text("book://index", "text/markdown", "- read 1 times")),
        (
            "book://cover",
            json!([{ "uri": "book://cover", "mimeType": "application/octet-stream", "blob": "AP8=" }]),
        ),
        (
            "book://hand",
            json!([
                { "uri": "book://hand/1", "mimeType": "text/plain", "text": "true" },
                { "uri": "book://hand/2", "blob": "AA==" },
            ]),
        ),
        ("book://b/2", text("book://b/2", "application/json", r#"{"title":"b2"}"#)),
        ("book://%62/2", text("book://%62/2", "application/json", r#"{"title":"b2"}"#)),
        // A literal beats a variable, in a resource and in a template.
        ("book://a/0", text("book://a/0", "text/plain", "the very first")),
        ("book://b/first", text("book://b/first", "text/plain", "a first")),
        ("book://a/first", text("book://a/first", "text/plain", "the first of a")),
        ("book://b/2.html", text("book://b/2.html", "text/html", "<p>b2")),
    ] {
        let answer = wire.ask("resources/read", json!({ "uri": uri })).await;
        assert_eq!(answer["result"]["contents"], contents, "{uri}: {answer}");
    }
    let away = wire.ask("resources/read", json!({ "uri": "book://away" })).await;
    assert_eq!(
        away["error"],
        json!({ "code": -32603, "message": "the archive is away", "data": { "again": "tomorrow" } })
    );
    // None of these is a resource: no such number, no such shelf, none of the template's, or not read as one.
    for uri in [
        "book://b/3",
        "book://b/x",
        "book://b/",
        "book://ä/1",
        "book://bb/1",
        "book://b%2F1",
        "book://b/%2E%2E",
        "book://b/1/2",
        "BOOK://b/1",
        "book://index/",
        "book://index?",
        "other://b/1",
        "",
        "book://b/256",
    ] {
        let answer = wire.ask("resources/read", json!({ "uri": uri })).await;
        let error = json!({ "code": -32002, "message": format!("Resource not found: {uri}"), "data": { "uri": uri } });
        assert_eq!(answer["error"], error, "{uri}");
    }
    let long = "x".repeat(100_000);
    let answer = wire.ask("resources/read", json!({ "uri": long })).await;
    assert_eq!(answer["error"]["data"]["uri"], "x".repeat(64), "no more is repeated than names are");
}

#[tokio::test]
async fn a_client_of_the_newest_version_is_told_of_missing_resources_by_the_newest_code() {
    let url = serve(deploy()).await;
    let (mut wire, _) = Wire::alone(&reqwest::Client::new(), &format!("{url}/mcp")).await;
    let answer = wire.ask("resources/read", json!({ "uri": "book://nothing" })).await;
    assert_eq!(answer["error"]["code"], -32602);
}

#[tokio::test]
async fn arguments_and_variables_are_completed() {
    let (mut wire, _) = connect().await;
    let mut complete = async |reference: Value, argument: &str, value: &str| {
        let others = json!({ "arguments": { "shelf": "b" } });
        let argument = json!({ "name": argument, "value": value });
        let answer = wire
            .ask("completion/complete", json!({ "ref": reference, "argument": argument, "context": others }))
            .await;
        answer.get("result").map_or_else(|| answer["error"].clone(), |result| result["completion"].clone())
    };
    let essay = json!({ "type": "ref/prompt", "name": "essay" });
    let book = json!({ "type": "ref/resource", "uri": "book://{shelf}/{number}" });
    let first: Vec<String> = (0..100).map(|nth| format!("o{nth}")).collect();
    assert_eq!(
        complete(essay.clone(), "subject", "o").await,
        json!({ "values": first, "total": 300, "hasMore": true }),
        "as many as the protocol allows"
    );
    let others = |argument: &str| json!({ "values": ["shelf=b", argument], "total": 7, "hasMore": true });
    assert_eq!(complete(essay.clone(), "style", "").await, others("style"));
    assert_eq!(complete(book.clone(), "number", "").await, others("number"));
    assert_eq!(
        complete(book, "shelf", "").await,
        json!({ "code": -32603, "message": "the archive is away", "data": { "again": "tomorrow" } })
    );
    let nothing = json!({ "values": [] });
    assert_eq!(complete(essay, "nothing", "").await, nothing);
    assert_eq!(complete(json!({ "type": "ref/prompt", "name": "whole" }), "x", "").await, nothing);
    assert_eq!(
        complete(json!({ "type": "ref/prompt", "name": "nothing" }), "x", "").await,
        json!({ "code": -32602, "message": "Unknown prompt: nothing" })
    );
    // A reference is the template as it is listed.
    for uri in ["book://b/1", "book://{a}/{b}", "book://index"] {
        assert_eq!(
            complete(json!({ "type": "ref/resource", "uri": uri }), "number", "").await,
            json!({ "code": -32602, "message": format!("Unknown resource template: {uri}") })
        );
    }
}

#[tokio::test]
async fn a_tool_that_answers_with_a_task_is_an_error_since_tasks_are_not_offered() {
    let (mut wire, _) = connect().await;
    let answer = wire.ask("tools/call", json!({ "name": "long", "arguments": {} })).await;
    let message = "the tool answered with a task, and this server offers none";
    assert_eq!(answer["error"], json!({ "code": -32603, "message": message }));
}

struct Wrong;

#[derive(Deserialize, JsonSchema)]
struct Numbers {
    #[expect(dead_code, reason = "never called")]
    count: u32,
    #[expect(dead_code, reason = "never called")]
    unit: Option<String>,
}

/// Prompts that no client could ask for.
#[toolset(name = "wrong")]
impl Wrong {
    /// Counts.
    #[prompt]
    fn count(Parameters(_): Parameters<Numbers>) -> String {
        String::new()
    }

    #[complete(prompt = "count", argument = "units")]
    fn units() -> Vec<String> {
        Vec::new()
    }

    /// Takes a list.
    #[prompt(params = Vec<String>)]
    fn list(_: Extension<u8>) -> String {
        String::new()
    }
}

#[derive(Server)]
#[server(name = "wrong")]
struct WrongHost {
    wrong: Wrong,
}

#[test]
fn a_prompt_that_clients_cannot_fill_in_is_refused_when_it_is_deployed() {
    let error = Deployment::builder(WrongHost { wrong: Wrong }).build().expect_err("refused");
    let texts: Vec<String> = error.mistakes().iter().map(Mistake::to_string).collect();
    assert_eq!(
        texts[..2],
        [
            "prompt `count` takes `count` as something other than text, and clients fill in text alone: make it a `String`, and parse it",
            "a completion is for argument `units` of prompt `count`, which has no such argument; did you mean `unit`?",
        ]
    );
    assert!(
        matches!(
            error.mistakes()[2],
            Mistake::Schema(SchemaFault::NoObject { kind: "prompt", name: "list", .. })
        ),
        "{error}"
    );
}
