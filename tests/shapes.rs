//! Every shape of extension and tool that the macros take, called by a client.

#![allow(
    clippy::needless_arbitrary_self_type,
    clippy::unused_async,
    clippy::unused_self,
    reason = "these are the shapes that are tested"
)]

use std::sync::atomic::{AtomicU32, Ordering};

use pegboard::{Deployment, prelude::*};
use rmcp::{
    ErrorData, RoleServer,
    handler::server::{
        common::{Extension as FromRequest, RequestId},
        tool::ToolName,
    },
    model::{CallToolResult, ContentBlock, Icon, IntoContents, JsonObject, MetaObject},
    service::{Peer, RequestContext},
};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{
    clients::{Client, Lifecycle, call, failure, http, structured, tools},
    served::serve,
};

#[derive(Deserialize, JsonSchema)]
struct Named {
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct Length {
    length: usize,
}

type Alias = Parameters<Named>;
type Outcome<T> = Result<Json<T>, Failure>;

/// An error of one's own.
struct Failure;

impl IntoContents for Failure {
    fn into_contents(self) -> Vec<ContentBlock> {
        vec![ContentBlock::text("it failed")]
    }
}

/// Signatures.
#[derive(Default)]
struct Signatures {
    calls: AtomicU32,
}

fn text(result: &CallToolResult) -> String {
    let result = serde_json::to_value(result).expect("a result is JSON");
    result["content"][0]["text"].as_str().expect("a text").to_owned()
}

/// Every signature.
#[toolset]
impl Signatures {
    /// Something of another kind in the block.
    const START: u32 = 40;

    fn start() -> u32 {
        Self::START
    }

    /// No `self`, no argument, no result.
    #[tool]
    fn nothing() {}

    /// `&self`, sync.
    #[tool]
    fn count(&self) -> String {
        (Self::start() + self.calls.fetch_add(1, Ordering::Relaxed)).to_string()
    }

    /// `&self` with its type written, async.
    #[tool]
    async fn typed_self(self: &Self, Parameters(Named { name }): Parameters<Named>) -> String {
        name
    }

    /// A future by hand.
    #[tool]
    fn by_hand(&self) -> impl Future<Output = Json<Length>> + Send {
        std::future::ready(Json(Length { length: 1 }))
    }

    /// The arguments behind an alias, the result behind another.
    #[tool]
    async fn aliased(Parameters(named): Alias) -> Outcome<Length> {
        if named.name.is_empty() { Err(Failure) } else { Ok(Json(Length { length: named.name.len() })) }
    }

    /// The arguments as they came, described by a type.
    #[tool(params = Named)]
    fn raw(arguments: JsonObject) -> String {
        Value::Object(arguments).to_string()
    }

    /// What comes with the request.
    #[tool]
    async fn request(
        ToolName(name): ToolName,
        RequestId(_id): RequestId,
        active: ActiveSet,
        _peer: Peer<RoleServer>,
        _context: RequestContext<RoleServer>,
    ) -> String {
        format!("{name} with {active:?}")
    }

    /// Refused by the protocol.
    #[tool]
    fn refused() -> Result<String, ErrorData> {
        Err(ErrorData::invalid_params("not like this", None))
    }

    /// A name that Rust reserves.
    #[tool]
    fn r#match() -> CallToolResult {
        CallToolResult::success(vec![ContentBlock::text("matched")])
    }

    /// What no request holds on stdio.
    #[tool]
    fn parts(FromRequest(parts): FromRequest<axum::http::request::Parts>) -> String {
        parts.uri.to_string()
    }

    /// One tool on each system.
    #[cfg(unix)]
    #[tool]
    fn system() -> String {
        "unix".into()
    }

    /// One tool on each system.
    #[cfg(not(unix))]
    #[tool]
    fn system() -> String {
        "another".into()
    }

    /// Never compiled.
    #[cfg_attr(all(), cfg(any()))]
    #[tool]
    fn absent() -> NoSuchType {}

    /// Old.
    #[deprecated]
    #[tool]
    fn old() -> String {
        "still there".into()
    }
}

trait Store: Send + Sync + 'static {
    type Key: for<'de> Deserialize<'de> + JsonSchema + Send + 'static;
    fn get(&self, key: Self::Key) -> String;
}

