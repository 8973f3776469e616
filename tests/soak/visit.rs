//! A visitor: opens, lists, calls, reads, cancels, breaks off and leaves, and compares each answer with what it must be.

use std::{
    collections::HashMap,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering::Relaxed},
    },
    time::{Duration, Instant},
};

use serde_json::{Value, json};
use tokio::{task::JoinHandle, time::timeout};

use super::{
    calm::{COMPONENTS, Calm, LISTS, SELECTIONS, life, params, toolsets},
    dice::Dice,
    door::{Door, messages, only, received},
};
use crate::{
    atlas::until,
    clients::{LIFECYCLES, Lifecycle},
};

/// How many sessions are left without an end, until they have ended by themselves.
const ABANDONED: usize = 100;
/// When they have: after five minutes, at the next sweep.
pub(super) const GONE: Duration = Duration::from_secs(370);

/// What all visitors have in common.
pub(super) struct Shore {
    pub(super) client: reqwest::Client,
    pub(super) server: String,
    pub(super) calm: Calm,
    pub(super) figures: Figures,
    pub(super) abandoned: Mutex<Vec<(Instant, Door)>>,
}

/// What has happened so far.
#[derive(Default)]
pub(super) struct Figures {
    pub(super) opened: AtomicU64,
    pub(super) ended: AtomicU64,
    /// Told to be cancelled, and not answered.
    pub(super) cancelled: AtomicU64,
    /// Told to be cancelled too late.
    pub(super) answered: AtomicU64,
    pub(super) broken_off: AtomicU64,
    pub(super) changes: AtomicU64,
}

pub(super) struct Visitor {
    shore: Arc<Shore>,
    dice: Dice,
    /// The last life of each extension that answered.
    lives: HashMap<&'static str, u64>,
}

impl Visitor {
    pub(super) fn new(shore: &Arc<Shore>, nth: u64) -> Self {
        Self { shore: Arc::clone(shore), dice: Dice::new(nth), lives: HashMap::new() }
    }

    pub(super) async fn visit(&mut self) {
        match self.dice.below(10) {
            0..5 => self.within_a_session().await,
            5..8 => self.without_a_session().await,
            8 => self.toolsets().await,
            _ => self.changes().await,
        }
    }

    /// A selection, a name for what is nowhere, and the query.
    fn select(&mut self) -> (usize, String, String) {
        let selection = self.dice.below(SELECTIONS.len());
        let nowhere = format!("nowhere{}", self.dice.below(1_000_000));
        let query = SELECTIONS[selection].0.replace("nowhere", &nowhere);
        (selection, nowhere, query)
    }

    async fn open(&mut self, lifecycle: Lifecycle) -> (usize, String, Door) {
        let (selection, nowhere, query) = self.select();
        let (door, opened) = Door::open(&self.shore.client, &self.shore.server, &query, lifecycle).await;
        assert_eq!(opened, self.shore.calm.selected(lifecycle, selection, "open", &nowhere), "{query}");
        (selection, nowhere, door)
    }

    async fn within_a_session(&mut self) {
        let (selection, nowhere, door) = self.open(Lifecycle::Session).await;
        self.shore.figures.opened.fetch_add(1, Relaxed);
        let is_steady = SELECTIONS[selection].1.contains(&"steady");
        let listening = if self.dice.below(3) == 0 { Some(Listening::to(door.listen().await)) } else { None };
        if let Some(listening) = listening.as_ref().filter(|_| is_steady) {
            self.subscribe(&door, selection, listening).await;
        }
        for _ in 0..self.dice.below(10) {
            match self.dice.below(12) {
                0..3 => self.list(&door, Lifecycle::Session, selection, &nowhere).await,
                9 if is_steady => self.cancel(&door).await,
                10 if is_steady => self.break_off(&door).await,
                11 => self.under_another_url(&door, selection).await,
                _ => self.component(&door, Lifecycle::Session, selection).await,
            }
        }
        if listening.is_none() && self.dice.below(4) == 0 && self.abandon(&door) {
            return;
        }
        door.close().await;
        self.shore.figures.ended.fetch_add(1, Relaxed);
        if let Some(listening) = listening {
            listening.end().await;
        }
    }

