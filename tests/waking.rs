//! Extensions that start and stop: once, in order, for those who asked, and to nobody else's harm.

use std::{
    future::pending,
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering::SeqCst},
    },
    time::Duration,
};

use pegboard::{Deployment, Selection, Server, prelude::*};
use rmcp::{
    ClientHandler, RoleClient, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResult, ClientConfig, GetPromptRequestParams,
        ProgressNotificationParam, ReadResourceRequestParams,
    },
    service::{NotificationContext, RunningService, ServiceError},
};
use serde_json::Value;
use tokio::{
    sync::{Notify, Semaphore},
    time::Instant,
};

use crate::{
    atlas::{Atlas, binary},
    clients::{Lifecycle, failure, http, structured},
};

/// What happened, in order.
#[derive(Clone, Default)]
struct Log(Arc<Mutex<Vec<String>>>);

impl Log {
    fn say(&self, what: impl Into<String>) {
        self.0.lock().expect("not poisoned").push(what.into());
    }

    fn take(&self) -> Vec<String> {
        std::mem::take(&mut self.0.lock().expect("not poisoned"))
    }
}

/// An extension whose hooks do what the test says.
struct Scripted {
    name: &'static str,
    log: Log,
    start: Act,
    stop: Act,
    /// A call waits for a permit.
    permits: Arc<Semaphore>,
}

#[derive(Clone, Copy)]
enum Act {
    Well,
    Fails,
    Panics,
    Hangs,
}

impl Act {
    async fn run(self) -> Result<(), String> {
        match self {
            Self::Well => Ok(()),
            Self::Fails => Err("the secret is 1234".to_owned()),
            Self::Panics => panic!("at the disco"),
            Self::Hangs => pending().await,
        }
    }
}

/// Builds the extensions of a server, each in a toolset of its own.
macro_rules! scripted {
    ($($type:ident $name:literal $always:literal;)*) => {
        $(
            struct $type(Scripted);

            /// One of several.
            #[toolset(name = $name, default = $always)]
            impl $type {
                #[on_start(timeout = "5s")]
                async fn begin(&self) -> Result<(), String> {
                    self.0.log.say(concat!("start ", $name));
                    self.0.start.run().await
                }

                #[on_stop(timeout = "5s")]
                async fn finish(&self) -> Result<(), String> {
                    self.0.log.say(concat!("stop ", $name));
                    self.0.stop.run().await
                }

                /// Waits for a permit.
                #[tool(name = $name)]
                async fn call(&self) -> String {
                    let permit = self.0.permits.acquire().await.expect("open");
                    permit.forget();
                    self.0.log.say(concat!("called ", $name));
                    self.0.name.to_owned()
                }

                /// The name.
                #[prompt(name = $name)]
                fn prompt(&self) -> String {
                    self.0.name.to_owned()
                }
            }
        )*
    };
}

scripted! {
    First "first" true;
    Second "second" true;
    Lazy "lazy" true;
    Eager "eager" false;
}

#[derive(Server)]
#[server(name = "host")]
struct Host {
    first: First,
    lazy: OnDemand<Lazy>,
    second: Second,
    eager: OnDemand<Eager>,
}

/// What a test decides before the server is built.
#[derive(Clone)]
struct Script {
    log: Log,
    /// What each attempt to make `lazy` does; the last goes on.
    makes: Arc<Mutex<Vec<Act>>>,
    made: Arc<AtomicUsize>,
    permits: Arc<Semaphore>,
    starts: [Act; 3],
    stops: [Act; 3],
    idle_after: Option<Duration>,
    /// Making waits for it.
    gate: Option<Arc<Notify>>,
}

impl Script {
    fn new() -> Self {
        Self {
            log: Log::default(),
            makes: Arc::new(Mutex::new(vec![Act::Well])),
            made: Arc::default(),
            permits: Arc::new(Semaphore::new(10_000)),
            starts: [Act::Well; 3],
            stops: [Act::Well; 3],
            idle_after: None,
            gate: None,
        }
    }

    fn scripted(&self, name: &'static str, at: usize) -> Scripted {
        let permits = Arc::clone(&self.permits);
        Scripted { name, log: self.log.clone(), start: self.starts[at], stop: self.stops[at], permits }
    }

    fn host(&self) -> Host {
        let script = self.clone();
        let lazy = OnDemand::new(move || {
            let script = script.clone();
            async move {
                script.log.say("make lazy");
                script.made.fetch_add(1, SeqCst);
                if let Some(gate) = &script.gate {
                    gate.notified().await;
                }
                let act = {
                    let mut makes = script.makes.lock().expect("not poisoned");
                    if makes.len() > 1 { makes.remove(0) } else { makes[0] }
                };
                act.run().await.map(|()| Lazy(script.scripted("lazy", 1)))
            }
        });
        let lazy = match self.idle_after {
            Some(time) => lazy.idle_after(time),
            None => lazy,
        };
        let script = self.clone();
        let eager = OnDemand::new(move || {
            let script = script.clone();
            async move {
                script.log.say("make eager");
                Eager(script.scripted("eager", 1))
            }
        });
        Host {
            first: First(self.scripted("first", 0)),
            lazy,
            second: Second(self.scripted("second", 2)),
            eager: eager.on_selection(),
        }
    }