struct Numbers;

#[derive(Deserialize, JsonSchema)]
struct Number {
    number: u32,
}

impl Store for Numbers {
    type Key = Number;
    fn get(&self, key: Number) -> String {
        (key.number + 1).to_string()
    }
}

struct Search<D, const LIMIT: usize>(D);

/// Searching.
#[toolset(name = "search", default = false)]
impl<D: Store, const LIMIT: usize> Search<D, LIMIT>
where
    D::Key: std::any::Any,
{
    /// Finds by key.
    #[tool]
    async fn find(&self, Parameters(key): Parameters<D::Key>) -> String {
        format!("{} of {LIMIT}", self.0.get(key))
    }
}

struct MoreSearch;

/// Not shown: the first description counts.
#[toolset(name = "search", title = "Searching")]
impl MoreSearch {
    /// Finds another.
    #[tool(toolset = "search")]
    fn find_another() -> String {
        "another".into()
    }
}

struct Described;

/// The tools of this toolset say
///
/// - everything
///   that can be said.
#[toolset(name = "described", always)]
impl Described {
    #[tool(
        name = "wire_name",
        title = "A title",
        description = "Said in the attribute.",
        read_only,
        destructive = false,
        idempotent = true,
        open_world = false,
        icons = [Icon::new("https://example.com/icon.png")],
        meta = MetaObject(JsonObject::from_iter([("example.com/kind".to_owned(), Value::from(1))])),
    )]
    /// Not said.
    fn everything() -> Json<Length> {
        Json(Length { length: 0 })
    }

    /// Said in the comment:
    ///
    ///     indented
    ///
    /// - and listed
    #[tool]
    #[allow(clippy::needless_pass_by_value)]
    fn comment() {}
}

macro_rules! extension {
    ($type:ident, $name:literal, $tool:ident) => {
        struct $type;

        /// Written by a macro.
        #[toolset(name = $name)]
        impl $type {
            /// Written by a macro.
            #[tool]
            fn $tool(&self, Parameters(Named { name }): Parameters<Named>) -> String {
                format!("{name} from a macro")
            }
        }
    };
}

extension!(Made, "made", made);

struct Unmounted;

#[derive(Server)]
#[server(
    name = "shapes",
    title = "Shapes",
    version = "9.8.7",
    description = "Every shape.",
    website_url = "https://example.com",
    icons = [Icon::new("https://example.com/server.png")],
)]
struct Shapes {
    signatures: Signatures,
    search: Search<Numbers, 7>,
    more_search: MoreSearch,
    described: Described,
    made: Made,
    #[cfg(any())]
    absent: NoSuchType,
    #[server(skip)]
    _unmounted: Unmounted,
}

async fn connect(query: &str, lifecycle: Lifecycle) -> Client {
    let server = Shapes {
        signatures: Signatures::default(),
        search: Search(Numbers),
        more_search: MoreSearch,
        described: Described,
        made: Made,
        _unmounted: Unmounted,
    };
    let url = serve(Deployment::builder(server).build().expect("a deployment")).await;
    http(&format!("{url}/mcp{query}"), lifecycle).await
}

