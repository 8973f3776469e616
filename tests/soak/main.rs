//! A server to be soaked: one extension idles after a moment, another is stood down again and again. Each start and stop is a line.

use std::{
    io,
    sync::atomic::{AtomicBool, AtomicU64, Ordering::SeqCst},
    time::Duration,
};

use pegboard::{
    Deployment,
    http::{HttpOptions, serve},
    prelude::*,
};
use serde::Deserialize;
use tokio::{net::TcpListener, signal::unix};

/// Nobody has used it for so long: some of the time, under load.
const IDLE: Duration = Duration::from_millis(20);
/// How often the other is told to stand down.
const STAND_DOWN: Duration = Duration::from_millis(100);
/// How long calls in flight have at the end.
const TIME: Duration = Duration::from_secs(30);

#[derive(Deserialize, JsonSchema)]
struct Said {
    text: String,
}

#[derive(Deserialize, JsonSchema)]
struct Pause {
    text: String,
    millis: u64,
}

/// One life of an extension.
struct Life {
    name: &'static str,
    nth: u64,
    has_stopped: AtomicBool,
}

impl Life {
    fn new(name: &'static str, lives: &AtomicU64) -> Self {
        Self { name, nth: lives.fetch_add(1, SeqCst) + 1, has_stopped: AtomicBool::new(false) }
    }

    async fn begin(&self) {
        eprintln!("start {} {}", self.name, self.nth);
        tokio::time::sleep(Duration::from_millis(3)).await;
    }

    /// Said at the end of it: nothing of that name may start before.
    async fn finish(&self) {
        self.has_stopped.store(true, SeqCst);
        tokio::time::sleep(Duration::from_millis(3)).await;
        eprintln!("stop {} {}", self.name, self.nth);
    }

    fn say(&self, text: &str) -> String {
        let after = if self.has_stopped.load(SeqCst) { ", which has stopped" } else { "" };
        format!("{text} of {}{after}", self.nth)
    }
}

struct Steady(Life);

/// What is always there.
#[toolset(name = "steady", instructions = "Say it with {echo}, or with {ebb}.")]
impl Steady {
    #[on_start]
    async fn begin(&self) {
        self.0.begin().await;
    }

    #[on_stop]
    async fn finish(&self) {
        self.0.finish().await;
    }

    /// Says it again.
    #[tool]
    fn echo(Parameters(Said { text }): Parameters<Said>) -> String {
        text
    }

    /// Says it again after a while.
    #[tool]
    async fn pause(Parameters(Pause { text, millis }): Parameters<Pause>) -> String {
        tokio::time::sleep(Duration::from_millis(millis)).await;
        text
    }

    /// Changes the mark.
    #[tool]
    fn remark(updates: Updates, Parameters(Said { text }): Parameters<Said>) -> String {
        updates.updated("steady://mark");
        text
    }

    /// A greeting.
    #[prompt]
    fn greet(Parameters(Said { text }): Parameters<Said>) -> String {
        text
    }

    #[complete(prompt = "greet", argument = "text")]
    fn texts(typed: Typed) -> Vec<String> {
        vec![typed.value]
    }

    /// The mark.
    #[resource(uri = "steady://mark", subscribe)]
    fn mark() -> &'static str {
        "mark"
    }

    /// An item.
    #[resource(uri_template = "steady://item/{text}")]
    fn item(text: String) -> String {
        text
    }
}

struct Tide(Life);

/// What comes when it is called and goes when nobody does.
#[toolset(name = "tide", default = false, instructions = "Say it with {ebb}.")]
impl Tide {
    #[on_start]
    async fn begin(&self) {
        self.0.begin().await;
    }

    #[on_stop]
    async fn finish(&self) {
        self.0.finish().await;
    }

    /// Says it again, and which life of it does.
    #[tool]
    async fn ebb(&self, Parameters(Said { text }): Parameters<Said>) -> String {
        tokio::time::sleep(Duration::from_millis(1)).await;
        self.0.say(&text)
    }
}

struct Surge(Life);

/// What comes when it is selected and goes when it is told to.
#[toolset(name = "surge", default = false, instructions = "Say it with {swell}.")]
impl Surge {
    #[on_start]
    async fn begin(&self) {
        self.0.begin().await;
    }

    #[on_stop]
    async fn finish(&self) {
        self.0.finish().await;
    }

    /// Says it again, and which life of it does.
    #[tool]
    async fn swell(&self, Parameters(Said { text }): Parameters<Said>) -> String {
        tokio::time::sleep(Duration::from_millis(1)).await;
        self.0.say(&text)
    }
}

#[derive(Server)]
#[server(name = "soak", instructions = "Be brief.")]
struct Soak {
    steady: Steady,
    tide: OnDemand<Tide>,
    surge: OnDemand<Surge>,
}

static TIDES: AtomicU64 = AtomicU64::new(0);
static SURGES: AtomicU64 = AtomicU64::new(0);

#[tokio::main]
async fn main() -> io::Result<()> {
    let soak = Soak {
        steady: Steady(Life::new("steady", &AtomicU64::new(0))),
        tide: OnDemand::new(|| async { Tide(Life::new("tide", &TIDES)) }).idle_after(IDLE),
        surge: OnDemand::new(|| async { Surge(Life::new("surge", &SURGES)) }).on_selection(),
    };
    let deployment = Deployment::builder(soak).toolsets_tool(true).build().map_err(io::Error::other)?;
    let listener = TcpListener::bind("127.0.0.1:0").await?;
    let mut terminate = unix::signal(unix::SignalKind::terminate())?;
    eprintln!("soak serves MCP at http://{}/mcp", listener.local_addr()?);
    let standing = deployment.clone();
    let standing = tokio::spawn(async move {
        loop {
            tokio::time::sleep(STAND_DOWN).await;
            standing.stand_down::<Surge>().await;
        }
    });
    let end = async move {
        terminate.recv().await;
        standing.abort();
    };
    serve(listener, deployment, HttpOptions::default(), end, TIME).await
}