    fn deploy(&self) -> Deployment {
        Deployment::builder(self.host()).build().expect("a deployment")
    }
}

type Client = RunningService<RoleClient, Told>;

/// A client that keeps the progress that it is told of.
#[derive(Clone, Default)]
struct Told(Arc<Mutex<Vec<(f64, String)>>>);

impl ClientHandler for Told {
    fn get_info(&self) -> ClientConfig {
        ClientConfig::default()
    }

    async fn on_progress(&self, params: ProgressNotificationParam, _: NotificationContext<RoleClient>) {
        self.0.lock().expect("not poisoned").push((params.progress, params.message.unwrap_or_default()));
    }
}

/// In memory, so that a paused clock is everybody's.
async fn connect(deployment: &Deployment, query: &str) -> Client {
    let (near, far) = tokio::io::duplex(64 * 1024);
    pegboard::testing::serve(deployment, query, far);
    Told::default().serve(near).await.expect("it answers")
}

async fn call(client: &Client, name: &'static str) -> Result<CallToolResult, ServiceError> {
    client.call_tool(CallToolRequestParams::new(name)).await
}

fn text(result: &CallToolResult) -> (String, bool) {
    let value = serde_json::to_value(result).expect("JSON");
    (
        value["content"][0]["text"].as_str().unwrap_or_default().to_owned(),
        value["isError"] == Value::Bool(true),
    )
}

async fn told(client: &Client, name: &'static str) -> (String, bool) {
    text(&call(client, name).await.expect("an answer"))
}

/// The same, under way.
fn telling(client: &Arc<Client>, name: &'static str) -> tokio::task::JoinHandle<(String, bool)> {
    let client = Arc::clone(client);
    tokio::spawn(async move { told(&client, name).await })
}

#[tokio::test(start_paused = true)]
async fn ordinary_extensions_start_in_field_order_and_stop_in_reverse() {
    let script = Script::new();
    let deployment = script.deploy();
    deployment.start().await.expect("it starts");
    assert_eq!(script.log.take(), ["start first", "start second"]);
    deployment.start().await.expect("a second time does nothing");
    let client = connect(&deployment, "").await;
    assert_eq!(script.log.take(), [""; 0], "opening wakes nothing");
    assert_eq!(told(&client, "lazy").await, ("lazy".into(), false));
    assert_eq!(script.log.take(), ["make lazy", "start lazy", "called lazy"]);
    deployment.stop().await.expect("it stops");
    assert_eq!(script.log.take(), ["stop lazy", "stop second", "stop first"]);
    deployment.stop().await.expect("a second time does nothing");
    assert_eq!(script.log.take(), [""; 0]);
    assert_eq!(told(&client, "lazy").await, ("the server is shutting down".into(), true));
    assert_eq!(told(&client, "first").await, ("the server is shutting down".into(), true));
}

#[tokio::test(start_paused = true)]
async fn a_failure_at_the_start_stops_those_that_were_started() {
    for (act, says) in [
        (Act::Fails, "toolset `second` did not start: the secret is 1234"),
        (Act::Panics, "toolset `second` did not start: it panicked: at the disco"),
        (Act::Hangs, "toolset `second` did not start: it took longer than 5s"),
    ] {
        let mut script = Script::new();
        script.starts[2] = act;
        let error = script.deploy().start().await.expect_err("it does not start");
        assert_eq!(error.to_string(), says);
        assert_eq!(script.log.take(), ["start first", "start second", "stop first"]);
    }
}

#[tokio::test(start_paused = true)]
async fn what_was_not_started_is_at_its_first_use() {
    let script = Script::new();
    let deployment = script.deploy();
    let client = connect(&deployment, "").await;
    assert_eq!(told(&client, "second").await, ("second".into(), false));
    assert_eq!(script.log.take(), ["start second", "called second"]);
}

#[tokio::test(start_paused = true)]
async fn however_many_ask_at_once_it_is_made_once() {
    let script = Script::new();
    let deployment = script.deploy();
    let clients = [connect(&deployment, "").await, connect(&deployment, "").await];
    let asking = (0..200).map(|nth| told(&clients[nth % 2], "lazy"));
    let answers = futures::future::join_all(asking).await;
    assert_eq!(answers, vec![("lazy".to_owned(), false); 200]);
    assert_eq!(script.made.load(SeqCst), 1);
    assert_eq!(script.log.take()[..2], ["make lazy", "start lazy"]);
}

