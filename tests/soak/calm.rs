//! What each answer must be: asked once in calm weather, held against what the selection means, and then expected of every answer.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::door::Door;
use crate::clients::{LIFECYCLES, Lifecycle};

/// A name that no toolset has; each who asks puts one of its own in its place.
pub(super) const NOWHERE: &str = "nowhere";

/// Queries, and the toolsets that they must give.
pub(super) const SELECTIONS: [(&str, &[&str]); 12] = [
    ("", &["steady"]),
    ("?tide", &["steady", "tide"]),
    ("?surge", &["steady", "surge"]),
    ("?tide&surge", &["steady", "surge", "tide"]),
    ("?only=tide", &["tide"]),
    ("?only=surge", &["surge"]),
    ("?only=tide,surge&without=surge", &["tide"]),
    ("?only=", &[]),
    ("?without=steady", &[]),
    ("?nowhere", &["steady"]),
    ("?tide,nowhere", &["steady", "tide"]),
    ("?only=nowhere&toolsets=surge", &[]),
];

/// Where everything is active.
const EVERYTHING: usize = 3;

/// What can be asked for, and whose it is; what is called nothing is nobody's.
pub(super) const COMPONENTS: [(&str, &str, &str); 10] = [
    ("tools/call", "echo", "steady"),
    ("tools/call", "ebb", "tide"),
    ("tools/call", "swell", "surge"),
    ("tools/call", "remark", "steady"),
    ("tools/call", "nothing", ""),
    ("prompts/get", "greet", "steady"),
    ("prompts/get", "nothing", ""),
    ("resources/read", "steady://mark", "steady"),
    ("resources/read", "steady://item/TEXT", "steady"),
    ("resources/read", "nothing://nothing", ""),
];

/// Stands for the text of who asks.
const TEXT: &str = "TEXT";

pub(super) const LISTS: [&str; 4] =
    ["tools/list", "prompts/list", "resources/list", "resources/templates/list"];

/// The parameters of a request for a component.
pub(super) fn params(method: &str, name: &str, text: &str) -> Value {
    match method {
        "resources/read" => json!({ "uri": name.replace(TEXT, text) }),
        _ => json!({ "name": name, "arguments": { "text": text } }),
    }
}

/// What was answered when nothing else went on.
pub(super) struct Calm {
    /// What opens, and lists, by lifecycle and selection.
    selected: HashMap<(Lifecycle, usize, &'static str), Value>,
    /// Components, by lifecycle, method and name.
    components: HashMap<(Lifecycle, &'static str, &'static str), Value>,
    toolsets: Vec<Value>,
}

impl Calm {
    pub(super) async fn learn(client: &reqwest::Client, server: &str) -> Self {
        let mut calm = Self { selected: HashMap::new(), components: HashMap::new(), toolsets: Vec::new() };
        for (nth, (query, active)) in SELECTIONS.iter().enumerate() {
            for lifecycle in LIFECYCLES {
                let (door, opened) = Door::open(client, server, query, lifecycle).await;
                assert_eq!(
                    opened["result"]["_meta"]["pegboard/selection"]["active"],
                    json!(active),
                    "{query}"
                );
                calm.selected.insert((lifecycle, nth, "open"), opened);
                for list in LISTS {
                    calm.selected.insert((lifecycle, nth, list), door.ask(list, json!({})).await);
                }
                let tools = &calm.selected[&(lifecycle, nth, "tools/list")]["result"]["tools"];
                let tools = tools.as_array().expect("tools").iter();
                let mut tools: Vec<&str> = tools.filter_map(|tool| tool["name"].as_str()).collect();
                tools.sort_unstable();
                assert_eq!(tools, tools_of(active), "{query}");
                if nth == EVERYTHING {
                    for (method, name, _) in COMPONENTS {
                        let (answer, _) = life(&door.ask(method, params(method, name, TEXT)).await);
                        calm.components.insert((lifecycle, method, name), answer);
                    }
                }
                door.close().await;
            }
            let answer = toolsets(client, server, query).await;
            assert_eq!(answer["active"], json!(active), "{query}");
            calm.toolsets.push(answer);
        }
        calm.judge();
        calm
    }