    async fn without_a_session(&mut self) {
        for _ in 0..self.dice.below(10) {
            let (selection, nowhere, door) = self.open(Lifecycle::Discover).await;
            match self.dice.below(8) {
                0..2 => self.list(&door, Lifecycle::Discover, selection, &nowhere).await,
                2 if SELECTIONS[selection].1.contains(&"steady") => self.break_off(&door).await,
                _ => self.component(&door, Lifecycle::Discover, selection).await,
            }
        }
    }

    async fn toolsets(&mut self) {
        for _ in 0..5 {
            let (selection, nowhere, query) = self.select();
            let answer = toolsets(&self.shore.client, &self.shore.server, &query).await;
            assert_eq!(answer, self.shore.calm.toolsets(selection, &nowhere), "{query}");
        }
    }

    /// A stream of changes without a session; the client goes once it was told of one.
    async fn changes(&mut self) {
        let client = &self.shore.client;
        let (door, _) = Door::open(client, &self.shore.server, "", Lifecycle::Discover).await;
        let asked = json!({ "notifications": { "resourceSubscriptions": ["steady://mark"] } });
        let (request, _) = door.request("subscriptions/listen", asked);
        let listening = Listening::to(request.send().await.expect("a stream"));
        listening.until("notifications/subscriptions/acknowledged").await;
        self.component_of(&door, Lifecycle::Discover, 0, 3).await;
        listening.until("notifications/resources/updated").await;
        self.shore.figures.changes.fetch_add(1, Relaxed);
        listening.leave();
    }

    /// Subscribes to the mark, changes it, and waits until the session is told.
    async fn subscribe(&mut self, door: &Door, selection: usize, listening: &Listening) {
        let answer = door.ask("resources/subscribe", json!({ "uri": "steady://mark" })).await;
        assert_eq!(answer, json!({ "jsonrpc": "2.0", "id": null, "result": {}, "status": 200 }));
        self.component_of(door, Lifecycle::Session, selection, 3).await;
        listening.until("notifications/resources/updated").await;
        self.shore.figures.changes.fetch_add(1, Relaxed);
    }

    async fn list(&mut self, door: &Door, lifecycle: Lifecycle, selection: usize, nowhere: &str) {
        let list = LISTS[self.dice.below(LISTS.len())];
        let answer = door.ask(list, json!({})).await;
        assert_eq!(answer, self.shore.calm.selected(lifecycle, selection, list, nowhere), "{}", door.url);
    }

    async fn component(&mut self, door: &Door, lifecycle: Lifecycle, selection: usize) {
        let nth = self.dice.below(COMPONENTS.len());
        self.component_of(door, lifecycle, selection, nth).await;
    }

    async fn component_of(&mut self, door: &Door, lifecycle: Lifecycle, selection: usize, nth: usize) {
        let component @ (method, name, _) = COMPONENTS[nth];
        let text = self.dice.text();
        let answer = door.ask(method, params(method, name, &text)).await;
        let (answer, life) = life(&answer);
        let expected = self.shore.calm.component(lifecycle, selection, component, &text);
        assert_eq!(answer, expected, "{}", door.url);
        if let Some(life) = life {
            let last = self.lives.insert(name, life).unwrap_or_default();
            assert!(last <= life, "`{name}` was answered by life {life} after life {last}");
        }
    }

    /// Calls, and tells that the call is cancelled: no answer comes, or the right one where that was too late.
    async fn cancel(&mut self, door: &Door) {
        let (text, pause) = self.pause(300);
        let (request, id) = door.request("tools/call", pause);
        let calling = tokio::spawn(async move { received(request.send().await.expect("an answer")).await });
        tokio::time::sleep(Duration::from_millis(self.dice.below(30) as u64)).await;
        let cancelled = json!({ "requestId": id, "reason": "it is no longer needed" });
        assert_eq!(door.notify("notifications/cancelled", cancelled).await, 202);
        let (status, messages) = calling.await.expect("no panic");
        if messages.is_empty() {
            assert_eq!(status, 200);
            self.shore.figures.cancelled.fetch_add(1, Relaxed);
        } else {
            assert_eq!(only(&id, (status, messages)), self.echoed(Lifecycle::Session, &text));
            self.shore.figures.answered.fetch_add(1, Relaxed);
        }
    }