#[tokio::test(start_paused = true)]
async fn by_whatever_door_and_nothing_else_wakes_it() {
    for door in 0..3 {
        let script = Script::new();
        let deployment = script.deploy();
        let client = connect(&deployment, "?only=lazy,eager&without=eager").await;
        client.list_all_tools().await.expect("tools");
        client.list_all_prompts().await.expect("prompts");
        let _ = deployment.active_for(&Selection::with(["lazy", "eager"]).expect("names"));
        call(&client, "eager").await.expect_err("withheld");
        client.get_prompt(GetPromptRequestParams::new("eager")).await.expect_err("withheld");
        client.read_resource(ReadResourceRequestParams::new("lazy://nothing")).await.expect_err("never was");
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert_eq!(script.log.take(), [""; 0], "door {door}");
        match door {
            0 => drop(call(&client, "lazy").await.expect("an answer")),
            1 => drop(client.get_prompt(GetPromptRequestParams::new("lazy")).await.expect("an answer")),
            _ => deployment.start().await.expect("it starts"),
        }
        let woke = script.log.take().iter().any(|line| line == "make lazy");
        assert_eq!(woke, door < 2, "door {door}");
    }
}

#[tokio::test(start_paused = true)]
async fn a_selection_wakes_what_wants_that_in_the_background() {
    for (query, wakes) in [
        ("", false),
        ("?eager&without=eager", false),
        ("?eager", true),
        ("?only=eager", true),
        ("?toolsets=eager", true),
    ] {
        let script = Script::new();
        let deployment = script.deploy();
        let _client = connect(&deployment, query).await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        let expected: &[&str] = if wakes { &["make eager", "start eager"] } else { &[] };
        assert_eq!(script.log.take(), expected, "{query}");
    }
    let defaults = Selection::with(["eager"]).expect("names");
    let script = Script::new();
    let deployment =
        Deployment::builder(script.host()).default_selection(defaults).build().expect("a deployment");
    let _bare = connect(&deployment, "").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(script.log.take(), ["make eager", "start eager"]);
}

#[tokio::test(start_paused = true)]
async fn a_session_wakes_what_it_selects_once_and_one_that_opens_during_a_stop_wakes_it_after() {
    let mut script = Script::new();
    script.permits = Arc::new(Semaphore::new(0));
    let deployment = script.deploy();
    let client = Arc::new(connect(&deployment, "?eager").await);
    tokio::time::sleep(Duration::from_secs(1)).await;
    deployment.stand_down::<Eager>().await;
    assert_eq!(script.log.take(), ["make eager", "start eager", "stop eager"]);
    client.list_all_tools().await.expect("tools");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(script.log.take(), [""; 0], "its session selected it long ago");
    let calling = telling(&client, "eager");
    tokio::time::sleep(Duration::from_secs(1)).await;
    let standing = {
        let deployment = deployment.clone();
        tokio::spawn(async move { deployment.stand_down::<Eager>().await })
    };
    tokio::time::sleep(Duration::from_secs(1)).await;
    let _late = connect(&deployment, "?eager").await;
    let _later = connect(&deployment, "?eager").await;
    script.permits.add_permits(1);
    standing.await.expect("no panic");
    calling.await.expect("no panic");
    tokio::time::sleep(Duration::from_secs(1)).await;
    let log = script.log.take();
    assert_eq!(log, ["make eager", "start eager", "called eager", "stop eager", "make eager", "start eager"]);
}

#[tokio::test(start_paused = true)]
async fn a_failure_has_an_id_and_its_cause_is_in_the_log_alone() {
    for act in [Act::Fails, Act::Panics, Act::Hangs] {
        let script = Script::new();
        *script.makes.lock().expect("not poisoned") = vec![act];
        let deployment = script.deploy();
        let client = connect(&deployment, "").await;
        let (one, other) = tokio::join!(told(&client, "lazy"), told(&client, "lazy"));
        assert_eq!(one, other, "both asked for the same start");
        let (message, is_error) = one;
        assert!(is_error);
        let id = message.strip_prefix(
            "toolset `lazy` cannot be started now; try again later (the log has the cause under ",
        );
        let id = id.and_then(|id| id.strip_suffix(')')).unwrap_or_else(|| panic!("{message}"));
        assert!(id.len() == 8 && id.bytes().all(|byte| byte.is_ascii_hexdigit()), "{message}");
        let refused =
            client.get_prompt(GetPromptRequestParams::new("lazy")).await.expect_err("it failed lately");
        assert!(refused.to_string().contains(&message), "{refused}");
        assert_eq!(script.made.load(SeqCst), 1);
        // Everything else is as it was.
        assert_eq!(told(&client, "first").await, ("first".into(), false));
        assert_eq!(client.list_all_tools().await.expect("tools").len(), 3);
    }
}

