//! A server with a tool of each way to answer, and of each way to take something.

use std::{convert::Infallible, sync::Arc, time::Duration};

use pegboard::{
    OnDemand,
    prelude::*,
    rmcp::{
        ErrorData,
        model::{CallToolResult, ErrorCode, InputRequiredResult, JsonObject},
    },
};
use serde_json::Value;
use tokio::sync::Notify;

struct Probe;

#[derive(serde::Deserialize, JsonSchema)]
struct Sum {
    a: i64,
    b: Option<f64>,
    #[serde(default)]
    more: Vec<Part>,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Part {
    x: u8,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Fault {
    code: i32,
    data: Option<Value>,
}

#[derive(serde::Deserialize, JsonSchema)]
struct Region {
    #[schemars(extend("x-mcp-header" = "Region"))]
    region: Option<String>,
}

#[derive(serde::Serialize, JsonSchema)]
struct Total {
    total: f64,
}

/// All that a call can come to.
#[toolset(name = "math")]
impl Probe {
    /// Adds.
    #[tool]
    fn add(Parameters(Sum { a, b, more }): Parameters<Sum>) -> String {
        format!("{a} {b:?} {:?}", more.iter().map(|part| part.x).collect::<Vec<_>>())
    }

    /// Adds, later, into structured content.
    #[tool]
    async fn add_later(&self, Parameters(sum): Parameters<Sum>) -> Result<Json<Total>, String> {
        tokio::time::sleep(Duration::from_millis(1)).await;
        let total = sum.b.map(|b| Json(Total { total: b }));
        total.ok_or_else(|| "there is no b".into())
    }

    /// Says what it was sent.
    #[tool]
    fn echo(Parameters(sent): Parameters<JsonObject>) -> CallToolResult {
        CallToolResult::structured(Value::Object(sent))
    }

    /// Nothing in, nothing out.
    #[tool]
    fn nothing() {}

    /// Fails as the protocol does.
    #[tool]
    fn fail(Parameters(Fault { code, data }): Parameters<Fault>) -> Result<String, ErrorData> {
        Err(ErrorData::new(ErrorCode(code), "as it was told", data))
    }

    /// Wants to know more.
    #[tool]
    fn ask() -> InputRequiredResult {
        InputRequiredResult::from_request_state("so far")
    }

    /// Needs an argument in a header too.
    #[tool]
    fn headed(Parameters(Region { region }): Parameters<Region>) -> String {
        region.unwrap_or_default()
    }

    /// Takes more than what is sent.
    #[tool]
    fn context(active: ActiveSet, Parameters(sent): Parameters<JsonObject>) -> String {
        format!("{active:?} {sent:?}")
    }
}

/// Not on unless it is asked for.
struct Geo;

/// Places.
#[toolset(name = "geo", default = false)]
impl Geo {
    /// Where it is.
    #[tool]
    fn place() -> String {
        "here".into()
    }
}

/// What has to be started.
struct Sleeper;

/// Sleeps.
#[toolset(name = "sleeper")]
impl Sleeper {
    /// Wakes.
    #[tool]
    fn wake() -> String {
        "awake".into()
    }
}

#[derive(Server)]
#[server(name = "probes")]
pub(super) struct Probes {
    probe: Probe,
    geo: Geo,
    sleeper: OnDemand<Sleeper>,
}

pub(super) fn host() -> Probes {
    let sleeper = OnDemand::new(async || {
        tokio::time::sleep(Duration::from_millis(50)).await;
        Ok::<_, Infallible>(Sleeper)
    });
    Probes { probe: Probe, geo: Geo, sleeper }
}

/// What waits for a word.
pub(super) struct Patient {
    pub(super) go_on: Arc<Notify>,
    pub(super) is_done: Arc<Notify>,
}

/// Waits.
#[toolset(name = "patient")]
impl Patient {
    /// Is done when it is told.
    #[tool]
    async fn patience(&self) -> String {
        self.go_on.notified().await;
        self.is_done.notify_one();
        "done".into()
    }
}

#[derive(Server)]
#[server(name = "patients")]
pub(super) struct Patients {
    pub(super) patient: Patient,
}