#[tokio::test]
async fn every_signature_is_called() {
    let client = connect("?search", Lifecycle::Session).await;
    let said = async |name: &str, arguments: Value| {
        let result = call(&client, name, arguments).await.expect("the tool is there");
        text(&result)
    };
    let nothing = call(&client, "nothing", json!({})).await.expect("the tool is there");
    assert!(nothing.content.is_empty());
    assert_eq!(said("count", json!({})).await, "40");
    assert_eq!(said("count", json!({})).await, "41");
    assert_eq!(said("typed_self", json!({ "name": "Ada" })).await, "Ada");
    assert_eq!(structured(&client, "by_hand", json!({})).await, json!({ "length": 1 }));
    assert_eq!(structured(&client, "aliased", json!({ "name": "Ada" })).await, json!({ "length": 3 }));
    assert_eq!(failure(&client, "aliased", json!({ "name": "" })).await, "it failed");
    assert_eq!(said("raw", json!({ "any": [1] })).await, r#"{"any":[1]}"#);
    assert_eq!(
        said("request", json!({})).await,
        r#"request with {"described", "made", "search", "signatures"}"#
    );
    assert_eq!(said("match", json!({})).await, "matched");
    assert_eq!(said("parts", json!({})).await, "/mcp?search");
    assert_eq!(said("system", json!({})).await, if cfg!(unix) { "unix" } else { "another" });
    assert_eq!(said("old", json!({})).await, "still there");
    assert_eq!(said("find", json!({ "number": 1 })).await, "2 of 7");
    assert_eq!(said("find_another", json!({})).await, "another");
    assert_eq!(said("made", json!({ "name": "Ada" })).await, "Ada from a macro");
    let refused = call(&client, "refused", json!({})).await.expect_err("refused").to_string();
    assert!(refused.contains("not like this"), "{refused}");
    assert!(call(&client, "absent", json!({})).await.is_err());
}

#[tokio::test]
async fn the_list_is_in_order_of_toolset_and_declaration() {
    let client = connect("?search", Lifecycle::Discover).await;
    assert_eq!(
        tools(&client).await,
        [
            "wire_name",
            "comment",
            "made",
            "find",
            "find_another",
            "nothing",
            "count",
            "typed_self",
            "by_hand",
            "aliased",
            "raw",
            "request",
            "refused",
            "match",
            "parts",
            "system",
            "old",
        ]
    );
}

#[tokio::test]
async fn a_tool_is_listed_with_all_that_was_said_of_it() {
    let client = connect("?only=", Lifecycle::Discover).await;
    let tools = client.list_all_tools().await.expect("tools can be listed");
    let schema = "https://json-schema.org/draft/2020-12/schema";
    assert_eq!(
        serde_json::to_value(&tools).expect("JSON"),
        json!([
            {
                "name": "wire_name",
                "title": "A title",
                "description": "Said in the attribute.",
                "inputSchema": { "type": "object", "properties": {} },
                "outputSchema": {
                    "$schema": schema,
                    "type": "object",
                    "properties": { "length": { "type": "integer", "format": "uint", "minimum": 0 } },
                    "required": ["length"],
                },
                "annotations": {
                    "readOnlyHint": true, "destructiveHint": false, "idempotentHint": true, "openWorldHint": false,
                },
                "icons": [{ "src": "https://example.com/icon.png" }],
                "_meta": { "example.com/kind": 1, "pegboard/toolset": "described" },
            },
            {
                "name": "comment",
                "description": "Said in the comment:\n\n    indented\n\n- and listed",
                "inputSchema": { "type": "object", "properties": {} },
                "_meta": { "pegboard/toolset": "described" },
            },
        ])
    );
}

#[tokio::test]
async fn arguments_are_described_also_behind_an_alias() {
    let client = connect("", Lifecycle::Discover).await;
    let tools = client.list_all_tools().await.expect("tools can be listed");
    let schema_of = |name: &str| {
        let tool = tools.iter().find(|tool| tool.name == name).expect("it is listed");
        (Value::Object((*tool.input_schema).clone()), tool.output_schema.is_some())
    };
    let (written, _) = schema_of("typed_self");
    assert_eq!(written["required"], json!(["name"]));
    assert_eq!(schema_of("aliased"), (written.clone(), true));
    assert_eq!(schema_of("raw"), (written, false));
}

#[tokio::test]
async fn the_server_says_what_was_said_of_it() {
    let client = connect("", Lifecycle::Session).await;
    let opened = client.peer_info().expect("the server introduced itself");
    let info = opened.server_info.as_ref().expect("the server names itself");
    assert_eq!(
        serde_json::to_value(info).expect("JSON"),
        json!({
            "name": "shapes",
            "title": "Shapes",
            "version": "9.8.7",
            "description": "Every shape.",
            "icons": [{ "src": "https://example.com/server.png" }],
            "websiteUrl": "https://example.com",
        })
    );
    assert_eq!(opened.instructions, None);
}

#[test]
fn a_shared_toolset_is_what_its_first_extension_says() {
    let toolset = Shapes::CATALOG.toolsets().find(|toolset| toolset.name() == "search").expect("it is there");
    assert_eq!(
        (toolset.title(), toolset.description(), toolset.is_default(), toolset.is_always()),
        ("Searching", "Searching.", false, false)
    );
}