    /// What a component answers is what its arguments give.
    fn judge(&self) {
        for lifecycle in LIFECYCLES {
            let said = |method, name| &self.components[&(lifecycle, method, name)];
            assert_eq!(
                said("tools/call", "echo")["result"]["content"],
                json!([{ "type": "text", "text": TEXT }])
            );
            let ebb = json!([{ "type": "text", "text": "TEXT of 1" }]);
            assert_eq!(said("tools/call", "ebb")["result"]["content"], ebb);
            let nothing = json!({ "code": -32602, "message": "Unknown tool: nothing" });
            assert_eq!(said("tools/call", "nothing")["error"], nothing);
            let greeting = json!([{ "role": "user", "content": { "type": "text", "text": TEXT } }]);
            assert_eq!(said("prompts/get", "greet")["result"]["messages"], greeting);
            let item = json!([{ "uri": "steady://item/TEXT", "mimeType": "text/plain", "text": TEXT }]);
            assert_eq!(said("resources/read", "steady://item/TEXT")["result"]["contents"], item);
        }
    }

    /// The answer to what opens or lists, under a selection in which `nowhere` goes by another name.
    pub(super) fn selected(
        &self,
        lifecycle: Lifecycle,
        selection: usize,
        what: &'static str,
        nowhere: &str,
    ) -> Value {
        with(&self.selected[&(lifecycle, selection, what)], NOWHERE, nowhere)
    }

    pub(super) fn toolsets(&self, selection: usize, nowhere: &str) -> Value {
        with(&self.toolsets[selection], NOWHERE, nowhere)
    }

    /// The answer to a request for a component: what is not selected answers as what never was.
    pub(super) fn component(
        &self,
        lifecycle: Lifecycle,
        selection: usize,
        (method, name, toolset): (&'static str, &'static str, &str),
        text: &str,
    ) -> Value {
        if SELECTIONS[selection].1.contains(&toolset) {
            return with(&self.components[&(lifecycle, method, name)], TEXT, text);
        }
        let nothing = if method == "resources/read" { "nothing://nothing" } else { "nothing" };
        with(&self.components[&(lifecycle, method, nothing)], nothing, &name.replace(TEXT, text))
    }
}

fn tools_of(active: &[&str]) -> Vec<&'static str> {
    let mut tools = vec!["list_server_toolsets"];
    for toolset in active {
        tools.extend(match *toolset {
            "steady" => &["echo", "pause", "remark"][..],
            "surge" => &["swell"],
            _ => &["ebb"],
        });
    }
    tools.sort_unstable();
    tools
}

/// An answer as if by the first life of an extension, and by which it was.
pub(super) fn life(answer: &Value) -> (Value, Option<u64>) {
    let mut answer = answer.clone();
    let text = answer.pointer_mut("/result/content/0/text");
    let nth = text.and_then(|text| {
        let (said, nth) = text.as_str()?.rsplit_once(" of ")?;
        let nth = nth.parse().ok()?;
        *text = json!(format!("{said} of 1"));
        Some(nth)
    });
    (answer, nth)
}

/// An answer in which one text stands for another; neither needs escaping.
fn with(answer: &Value, text: &str, other: &str) -> Value {
    serde_json::from_str(&answer.to_string().replace(text, other)).expect("JSON")
}

/// `GET /toolsets`.
pub(super) async fn toolsets(client: &reqwest::Client, server: &str, query: &str) -> Value {
    let answer = client.get(format!("{server}/toolsets{query}")).send().await.expect("an answer");
    assert_eq!(answer.status(), 200);
    answer.json().await.expect("JSON")
}
