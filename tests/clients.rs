//! rmcp's client, with each lifecycle and over each transport.

use rmcp::{
    RoleClient, ServiceExt,
    model::{CallToolRequestParams, CallToolResult, ClientConfig, ProtocolVersion},
    service::{ClientLifecycleMode, ClientServiceExt, RunningService, ServiceError},
    transport::{StreamableHttpClientTransport, TokioChildProcess},
};
use serde_json::{Value, json};

/// How a client opens.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Lifecycle {
    /// `initialize`, and a session.
    Session,
    /// `server/discover`, and no session.
    Discover,
}

pub(crate) const LIFECYCLES: [Lifecycle; 2] = [Lifecycle::Session, Lifecycle::Discover];

/// A connected client.
pub(crate) type Client = RunningService<RoleClient, ClientConfig>;

fn info(lifecycle: Lifecycle) -> ClientConfig {
    let mut info = ClientConfig::default();
    info.protocol_version = match lifecycle {
        Lifecycle::Session => ProtocolVersion::V_2025_11_25,
        Lifecycle::Discover => ProtocolVersion::V_2026_07_28,
    };
    info
}

/// Connects over HTTP.
pub(crate) async fn http(url: &str, lifecycle: Lifecycle) -> Client {
    let transport = StreamableHttpClientTransport::from_uri(url);
    match lifecycle {
        Lifecycle::Session => info(lifecycle).serve(transport).await.expect("the server answers"),
        Lifecycle::Discover => {
            let mode =
                ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
            info(lifecycle).serve_with_lifecycle(transport, mode).await.expect("the server answers")
        }
    }
}

/// Connects to a spawned process.
pub(crate) async fn stdio(command: tokio::process::Command, lifecycle: Lifecycle) -> Client {
    let transport = TokioChildProcess::new(command).expect("the process can be spawned");
    match lifecycle {
        Lifecycle::Session => info(lifecycle).serve(transport).await.expect("the server answers"),
        Lifecycle::Discover => {
            let mode =
                ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
            info(lifecycle).serve_with_lifecycle(transport, mode).await.expect("the server answers")
        }
    }
}

/// The names of the tools in the order of the list.
pub(crate) async fn tools(client: &Client) -> Vec<String> {
    let tools = client.list_all_tools().await.expect("tools can be listed");
    tools.into_iter().map(|tool| tool.name.into_owned()).collect()
}

/// Calls a tool.
pub(crate) async fn call(
    client: &Client,
    name: &str,
    arguments: Value,
) -> Result<CallToolResult, ServiceError> {
    let Value::Object(arguments) = arguments else { panic!("arguments are an object") };
    client.call_tool(CallToolRequestParams::new(name.to_owned()).with_arguments(arguments)).await
}

/// What a successful call gave as structured content.
pub(crate) async fn structured(client: &Client, name: &str, arguments: Value) -> Value {
    let result = call(client, name, arguments).await.expect("the tool is there");
    assert_ne!(result.is_error, Some(true), "{result:?}");
    result.structured_content.expect("structured content")
}

/// The text of a call that the tool answered with an error.
pub(crate) async fn failure(client: &Client, name: &str, arguments: Value) -> String {
    let result = call(client, name, arguments).await.expect("the tool is there");
    assert_eq!(result.is_error, Some(true), "{result:?}");
    let result = serde_json::to_value(result).expect("a result is JSON");
    result["content"][0]["text"].as_str().expect("a text").to_owned()
}

/// The JSON-RPC error of a call that was refused, with the tool's name replaced.
pub(crate) async fn refusal(client: &Client, name: &str) -> Value {
    match call(client, name, json!({})).await {
        Err(ServiceError::McpError(error)) => {
            let error = serde_json::to_string(&error).expect("an error is JSON");
            serde_json::from_str(&error.replace(name, "NAME")).expect("an error is JSON")
        }
        other => panic!("{name} is refused: {other:?}"),
    }
}
