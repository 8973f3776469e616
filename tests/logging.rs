//! Log messages: each client is told what it asked for, and nobody without being asked where requests stand alone.
#![allow(deprecated, reason = "clients of the versions with sessions set a level this way")]

use std::time::Duration;

use pegboard::{Deployment, prelude::*};
use rmcp::{
    ClientHandler, RoleClient,
    model::{
        CallToolRequestParams, ClientConfig, LoggingLevel, LoggingMessageNotificationParam, ProtocolVersion,
        RequestMetaObject, SetLevelRequestParams,
    },
    service::{ClientLifecycleMode, ClientServiceExt, NotificationContext, RunningService},
    transport::StreamableHttpClientTransport,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::served::serve;

struct Crier;

#[derive(Deserialize, JsonSchema)]
struct Call {
    nth: u32,
}

/// Saying things aloud.
#[toolset(name = "cries")]
impl Crier {
    /// Says something of each level.
    #[tool]
    async fn cry(&self, Parameters(call): Parameters<Call>, log: ClientLog) -> String {
        log.debug(call.nth).await;
        log.info(json!({ "nth": call.nth })).await;
        log.notice("a notice").await;
        log.warning("a warning").await;
        log.error("an error").await;
        log.critical("a critical thing").await;
        log.alert("an alert").await;
        log.emergency(format!("end {}", call.nth)).await;
        "cried".into()
    }

    /// What was said.
    #[resource(uri = "cry://last")]
    async fn last(log: ClientLog) -> String {
        log.error("nothing was written down").await;
        String::new()
    }
}

#[derive(Server)]
#[server(name = "town", logging)]
struct Town {
    crier: Crier,
}

#[derive(Server)]
#[server(name = "village")]
struct Village {
    crier: Crier,
}

type Message = (LoggingLevel, Option<String>, Value);

/// A client that passes on what it is told.
struct Ear {
    told: mpsc::UnboundedSender<Message>,
    version: ProtocolVersion,
}

impl ClientHandler for Ear {
    fn get_info(&self) -> ClientConfig {
        let mut info = ClientConfig::default();
        info.protocol_version = self.version.clone();
        info
    }

    async fn on_logging_message(
        &self,
        message: LoggingMessageNotificationParam,
        _: NotificationContext<RoleClient>,
    ) {
        self.told.send((message.level, message.logger, message.data)).expect("the test listens");
    }
}

struct Listening {
    client: RunningService<RoleClient, Ear>,
    told: mpsc::UnboundedReceiver<Message>,
}

impl Listening {
    async fn at(url: &str, version: ProtocolVersion, mode: ClientLifecycleMode) -> Self {
        let (sender, told) = mpsc::unbounded_channel();
        let transport = StreamableHttpClientTransport::from_uri(format!("{url}/mcp"));
        let ear = Ear { told: sender, version };
        let client = ear.serve_with_lifecycle(transport, mode).await.expect("the server answers");
        Self { client, told }
    }

    async fn session(url: &str) -> Self {
        Self::at(url, ProtocolVersion::V_2025_11_25, ClientLifecycleMode::Initialize).await
    }

    /// Calls the tool; a level is for this request alone.
    async fn cry(&self, nth: u32, level: Option<LoggingLevel>) {
        let arguments = json!({ "nth": nth }).as_object().cloned().unwrap_or_default();
        let mut params = CallToolRequestParams::new("cry").with_arguments(arguments);
        if let Some(level) = level {
            let mut meta = RequestMetaObject::default();
            meta.set_log_level(level);
            params.meta = Some(meta);
        }
        self.client.call_tool(params).await.expect("it is called");
    }

    /// What it is told next; a generous deadline turns a lost message into a failure.
    async fn hears(&mut self, count: usize) -> Vec<(LoggingLevel, Value)> {
        let mut heard = Vec::new();
        for _ in 0..count {
            let next = tokio::time::timeout(Duration::from_mins(1), self.told.recv()).await;
            let (level, logger, data) = next.expect("it is told within a minute").expect("a message");
            assert_eq!(logger.as_deref(), Some("cry"));
            heard.push((level, data));
        }
        heard
    }
}

fn all(nth: u32) -> Vec<(LoggingLevel, Value)> {
    vec![
        (LoggingLevel::Debug, json!(nth)),
        (LoggingLevel::Info, json!({ "nth": nth })),
        (LoggingLevel::Notice, json!("a notice")),
        (LoggingLevel::Warning, json!("a warning")),
        (LoggingLevel::Error, json!("an error")),
        (LoggingLevel::Critical, json!("a critical thing")),
        (LoggingLevel::Alert, json!("an alert")),
        (LoggingLevel::Emergency, json!(format!("end {nth}"))),
    ]
}

async fn town() -> String {
    serve(Deployment::builder(Town { crier: Crier }).build().expect("nothing is wrong with it")).await
}

#[tokio::test]
async fn a_session_is_told_what_is_info_or_graver_or_what_it_has_set() {
    let url = town().await;
    let mut one = Listening::session(&url).await;
    let mut other = Listening::session(&url).await;
    let can = &one.client.peer_info().expect("the server said what it can").capabilities;
    assert_eq!(can.logging.as_ref().map(|logging| json!(logging)), Some(json!({})));
    one.cry(1, None).await;
    assert_eq!(one.hears(7).await, all(1)[1..]);
    one.client.set_level(SetLevelRequestParams::new(LoggingLevel::Debug)).await.expect("it is set");
    one.cry(2, None).await;
    assert_eq!(one.hears(8).await, all(2));
    one.client.set_level(SetLevelRequestParams::new(LoggingLevel::Alert)).await.expect("it is set");
    one.cry(3, None).await;
    // A level in a request is of another version.
    one.cry(4, Some(LoggingLevel::Debug)).await;
    assert_eq!(one.hears(4).await, [&all(3)[6..], &all(4)[6..]].concat());
    other.cry(5, None).await;
    assert_eq!(other.hears(7).await, all(5)[1..]);
}

#[tokio::test]
async fn without_sessions_each_request_says_what_it_is_told() {
    let url = town().await;
    let version = ProtocolVersion::V_2026_07_28;
    let mut client = Listening::at(
        &url,
        version,
        ClientLifecycleMode::Discover { preferred_versions: vec![ProtocolVersion::V_2026_07_28] },
    )
    .await;
    client.cry(1, None).await;
    client.cry(2, Some(LoggingLevel::Error)).await;
    client.cry(3, None).await;
    client.cry(4, Some(LoggingLevel::Emergency)).await;
    assert_eq!(client.hears(5).await, [&all(2)[4..], &all(4)[7..]].concat());
    let refused = client.client.set_level(SetLevelRequestParams::new(LoggingLevel::Debug)).await;
    let refused = refused.expect_err("there is no session that could have a level").to_string();
    assert_eq!(refused, "Mcp error: -32601: logging/setLevel");
}

#[tokio::test]
async fn a_resource_writes_under_its_uri() {
    let url = town().await;
    let mut client = Listening::session(&url).await;
    let params = rmcp::model::ReadResourceRequestParams::new("cry://last");
    client.client.read_resource(params).await.expect("it is read");
    let told = tokio::time::timeout(Duration::from_mins(1), client.told.recv()).await.expect("in time");
    assert_eq!(
        told,
        Some((LoggingLevel::Error, Some("cry://last".into()), json!("nothing was written down")))
    );
}

#[tokio::test]
async fn a_server_that_does_not_say_so_tells_nothing() {
    let village = Deployment::builder(Village { crier: Crier }).build().expect("nothing is wrong with it");
    let url = serve(village).await;
    let mut client = Listening::session(&url).await;
    let can = &client.client.peer_info().expect("the server said what it can").capabilities;
    assert_eq!(can.logging, None);
    let refused = client.client.set_level(SetLevelRequestParams::new(LoggingLevel::Debug)).await;
    let refused = refused.expect_err("nobody promised a level").to_string();
    assert_eq!(refused, "Mcp error: -32601: logging/setLevel");
    client.cry(1, None).await;
    client.client.cancel().await.expect("it ends");
    // Whoever could tell it something is gone, and nothing was told.
    assert_eq!(client.told.recv().await, None);
}
