//! Subscriptions: who subscribed is told of a change, and nobody else.

use std::time::Duration;

use pegboard::{Deployment, prelude::*};
use rmcp::{
    ClientHandler, RoleClient, ServiceExt,
    model::{
        ClientConfig, ProtocolVersion, ResourceUpdatedNotificationParam, ServerNotification,
        SubscribeRequestParams, SubscriptionFilter, UnsubscribeRequestParams,
    },
    service::{ClientLifecycleMode, ClientServiceExt, NotificationContext},
    transport::{StreamableHttpClientTransport, TokioChildProcess},
};
use serde_json::json;
use tokio::sync::mpsc;

use crate::{
    atlas::Atlas,
    clients::{Lifecycle, call, http},
    served::serve,
};

const BINARY: &str = env!("CARGO_BIN_EXE_doors");

/// A client that passes on what it is told.
struct Told(mpsc::UnboundedSender<String>);

impl ClientHandler for Told {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default();
        info.protocol_version = ProtocolVersion::V_2025_11_25;
        info
    }

    async fn on_resource_updated(
        &self,
        params: ResourceUpdatedNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.0.send(params.uri).expect("the test listens");
    }
}

/// The next change that the client is told of; a generous deadline turns a lost one into a failure.
async fn told(receiver: &mut mpsc::UnboundedReceiver<String>) -> String {
    let next = tokio::time::timeout(Duration::from_mins(1), receiver.recv()).await;
    next.expect("it is told within a minute").expect("a change")
}

#[tokio::test]
#[allow(deprecated, reason = "clients of the versions with sessions subscribe this way")]
async fn a_session_is_told_of_what_it_subscribed_to() {
    let server = Atlas::serve_binary(BINARY, &[]).await;
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let transport = StreamableHttpClientTransport::from_uri(server.mcp("?only=alpha,beta"));
    let client = Told(sender).serve(transport).await.expect("the server answers");
    let other = http(&server.mcp(""), Lifecycle::Session).await;
    for uri in ["alpha://fixed", "beta://item/7", "alpha://item/8"] {
        client.subscribe(SubscribeRequestParams::new(uri)).await.expect("it can be subscribed to");
    }
    for tool in ["alpha_tool", "gamma_tool", "beta_tool"] {
        call(&other, tool, json!({})).await.expect("it can be called");
    }
    assert_eq!(told(&mut receiver).await, "alpha://fixed");
    assert_eq!(told(&mut receiver).await, "beta://item/7", "nothing of gamma, and no other item of alpha");
    client.unsubscribe(UnsubscribeRequestParams::new("alpha://fixed")).await.expect("it was subscribed to");
    for tool in ["alpha_tool", "beta_tool"] {
        call(&other, tool, json!({})).await.expect("it can be called");
    }
    assert_eq!(told(&mut receiver).await, "beta://item/7");
}

#[tokio::test]
#[allow(deprecated, reason = "clients of the versions with sessions subscribe this way")]
async fn on_stdio_too() {
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let mut command = tokio::process::Command::new(BINARY);
    command.arg("stdio");
    let client =
        Told(sender).serve(TokioChildProcess::new(command).expect("a process")).await.expect("an answer");
    client.subscribe(SubscribeRequestParams::new("alpha://item/7")).await.expect("it can be subscribed to");
    let params = rmcp::model::CallToolRequestParams::new("alpha_tool");
    client.call_tool(params).await.expect("it can be called");
    assert_eq!(told(&mut receiver).await, "alpha://item/7");
}