    /// Calls, and closes the connection.
    async fn break_off(&mut self, door: &Door) {
        let lifecycle = LIFECYCLES[usize::from(door.session.is_none())];
        let (text, pause) = self.pause(100);
        let (request, id) = door.request("tools/call", pause);
        let calling = async { received(request.send().await.expect("an answer")).await };
        let patience = Duration::from_millis(self.dice.below(40) as u64);
        match timeout(patience, calling).await {
            Ok(answer) => assert_eq!(only(&id, answer), self.echoed(lifecycle, &text)),
            Err(_) => drop(self.shore.figures.broken_off.fetch_add(1, Relaxed)),
        }
    }

    fn pause(&mut self, millis: u64) -> (String, Value) {
        let text = self.dice.text();
        let params = json!({ "name": "pause", "arguments": { "text": text, "millis": millis } });
        (text, params)
    }

    /// A call under way, for longer than the server is left to serve.
    pub(super) async fn call_at_the_end(&mut self, lifecycle: Lifecycle) -> JoinHandle<()> {
        let (door, _) = Door::open(&self.shore.client, &self.shore.server, "", lifecycle).await;
        let (text, pause) = self.pause(2000);
        let expected = self.echoed(lifecycle, &text);
        tokio::spawn(async move {
            let (request, id) = door.request("tools/call", pause);
            assert_eq!(only(&id, received(request.send().await.expect("an answer")).await), expected);
        })
    }

    /// What `pause` answers is what `echo` does.
    fn echoed(&self, lifecycle: Lifecycle, text: &str) -> Value {
        self.shore.calm.component(lifecycle, 0, COMPONENTS[0], text)
    }

    /// A session is unknown under a URL with another active set.
    async fn under_another_url(&mut self, door: &Door, selection: usize) {
        let (other, _, query) = self.select();
        let door = door.at(format!("{}/mcp{query}", self.shore.server));
        let (request, id) = door.request("ping", json!({}));
        let answer = request.send().await.expect("an answer");
        if SELECTIONS[other].1 == SELECTIONS[selection].1 {
            let pong = json!({ "jsonrpc": "2.0", "id": null, "result": {}, "status": 200 });
            assert_eq!(only(&id, received(answer).await), pong, "{query}");
        } else {
            assert_eq!(answer.status(), 404, "{query}");
        }
    }

    /// Leaves a session as it is, unless enough were left lately.
    fn abandon(&self, door: &Door) -> bool {
        let mut abandoned = self.shore.abandoned.lock().expect("not poisoned");
        let recent = abandoned.iter().filter(|(at, _)| at.elapsed() < GONE).count();
        let is_room = recent < ABANDONED;
        if is_room {
            abandoned.push((Instant::now(), door.clone()));
        }
        is_room
    }
}

/// A stream that is read until it ends.
struct Listening {
    text: Arc<Mutex<String>>,
    reading: JoinHandle<()>,
}

impl Listening {
    fn to(mut stream: reqwest::Response) -> Self {
        assert_eq!(stream.status(), 200);
        let text = Arc::new(Mutex::new(String::new()));
        let written = Arc::clone(&text);
        let reading = tokio::spawn(async move {
            while let Ok(Some(piece)) = stream.chunk().await {
                written.lock().expect("not poisoned").push_str(&String::from_utf8_lossy(&piece));
            }
        });
        Self { text, reading }
    }

    async fn until(&self, method: &str) {
        until(|| self.text.lock().expect("not poisoned").contains(method)).await;
    }

    /// The session has ended, and the stream with it; the answer to a request was never on it.
    async fn end(self) {
        timeout(Duration::from_mins(1), self.reading).await.expect("it ends").expect("no panic");
        let text = self.text.lock().expect("not poisoned");
        for message in messages(&text) {
            let updated = json!({
                "jsonrpc": "2.0",
                "method": "notifications/resources/updated",
                "params": { "uri": "steady://mark" },
            });
            assert_eq!(message, updated);
        }
    }

    fn leave(self) {
        self.reading.abort();
    }
}