#[tokio::test(start_paused = true)]
async fn it_is_tried_again_after_a_second_then_two_then_four() {
    let script = Script::new();
    *script.makes.lock().expect("not poisoned") = vec![Act::Fails, Act::Fails, Act::Well];
    let deployment = script.deploy();
    let client = connect(&deployment, "").await;
    let begun = Instant::now();
    let mut tried = Vec::new();
    for _ in 0..40 {
        let before = script.made.load(SeqCst);
        let (_, is_error) = told(&client, "lazy").await;
        if script.made.load(SeqCst) > before {
            tried.push(begun.elapsed().as_millis() / 100);
        }
        if !is_error {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    assert_eq!(
        tried,
        [0, 10, 30],
        "in tenths of a second: the first asker after the second backoff is served"
    );
}

#[tokio::test(start_paused = true)]
async fn the_one_who_asked_first_may_go() {
    let mut script = Script::new();
    let gate = Arc::new(Notify::new());
    script.gate = Some(Arc::clone(&gate));
    let deployment = script.deploy();
    let first = connect(&deployment, "").await;
    let asking = tokio::spawn(async move { call(&first, "lazy").await.map(drop) });
    while script.made.load(SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    asking.abort();
    let _ = asking.await;
    let second = connect(&deployment, "").await;
    let asking = told(&second, "lazy");
    gate.notify_one();
    assert_eq!(asking.await, ("lazy".into(), false));
    assert_eq!(script.made.load(SeqCst), 1, "the start went on");
}

#[tokio::test(start_paused = true)]
async fn a_client_that_wants_to_know_is_told_that_it_starts() {
    let mut script = Script::new();
    let gate = Arc::new(Notify::new());
    script.gate = Some(Arc::clone(&gate));
    let deployment = script.deploy();
    let client = connect(&deployment, "").await;
    let asking = call(&client, "lazy");
    let opening = async {
        tokio::time::sleep(Duration::from_millis(2500)).await;
        gate.notify_one();
    };
    let (answer, ()) = tokio::join!(asking, opening);
    assert_eq!(text(&answer.expect("an answer")), ("lazy".into(), false));
    let progress = client.service().0.lock().expect("not poisoned").clone();
    let (values, messages): (Vec<f64>, Vec<String>) = progress.into_iter().unzip();
    assert_eq!(messages, ["toolset `lazy` is starting"; 3], "at once, and each second");
    assert!(values.is_sorted_by(|one, next| one < next), "{values:?} increase");
    assert!(values.iter().all(|value| *value < 0.0), "{values:?}: a tool's own may begin with 0");
}

#[tokio::test(start_paused = true)]
async fn standing_down_waits_for_calls_and_the_next_asker_wakes_it_afresh() {
    let mut script = Script::new();
    script.permits = Arc::new(Semaphore::new(1));
    let deployment = script.deploy();
    let client = Arc::new(connect(&deployment, "").await);
    assert_eq!(told(&client, "lazy").await, ("lazy".into(), false));
    script.log.take();
    // A call in flight, and one who asks while it stops.
    let calling = telling(&client, "lazy");
    tokio::time::sleep(Duration::from_secs(1)).await;
    let standing = {
        let deployment = deployment.clone();
        tokio::spawn(async move { deployment.stand_down::<Lazy>().await })
    };
    tokio::time::sleep(Duration::from_secs(1)).await;
    let asking = telling(&client, "lazy");
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(script.log.take(), [""; 0]);
    script.permits.add_permits(2);
    assert_eq!(calling.await.expect("no panic"), ("lazy".into(), false));
    standing.await.expect("no panic");
    assert_eq!(asking.await.expect("no panic"), ("lazy".into(), false));
    assert_eq!(script.log.take(), ["called lazy", "stop lazy", "make lazy", "start lazy", "called lazy"]);
    deployment.stand_down::<Lazy>().await;
    deployment.stand_down::<Lazy>().await;
    deployment.stop().await.expect("it stops");
    assert_eq!(script.log.take(), ["stop lazy"], "then, and not again at the end");
}

#[tokio::test(start_paused = true)]
async fn whoever_stops_may_go_and_the_stop_goes_on() {
    let mut script = Script::new();
    script.permits = Arc::new(Semaphore::new(0));
    let deployment = script.deploy();
    deployment.start().await.expect("it starts");
    let client = Arc::new(connect(&deployment, "").await);
    let calling = telling(&client, "lazy");
    tokio::time::sleep(Duration::from_secs(1)).await;
    let moment = Duration::from_millis(10);
    tokio::time::timeout(moment, deployment.stand_down::<Lazy>()).await.expect_err("a call is in it");
    script.permits.add_permits(1);
    calling.await.expect("no panic");
    tokio::time::sleep(moment).await;
    assert_eq!(script.log.take()[2..], ["make lazy", "start lazy", "called lazy", "stop lazy"]);
    // The same at the end, where what else runs is somebody's who asks again.
    let calling = telling(&client, "lazy");
    tokio::time::sleep(Duration::from_secs(1)).await;
    tokio::time::timeout(moment, deployment.stop()).await.expect_err("a call is in it");
    script.permits.add_permits(1);
    calling.await.expect("no panic");
    deployment.stop().await.expect("it stops");
    let stops = ["make lazy", "start lazy", "called lazy", "stop lazy", "stop second", "stop first"];
    assert_eq!(script.log.take(), stops);
}

#[tokio::test(start_paused = true)]
async fn one_that_starts_is_stood_down_and_so_is_one_that_stops() {
    let mut script = Script::new();
    let gate = Arc::new(Notify::new());
    script.gate = Some(Arc::clone(&gate));
    script.permits = Arc::new(Semaphore::new(0));
    let deployment = script.deploy();
    let client = Arc::new(connect(&deployment, "").await);
    let asking = {
        let client = Arc::clone(&client);
        tokio::spawn(async move { call(&client, "lazy").await.is_err() })
    };
    tokio::time::sleep(Duration::from_secs(1)).await;
    let standing: Vec<_> = (0..2)
        .map(|_| {
            let (deployment, log) = (deployment.clone(), script.log.clone());
            tokio::spawn(async move {
                deployment.stand_down::<Lazy>().await;
                log.say("stood down");
            })
        })
        .collect();
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(script.log.take(), ["make lazy"]);
    gate.notify_one();
    for standing in standing {
        standing.await.expect("no panic");
    }
    // Who asked has it made afresh, since it was stood down before the call.
    asking.abort();
    assert_eq!(script.log.take()[..4], ["start lazy", "stop lazy", "stood down", "stood down"]);
}

#[tokio::test(start_paused = true)]
async fn one_that_restarts_is_the_last_that_started() {
    let mut script = Script::new();
    let deployment = script.deploy();
    let client = connect(&deployment, "").await;
    told(&client, "lazy").await;
    told(&client, "first").await;
    deployment.stand_down::<Lazy>().await;
    told(&client, "lazy").await;
    script.log.take();
    deployment.stop().await.expect("it stops");
    assert_eq!(script.log.take(), ["stop lazy", "stop first"]);
    // Also while it is still starting.
    let gate = Arc::new(Notify::new());
    script.gate = Some(Arc::clone(&gate));
    let deployment = script.deploy();
    let client = Arc::new(connect(&deployment, "").await);
    gate.notify_one();
    told(&client, "lazy").await;
    told(&client, "first").await;
    deployment.stand_down::<Lazy>().await;
    let asking = {
        let client = Arc::clone(&client);
        tokio::spawn(async move { drop(call(&client, "lazy").await) })
    };
    tokio::time::sleep(Duration::from_secs(1)).await;
    let ending = {
        let deployment = deployment.clone();
        tokio::spawn(async move { deployment.stop().await })
    };
    tokio::time::sleep(Duration::from_secs(1)).await;
    gate.notify_one();
    ending.await.expect("no panic").expect("it stops");
    asking.await.expect("no panic");
    let log = script.log.take();
    let stops: Vec<&String> = log.iter().rev().filter(|line| line.starts_with("stop")).take(2).collect();
    assert_eq!(stops, ["stop first", "stop lazy"], "{log:?}");
}

#[tokio::test(start_paused = true)]
async fn a_call_that_outlasts_its_time_is_dropped_before_the_stop() {
    let mut script = Script::new();
    script.permits = Arc::new(Semaphore::new(0));
    let deployment = script.deploy();
    let client = Arc::new(connect(&deployment, "").await);
    let calling = {
        let client = Arc::clone(&client);
        tokio::spawn(async move { call(&client, "lazy").await })
    };
    tokio::time::sleep(Duration::from_secs(1)).await;
    let begun = Instant::now();
    deployment.stand_down::<Lazy>().await;
    assert_eq!(begun.elapsed().as_secs(), 5, "the deadline of its stop");
    let refused = calling.await.expect("no panic").expect_err("it was dropped");
    assert!(
        refused.to_string().contains("toolset `lazy` is stopping, and this call was not done in time"),
        "{refused}"
    );
    script.permits.add_permits(1);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(script.log.take(), ["make lazy", "start lazy", "stop lazy"], "it never went on");
}

#[tokio::test(start_paused = true)]
async fn what_nobody_uses_stands_down_counted_from_the_end_of_the_last_call() {
    let mut script = Script::new();
    script.permits = Arc::new(Semaphore::new(1));
    script.idle_after = Some(Duration::from_mins(1));
    let deployment = script.deploy();
    let client = Arc::new(connect(&deployment, "").await);
    assert_eq!(told(&client, "lazy").await, ("lazy".into(), false));
    tokio::time::sleep(Duration::from_secs(50)).await;
    let calling = telling(&client, "lazy");
    tokio::time::sleep(Duration::from_mins(10)).await;
    assert_eq!(script.log.take(), ["make lazy", "start lazy", "called lazy"], "one is in it");
    script.permits.add_permits(1);
    calling.await.expect("no panic");
    tokio::time::sleep(Duration::from_secs(59)).await;
    assert_eq!(script.log.take(), ["called lazy"]);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(script.log.take(), ["stop lazy"]);
    tokio::time::sleep(Duration::from_mins(10)).await;
    script.permits.add_permits(1);
    assert_eq!(told(&client, "lazy").await, ("lazy".into(), false));
    assert_eq!(script.log.take(), ["make lazy", "start lazy", "called lazy"]);
}

#[tokio::test(start_paused = true)]
async fn it_idles_from_the_last_call_and_not_from_the_one_before() {
    let mut script = Script::new();
    script.idle_after = Some(Duration::from_mins(10));
    let deployment = script.deploy();
    let client = connect(&deployment, "").await;
    told(&client, "lazy").await;
    tokio::time::sleep(Duration::from_mins(1)).await;
    told(&client, "lazy").await;
    script.log.take();
    tokio::time::sleep(Duration::from_secs(599)).await;
    assert_eq!(script.log.take(), [""; 0]);
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(script.log.take(), ["stop lazy"]);
}

#[tokio::test(start_paused = true)]
async fn nobody_watches_what_was_stood_down() {
    let mut script = Script::new();
    script.idle_after = Some(Duration::from_mins(10));
    let deployment = script.deploy();
    let client = connect(&deployment, "").await;
    let mut tasks = Vec::new();
    for _ in 0..4 {
        told(&client, "lazy").await;
        deployment.stand_down::<Lazy>().await;
        tokio::time::sleep(Duration::from_secs(1)).await;
        tasks.push(tokio::runtime::Handle::current().metrics().num_alive_tasks());
    }
    assert_eq!(tasks, [tasks[0]; 4]);
}

#[tokio::test(start_paused = true)]
async fn a_hook_that_fails_panics_or_hangs_keeps_nobody_from_theirs() {
    for (act, says) in [
        (Act::Fails, "toolset `second` did not stop well: the secret is 1234"),
        (Act::Panics, "toolset `second` did not stop well: it panicked: at the disco"),
        (Act::Hangs, "toolset `second` did not stop well: it took longer than 5s"),
    ] {
        let mut script = Script::new();
        script.stops[2] = act;
        let deployment = script.deploy();
        deployment.start().await.expect("it starts");
        assert_eq!(deployment.stop().await, Err(vec![says.to_owned()]));
        assert_eq!(script.log.take(), ["start first", "start second", "stop second", "stop first"]);
    }
}

#[tokio::test(start_paused = true)]
async fn an_end_during_a_start_runs_every_stop_that_is_due() {
    let mut script = Script::new();
    let gate = Arc::new(Notify::new());
    script.gate = Some(Arc::clone(&gate));
    let deployment = script.deploy();
    deployment.start().await.expect("it starts");
    let client = Arc::new(connect(&deployment, "").await);
    let calling = {
        let client = Arc::clone(&client);
        tokio::spawn(async move { call(&client, "lazy").await })
    };
    while script.made.load(SeqCst) == 0 {
        tokio::task::yield_now().await;
    }
    let ending = {
        let deployment = deployment.clone();
        tokio::spawn(async move { deployment.stop().await })
    };
    tokio::time::sleep(Duration::from_secs(1)).await;
    gate.notify_one();
    ending.await.expect("no panic").expect("it stops");
    drop(calling.await.expect("no panic"));
    let log = script.log.take();
    assert_eq!(log[..4], ["start first", "start second", "make lazy", "start lazy"], "{log:?}");
    let stops: Vec<&String> = log.iter().filter(|line| line.starts_with("stop")).collect();
    assert_eq!(stops, ["stop lazy", "stop second", "stop first"], "{log:?}");
}

#[tokio::test(start_paused = true)]
async fn what_is_not_published_is_never_started() {
    let script = Script::new();
    let deployment = Deployment::builder(script.host()).publish(["second"]).build().expect("a deployment");
    deployment.start().await.expect("it starts");
    let client = connect(&deployment, "?lazy&eager").await;
    call(&client, "lazy").await.expect_err("it is not there");
    tokio::time::sleep(Duration::from_secs(1)).await;
    deployment.stop().await.expect("it stops");
    assert_eq!(script.log.take(), ["start second", "stop second"]);
}

#[tokio::test]
async fn a_dropped_server_stops_what_runs() {
    let script = Script::new();
    let deployment = script.deploy();
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
    let options = pegboard::http::HttpOptions::default();
    let serving = pegboard::http::serve(listener, deployment, options, pending(), Duration::from_secs(1));
    let serving = tokio::spawn(serving);
    crate::atlas::until(|| script.log.0.lock().expect("not poisoned").len() == 2).await;
    serving.abort();
    let _ = serving.await;
    crate::atlas::until(|| script.log.0.lock().expect("not poisoned").len() == 4).await;
    assert_eq!(script.log.take(), ["start first", "start second", "stop second", "stop first"]);
}

#[tokio::test]
async fn a_server_that_is_dropped_or_ended_while_it_starts_stops_what_was_started() {
    for dropped in [true, false] {
        let mut script = Script::new();
        script.starts[2] = Act::Hangs;
        let deployment = script.deploy();
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let options = pegboard::http::HttpOptions::default();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let ended = async move { drop(ended.await) };
        let serving = pegboard::http::serve(listener, deployment, options, ended, Duration::from_secs(1));
        let serving = tokio::spawn(serving);
        crate::atlas::until(|| script.log.0.lock().expect("not poisoned").len() == 2).await;
        if dropped {
            serving.abort();
            drop(serving.await);
        } else {
            end.send(()).expect("it starts");
            serving.await.expect("no panic").expect("it ends well");
        }
        // `second` has its five seconds.
        crate::atlas::until(|| script.log.0.lock().expect("not poisoned").len() == 3).await;
        assert_eq!(script.log.take(), ["start first", "start second", "stop first"]);
    }
}

#[tokio::test]
async fn the_last_server_of_a_deployment_stops_it() {
    let script = Script::new();
    let deployment = script.deploy();
    let mut servers = Vec::new();
    for _ in 0..2 {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let url = format!("http://{}/mcp", listener.local_addr().expect("an address"));
        let options = pegboard::http::HttpOptions::default();
        let (end, ended) = tokio::sync::oneshot::channel::<()>();
        let ended = async move { drop(ended.await) };
        let time = Duration::from_secs(1);
        let serving = tokio::spawn(pegboard::http::serve(listener, deployment.clone(), options, ended, time));
        servers.push((url, end, serving));
    }
    let (_, end, serving) = servers.remove(0);
    let (url, last, other) = servers.remove(0);
    let client = http(&url, Lifecycle::Session).await;
    end.send(()).expect("it serves");
    serving.await.expect("no panic").expect("it ends well");
    let answer = client.call_tool(CallToolRequestParams::new("first")).await.expect("the other still serves");
    assert_eq!(text(&answer), ("first".into(), false));
    assert_eq!(script.log.take(), ["start first", "start second", "called first"]);
    last.send(()).expect("it serves");
    other.await.expect("no panic").expect("it ends well");
    assert_eq!(script.log.take(), ["stop second", "stop first"]);
}

/// Blocks its thread until it is let go.
struct Blocking {
    log: Log,
    let_go: Mutex<std::sync::mpsc::Receiver<()>>,
}

/// One that blocks.
#[toolset(name = "blocking")]
impl Blocking {
    #[on_start(timeout = "50ms")]
    fn begin(&self) {
        self.log.say("start");
        self.let_go.lock().expect("not poisoned").recv().expect("the test lives");
        self.log.say("started");
    }

    /// Does nothing.
    #[tool]
    fn blocked(&self) {
        self.log.say("called");
    }
}

#[derive(Server)]
#[server(name = "blocking")]
struct BlockingHost {
    blocking: Blocking,
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn nothing_is_started_beside_a_start_that_blocks_its_thread() {
    let log = Log::default();
    let (go, let_go) = std::sync::mpsc::channel();
    let blocking = Blocking { log: log.clone(), let_go: Mutex::new(let_go) };
    let deployment = Deployment::builder(BlockingHost { blocking }).build().expect("a deployment");
    let client = connect(&deployment, "").await;
    let (refused, is_error) = told(&client, "blocked").await;
    assert!(is_error && refused.contains("cannot be started now"), "{refused}");
    // Past the time in which nobody tries again.
    tokio::time::sleep(Duration::from_millis(1200)).await;
    assert_eq!(told(&client, "blocked").await, (refused, true), "the same failure");
    assert_eq!(log.take(), ["start"]);
    go.send(()).expect("it blocks");
    crate::atlas::until(|| !log.0.lock().expect("not poisoned").is_empty()).await;
    go.send(()).expect("for the next start");
    let mut answer = told(&client, "blocked").await;
    while answer.1 {
        tokio::time::sleep(Duration::from_millis(10)).await;
        answer = told(&client, "blocked").await;
    }
    assert_eq!(log.take(), ["started", "start", "started", "called"]);
}

#[test]
fn its_components_are_in_the_catalog_like_any_others() {
    let answer: Value = serde_json::from_str(Host::TOOLSETS_JSON).expect("JSON");
    assert_eq!(answer["active"], serde_json::json!(["first", "lazy", "second"]));
    assert_eq!(answer["tools"], serde_json::json!(["first", "lazy", "list_server_toolsets", "second"]));
}

#[tokio::test(start_paused = true)]
async fn a_wake_touches_no_other_session() {
    for act in [Act::Well, Act::Fails] {
        let mut script = Script::new();
        script.permits = Arc::new(Semaphore::new(0));
        *script.makes.lock().expect("not poisoned") = vec![act];
        let deployment = script.deploy();
        let other = Arc::new(connect(&deployment, "").await);
        let before =
            (other.list_all_tools().await.expect("tools"), other.list_all_prompts().await.expect("prompts"));
        let running = {
            let other = Arc::clone(&other);
            tokio::spawn(async move { told(&other, "first").await })
        };
        tokio::time::sleep(Duration::from_secs(1)).await;
        let client = connect(&deployment, "").await;
        let asked = client.get_prompt(GetPromptRequestParams::new("lazy")).await;
        assert_eq!(asked.is_ok(), matches!(act, Act::Well));
        assert!(!running.is_finished());
        script.permits.add_permits(1);
        assert_eq!(running.await.expect("no panic"), ("first".into(), false));
        let after =
            (other.list_all_tools().await.expect("tools"), other.list_all_prompts().await.expect("prompts"));
        assert_eq!(before, after);
    }
}

/// A folder of its own.
fn folder(name: &str) -> std::path::PathBuf {
    let folder = std::path::PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = std::fs::remove_dir_all(&folder);
    std::fs::create_dir_all(&folder).expect("it can be made");
    folder
}

fn files(folder: &std::path::Path) -> Vec<String> {
    let files = std::fs::read_dir(folder).expect("a folder");
    files.map(|file| file.expect("a file").file_name().to_string_lossy().into_owned()).collect()
}

#[cfg(unix)]
#[tokio::test]
async fn the_journal_is_made_at_its_first_call_and_kept() {
    let folder = folder("journal");
    let text = folder.display().to_string();
    let served = Atlas::serve_with(binary(), &[], &[("ATLAS_JOURNAL", &text)]).await;
    for query in ["", "?journal", "?only=journal"] {
        let client = http(&served.mcp(query), Lifecycle::Session).await;
        client.list_all_tools().await.expect("tools");
        client.list_all_resources().await.expect("resources");
        reqwest::get(format!("{}/toolsets{query}", served.url)).await.expect("an answer");
        assert_eq!(files(&folder), [""; 0], "{query}");
    }
    let client = http(&served.mcp("?journal"), Lifecycle::Session).await;
    let note = serde_json::json!({ "place": "Oslo", "note": "fjords" });
    structured(&client, "note_place", note.clone()).await;
    assert_eq!(files(&folder), ["atlas-journal.sqlite"]);
    let log = served.log();
    assert!(log.contains("toolset `journal` started for tool `note_place`, in "), "{log}");
    assert!(!log.contains("toolset `geo`"), "{log}");
    served.signal("TERM");
    crate::atlas::until(|| served.log().contains("toolset `journal` stopped, since the server ends")).await;
    assert_eq!(served.status().await, Some(0));
    // Another server, which reads what that one kept.
    let served = Atlas::serve_with(binary(), &[], &[("ATLAS_JOURNAL", &text)]).await;
    let client = http(&served.mcp("?only=journal"), Lifecycle::Session).await;
    let kept = structured(&client, "list_notes", serde_json::json!({})).await;
    assert_eq!(kept["notes"], serde_json::json!([{ "number": 1, "place": "Oslo", "note": "fjords" }]));
}

#[tokio::test]
async fn a_journal_that_cannot_be_opened_harms_nobody() {
    let nowhere = folder("nowhere").join("missing");
    let text = nowhere.display().to_string();
    let served = Atlas::serve_with(binary(), &[], &[("ATLAS_JOURNAL", &text)]).await;
    let bystander = http(&served.mcp(""), Lifecycle::Session).await;
    let client = http(&served.mcp("?journal"), Lifecycle::Session).await;
    let before = client.list_all_tools().await.expect("tools");
    let message = failure(&client, "list_notes", serde_json::json!({})).await;
    assert!(message.starts_with("toolset `journal` cannot be started now; try again later"), "{message}");
    assert!(!message.contains("missing"), "the cause is in the log alone: {message}");
    let id = message.rsplit(' ').next().expect("an id").trim_end_matches(')');
    let log = served.log();
    let line = log.lines().find(|line| line.contains(id)).unwrap_or_else(|| panic!("{id} in {log}"));
    assert!(line.contains("unable to open database file"), "{line}");
    assert_eq!(client.list_all_tools().await.expect("tools"), before);
    for client in [&client, &bystander] {
        let sum = structured(client, "add", serde_json::json!({ "a": 1, "b": 2 })).await;
        assert_eq!(sum["value"], 3.0);
    }
}