#[tokio::test]
async fn a_stream_is_told_of_what_is_active_of_what_it_asked_for() {
    let server = Atlas::serve_binary(BINARY, &["--publish", "alpha,beta,delta"]).await;
    let transport = StreamableHttpClientTransport::from_uri(server.mcp("?only=alpha"));
    let mode = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let client =
        ClientConfig::default().serve_with_lifecycle(transport, mode).await.expect("the server answers");
    let asked = SubscriptionFilter::builder()
        .tools_list_changed()
        .resource_subscriptions([
            "alpha://fixed",
            "beta://fixed",
            "gamma://fixed",
            "omega://fixed",
            "delta://item/7",
        ])
        .build();
    let mut subscription = client.listen(asked).await.expect("it can be listened to");
    let accepted =
        SubscriptionFilter::builder().resource_subscriptions(["alpha://fixed", "delta://item/7"]).build();
    assert_eq!(subscription.acknowledged(), &accepted, "no list changes, and nothing that is withheld");
    let other = http(&server.mcp("?alpha,beta"), Lifecycle::Session).await;
    for tool in ["beta_tool", "alpha_tool", "delta_tool"] {
        call(&other, tool, json!({})).await.expect("it can be called");
    }
    for expected in ["alpha://fixed", "delta://item/7"] {
        let next = tokio::time::timeout(Duration::from_mins(1), subscription.next()).await.expect("a change");
        match next.expect("the stream is open") {
            Some(ServerNotification::ResourceUpdatedNotification(update)) => {
                assert_eq!(update.params.uri, expected);
            }
            other => panic!("{other:?}"),
        }
    }
}

struct Board;

/// A board.
#[toolset(name = "board")]
impl Board {
    /// What changes.
    #[resource(uri_template = "board://{line}", subscribe)]
    fn line(line: u16) -> String {
        line.to_string()
    }

    /// What does not.
    #[resource(uri = "board://fixed/title")]
    fn title() -> &'static str {
        "Board"
    }
}

#[derive(Server)]
#[server(name = "board")]
struct Host {
    board: Board,
}

#[tokio::test]
#[allow(deprecated, reason = "clients of the versions with sessions subscribe this way")]
async fn what_changes_outside_of_requests_is_told_and_what_was_missed_is_told_as_perhaps() {
    let updates = Updates::new();
    let deployment =
        Deployment::builder(Host { board: Board }).updates(updates.clone()).build().expect("a deployment");
    let url = serve(deployment).await;
    let (sender, mut receiver) = mpsc::unbounded_channel();
    let transport = StreamableHttpClientTransport::from_uri(format!("{url}/mcp"));
    let client = Told(sender).serve(transport).await.expect("the server answers");
    client.subscribe(SubscribeRequestParams::new("board://7")).await.expect("it can be subscribed to");
    updates.updated("board://7");
    assert_eq!(told(&mut receiver).await, "board://7");
    // More than anybody keeps, in one go and none of them its own: it may have missed one.
    for line in 1000..2000 {
        updates.updated(&format!("board://{line}"));
    }
    assert_eq!(told(&mut receiver).await, "board://7");
    // An active resource that tells no changes, and one too many.
    let refused = client.subscribe(SubscribeRequestParams::new("board://fixed/title")).await;
    let refused = refused.expect_err("refused").to_string();
    assert!(refused.contains("Resource board://fixed/title tells no changes"), "{refused}");
    for line in 1..256 {
        let line = if line == 7 { 0 } else { line };
        client
            .subscribe(SubscribeRequestParams::new(format!("board://{line}")))
            .await
            .expect("there is room");
    }
    let refused =
        client.subscribe(SubscribeRequestParams::new("board://256")).await.expect_err("refused").to_string();
    assert!(refused.contains("a session can subscribe to 256 resources"), "{refused}");
    client.subscribe(SubscribeRequestParams::new("board://7")).await.expect("it is among them");
}

#[tokio::test]
async fn an_open_stream_keeps_nobody_from_an_end() {
    let server = Atlas::serve_binary(BINARY, &["--shutdown-timeout", "3600"]).await;
    let transport = StreamableHttpClientTransport::from_uri(server.mcp(""));
    let mode = ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] };
    let client =
        ClientConfig::default().serve_with_lifecycle(transport, mode).await.expect("the server answers");
    let asked = SubscriptionFilter::builder().resource_subscriptions(["alpha://fixed"]).build();
    let _subscription = client.listen(asked).await.expect("it can be listened to");
    server.signal("TERM");
    let ended = tokio::time::timeout(Duration::from_mins(1), server.status()).await;
    assert_eq!(ended.expect("it ends long before the hour that calls would have"), Some(0));
}
