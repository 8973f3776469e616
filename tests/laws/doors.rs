//! What holds of every request: an answer that the protocol knows, in which nothing withheld can be told from what never
//! was.
#![allow(clippy::doc_markdown, reason = "descriptions name tools in braces")]

use std::{fmt, sync::OnceLock, time::Duration};

use arbitrary::{Arbitrary, Result, Unstructured};
use axum::{
    body::{Body, Bytes},
    http::{HeaderName, HeaderValue, Method, Request, StatusCode, Uri},
};
use futures::StreamExt;
use pegboard::{
    Deployment,
    http::{Carrier, HttpOptions, router},
    prelude::*,
};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::time::timeout;
use tower_service::Service;

/// What a prompt takes.
#[derive(Deserialize, JsonSchema)]
struct Wish {
    wish: Option<String>,
}

macro_rules! toolsets {
    ($($type:ident $field:ident $toolset:literal $default:literal $tool:literal $prompt:literal $fixed:literal
        $template:literal $text:literal;)*) => {
        $(
            struct $type;

            /// One of three.
            #[toolset(name = $toolset, default = $default, instructions = $text)]
            impl $type {
                /// A tool.
                ///
                /// Rather than {extra_tool}.
                ///
                /// Rather than {secret_tool}.
                #[tool(name = $tool)]
                fn tool(updates: Updates, Parameters(Wish { wish }): Parameters<Wish>) -> String {
                    updates.updated($fixed);
                    wish.unwrap_or_default()
                }

                /// A prompt.
                #[prompt(name = $prompt)]
                fn prompt(Parameters(Wish { wish }): Parameters<Wish>) -> String {
                    wish.unwrap_or_default()
                }

                /// A resource.
                #[resource(uri = $fixed, subscribe)]
                fn fixed() -> &'static str {
                    "fixed"
                }

                /// A template.
                #[resource(uri_template = $template, subscribe)]
                fn item(id: u32) -> String {
                    id.to_string()
                }

                #[complete(prompt = $prompt, argument = "wish")]
                #[complete(resource = $template, variable = "id")]
                fn typed(typed: Typed) -> Vec<String> {
                    vec![typed.value]
                }
            }
        )*

        #[derive(Server)]
        #[server(name = "host")]
        struct Host { $($field: $type,)* }

        fn host() -> Host {
            Host { $($field: $type,)* }
        }
    };
}

toolsets! {
    Open open "open" true "open_tool" "open_prompt" "open://fixed" "open://item/{id}"
        "Call {open_tool}.\n\nThen {extra_tool}.\n\nThen {secret_tool}.\n\nMore in {toolset:spare} and {toolset:secret}.";
    Spare spare "spare" false "extra_tool" "extra_prompt" "extra://fixed" "extra://item/{id}"
        "Call {extra_tool} before {secret_tool}, or read {extra://fixed}.";
    Secret secret "secret" true "secret_tool" "secret_prompt" "secret://fixed" "secret://item/{id}"
        "Call {secret_tool}, or read {secret://item/{id}}.";
}

/// What the names of a toolset's components start with that the operator left out, and its own.
const UNPUBLISHED: &str = "secret";
/// What the names of a toolset's components start with that requests seldom select; the toolset is called otherwise.
const UNSELECTED: &str = "extra";

/// For each a name that never was: as long, and where that is sorted.
const NEVER: [(&str, &str); 2] = [(UNPUBLISHED, "secreu"), (UNSELECTED, "extrb")];

fn deployment() -> Deployment {
    static DEPLOYMENT: OnceLock<Deployment> = OnceLock::new();
    let build = || {
        Deployment::builder(host())
            .publish(["open", "spare"])
            .toolsets_tool(true)
            .ignore_query_keys(["scopes"])
            .select_by(Carrier::Path)
            .select_by(Carrier::Header)
            .build()
            .expect("a deployment")
    };
    DEPLOYMENT.get_or_init(build).clone()
}

/// Requests of one client, in order.
#[derive(Arbitrary, Debug)]
pub(crate) struct Case {
    /// Whether a session is opened first, and under which query.
    session: Option<Vec<Word>>,
    requests: Vec<Asks>,
}

/// A request to be.
#[derive(Arbitrary, Debug)]
enum Asks {
    /// As a client that is in order asks.
    Plain {
        known: Known,
        of: Of,
        in_session: bool,
    },
    Odd(Box<Odd>),
}

#[derive(Arbitrary, Debug)]
struct Odd {
    verb: Verb,
    path: Path,
    query: Query,
    /// Whether it has the headers that it must have.
    is_proper: bool,
    in_session: bool,
    headers: Vec<Header>,
    body: Payload,
}

#[derive(Arbitrary, Clone, Copy, Debug)]
enum Verb {
    Post,
    PostAgain,
    PostOnceMore,
    Get,
    Delete,
    Options,
    Head,
    Put,
}

#[derive(Arbitrary, Debug)]
enum Path {
    Mcp,
    McpSlash,
    McpSelecting(Vec<Word>),
    Toolsets,
    ToolsetsSelecting(Vec<Word>),
    Health,
    Other(Vec<Word>),
}

#[derive(Arbitrary, Debug)]
enum Query {
    /// That of the session, or none.
    Same,
    Of(Vec<Word>),
}

#[derive(Arbitrary, Debug)]
enum Header {
    Accept(Word),
    ContentType(Word),
    Version(Word),
    Method(Word),
    Name(Vec<Word>),
    Parameter(Vec<Word>),
    Host(Vec<Word>),
    Origin(Vec<Word>),
    Selection(Vec<Word>),
    Session(Vec<Word>),
    LastEvent(Word),
}

#[derive(Arbitrary, Debug)]
enum Payload {
    Message(Message),
    Known(Known, Of, Vec<(Word, Json)>),
    Batch(Vec<Message>),
    /// Bytes of a message that are others.
    Broken(Message, Vec<(u16, u8)>),
    Cut(Message, u16),
    Bytes(Vec<u8>),
}

#[derive(Arbitrary, Debug)]
struct Message {
    is_version_2: bool,
    id: Option<Json>,
    method: Option<Word>,
    params: Option<Json>,
    meta: Meta,
}

/// Whose components a request is about.
#[derive(Arbitrary, Debug)]
enum Of {
    Open,
    Unselected,
    Unpublished,
    Any(Word),
}

/// A use of a component.
#[derive(Arbitrary, Clone, Copy, Debug)]
enum Known {
    ListTools,
    ListPrompts,
    ListResources,
    ListTemplates,
    Call,
    CallBuiltIn,
    Get,
    ReadFixed,
    ReadItem,
    CompletePrompt,
    CompleteItem,
    Subscribe,
    Unsubscribe,
    Listen,
    Discover,
    Initialize,
}

#[derive(Arbitrary, Debug)]
enum Meta {
    None,
    Proper,
    Without(u8),
    Version(Word),
    Any(Json),
}

/// A JSON value.
#[derive(Arbitrary, Debug)]
enum Json {
    Null,
    Bool(bool),
    Small(u8),
    Integer(i64),
    Float(f64),
    Text(Word),
    Long(Vec<Word>),
    Array(Vec<Json>),
    Object(Vec<(Word, Json)>),
}

/// What requests are made of, besides what nobody thought of.
const WORDS: [&str; 112] = [
    "open",
    "spare",
    "secret",
    "extra",
    "open_tool",
    "extra_tool",
    "secret_tool",
    "open_prompt",
    "extra_prompt",
    "secret_prompt",
    "open://fixed",
    "extra://fixed",
    "secret://fixed",
    "open://item/7",
    "extra://item/7",
    "secret://item/7",
    "open://item/{id}",
    "extra://item/{id}",
    "secret://item/{id}",
    "list_server_toolsets",
    "only=",
    "without=",
    "toolsets=",
    "&",
    ",",
    "=",
    "+",
    "%20",
    "%2C",
    "%73ecret",
    "\\u0073",
    "scopes=",
    "Only=",
    "exclude=",
    "/",
    "//",
    "x",
    "mcp",
    "toolsets",
    "healthz",
    "..",
    "%2F",
    "jsonrpc",
    "id",
    "method",
    "params",
    "name",
    "uri",
    "arguments",
    "wish",
    "ref",
    "type",
    "ref/prompt",
    "ref/resource",
    "argument",
    "value",
    "context",
    "cursor",
    "_meta",
    "progressToken",
    "protocolVersion",
    "capabilities",
    "clientInfo",
    "version",
    "resourceSubscriptions",
    "notifications",
    "taskId",
    "requestId",
    "task",
    "ttl",
    "inputResponses",
    "requestState",
    "level",
    "io.modelcontextprotocol/protocolVersion",
    "io.modelcontextprotocol/clientCapabilities",
    "io.modelcontextprotocol/clientInfo",
    "io.modelcontextprotocol/logLevel",
    "2026-07-28",
    "2025-11-25",
    "2025-06-18",
    "2025-03-26",
    "2024-11-05",
    "DRAFT",
    "initialize",
    "notifications/initialized",
    "notifications/cancelled",
    "notifications/roots/list_changed",
    "ping",
    "server/discover",
    "tools/list",
    "tools/call",
    "prompts/list",
    "prompts/get",
    "resources/list",
    "resources/templates/list",
    "resources/read",
    "resources/subscribe",
    "resources/unsubscribe",
    "completion/complete",
    "logging/setLevel",
    "subscriptions/listen",
    "tasks/get",
    "tasks/cancel",
    "skills/list",
    "application/json",
    "text/event-stream",
    "application/json, text/event-stream",
    "*/*",
    "localhost",
    "localhost:4040",
    "example.com",
    "http://example.com",
];

/// A piece of a request.
#[derive(Debug)]
enum Word {
    Known(&'static str),
    Char(char),
}

impl Arbitrary<'_> for Word {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let byte = bytes.arbitrary::<u8>()?;
        Ok(match WORDS.get(usize::from(byte)) {
            Some(word) => Self::Known(word),
            None if byte < 250 => Self::Char(char::from(byte & 127)),
            None => Self::Char(bytes.arbitrary()?),
        })
    }
}

impl Word {
    fn add_to(&self, text: &mut String) {
        match self {
            Self::Known(known) => text.push_str(known),
            Self::Char(c) => text.push(*c),
        }
    }
}

fn written<'w>(words: impl IntoIterator<Item = &'w Word>) -> String {
    let mut text = String::new();
    for word in words {
        word.add_to(&mut text);
    }
    text
}

/// What is no URI is percent-encoded.
fn for_a_uri(text: &str) -> String {
    let is_sent = |byte: u8| byte.is_ascii_graphic() && !b"\"<>\\^`{|}#?".contains(&byte);
    let byte = |byte: u8| if is_sent(byte) { char::from(byte).to_string() } else { format!("%{byte:02X}") };
    text.bytes().map(byte).collect()
}

impl Json {
    fn value(&self) -> Value {
        match self {
            Self::Null => Value::Null,
            Self::Bool(bool) => (*bool).into(),
            Self::Small(number) => (*number).into(),
            Self::Integer(number) => (*number).into(),
            Self::Float(number) => (*number).into(),
            Self::Text(word) => written([word]).into(),
            Self::Long(words) => written(words).into(),
            Self::Array(values) => values.iter().map(Self::value).collect(),
            Self::Object(fields) => {
                fields.iter().map(|(key, value)| (written([key]), value.value())).collect()
            }
        }
    }
}

fn proper_meta() -> Value {
    json!({
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
        "io.modelcontextprotocol/clientInfo": { "name": "raw", "version": "1" },
    })
}

impl Message {
    fn value(&self) -> Value {
        let mut message = json!({ "jsonrpc": if self.is_version_2 { "2.0" } else { "1.0" } });
        if let Some(id) = &self.id {
            message["id"] = id.value();
        }
        if let Some(method) = &self.method {
            message["method"] = written([method]).into();
        }
        let mut params = self.params.as_ref().map(Json::value);
        let meta = match &self.meta {
            Meta::None => None,
            Meta::Proper => Some(proper_meta()),
            Meta::Without(at) => {
                let keys = proper_meta();
                let kept = keys.as_object().into_iter().flatten().enumerate();
                let kept = kept.filter(|(nth, _)| nth % 3 != usize::from(at % 3));
                Some(kept.map(|(_, (key, value))| (key.clone(), value.clone())).collect())
            }
            Meta::Version(version) => {
                let mut meta = proper_meta();
                meta["io.modelcontextprotocol/protocolVersion"] = written([version]).into();
                Some(meta)
            }
            Meta::Any(json) => Some(json.value()),
        };
        if let Some(meta) = meta {
            match &mut params {
                Some(Value::Object(fields)) => {
                    fields.insert("_meta".into(), meta);
                }
                Some(_) => {}
                None => params = Some(json!({ "_meta": meta })),
            }
        }
        message.as_object_mut().into_iter().for_each(|fields| {
            fields.extend(params.take().map(|params| ("params".to_owned(), params)));
        });
        message
    }
}

#[cfg(test)]
impl Known {
    const ALL: [Self; 16] = [
        Self::ListTools,
        Self::ListPrompts,
        Self::ListResources,
        Self::ListTemplates,
        Self::Call,
        Self::CallBuiltIn,
        Self::Get,
        Self::ReadFixed,
        Self::ReadItem,
        Self::CompletePrompt,
        Self::CompleteItem,
        Self::Subscribe,
        Self::Unsubscribe,
        Self::Listen,
        Self::Discover,
        Self::Initialize,
    ];
}

impl Of {
    /// What the names of its components start with.
    fn start(&self) -> String {
        match self {
            Self::Open => "open".into(),
            Self::Unselected => UNSELECTED.into(),
            Self::Unpublished => UNPUBLISHED.into(),
            Self::Any(word) => written([word]),
        }
    }
}

impl Known {
    fn value(self, of: &Of, more: &[(Word, Json)]) -> Value {
        let of = of.start();
        let item = format!("{of}://item/{{id}}");
        let reference = |reference: Value, name: &str| json!({ "ref": reference, "argument": { "name": name, "value": "7" } });
        let (method, mut params) = match self {
            Self::ListTools => ("tools/list", json!({})),
            Self::ListPrompts => ("prompts/list", json!({})),
            Self::ListResources => ("resources/list", json!({})),
            Self::ListTemplates => ("resources/templates/list", json!({})),
            Self::Call => {
                ("tools/call", json!({ "name": format!("{of}_tool"), "arguments": { "wish": "x" } }))
            }
            Self::CallBuiltIn => ("tools/call", json!({ "name": "list_server_toolsets", "arguments": {} })),
            Self::Get => {
                ("prompts/get", json!({ "name": format!("{of}_prompt"), "arguments": { "wish": "x" } }))
            }
            Self::ReadFixed => ("resources/read", json!({ "uri": format!("{of}://fixed") })),
            Self::ReadItem => ("resources/read", json!({ "uri": format!("{of}://item/7") })),
            Self::CompletePrompt => {
                let prompt = json!({ "type": "ref/prompt", "name": format!("{of}_prompt") });
                ("completion/complete", reference(prompt, "wish"))
            }
            Self::CompleteItem => {
                ("completion/complete", reference(json!({ "type": "ref/resource", "uri": item }), "id"))
            }
            Self::Subscribe => ("resources/subscribe", json!({ "uri": format!("{of}://fixed") })),
            Self::Unsubscribe => ("resources/unsubscribe", json!({ "uri": format!("{of}://item/7") })),
            Self::Listen => {
                let uris = [format!("{of}://fixed"), "open://fixed".into()];
                ("subscriptions/listen", json!({ "notifications": { "resourceSubscriptions": uris } }))
            }
            Self::Discover => ("server/discover", json!({})),
            Self::Initialize => ("initialize", initialize()),
        };
        if !matches!(self, Self::Initialize) {
            params["_meta"] = proper_meta();
        }
        let more = more.iter().map(|(key, value)| (written([key]), value.value()));
        params.as_object_mut().into_iter().for_each(|params| params.extend(more.clone()));
        json!({ "jsonrpc": "2.0", "id": 1, "method": method, "params": params })
    }
}

fn initialize() -> Value {
    json!({ "protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": { "name": "raw", "version": "1" } })
}

impl Payload {
    fn bytes(&self) -> Vec<u8> {
        let text = |value: Value| value.to_string().into_bytes();
        match self {
            Self::Message(message) => text(message.value()),
            Self::Known(known, of, more) => text(known.value(of, more)),
            Self::Batch(messages) => text(messages.iter().map(Message::value).collect()),
            Self::Broken(message, others) => {
                let mut bytes = text(message.value());
                for (at, other) in others {
                    let at = usize::from(*at) % bytes.len();
                    bytes[at] = *other;
                }
                bytes
            }
            Self::Cut(message, at) => {
                let mut bytes = text(message.value());
                bytes.truncate(usize::from(*at) % bytes.len());
                bytes
            }
            Self::Bytes(bytes) => bytes.clone(),
        }
    }
}

/// The header that stands for the session that was opened.
const IN_SESSION: &str = "mcp-session-id";

/// A request as it is sent.
#[derive(Clone)]
struct Sent {
    verb: Method,
    uri: String,
    headers: Vec<(&'static str, Vec<u8>)>,
    in_session: bool,
    body: Vec<u8>,
}

impl Asks {
    fn sent(&self, session: Option<&[Word]>) -> Sent {
        match self {
            Self::Plain { known, of, in_session } => {
                let body = known.value(of, &[]).to_string().into_bytes();
                let uri = addressed("/mcp", session.map(written));
                let headers = proper_headers(&body, *in_session);
                Sent { verb: Method::POST, uri, headers, in_session: *in_session, body }
            }
            Self::Odd(odd) => odd.sent(session),
        }
    }
}

/// A path with a query.
fn addressed(path: &str, query: Option<String>) -> String {
    query.map_or(path.to_owned(), |query| format!("{path}?{}", for_a_uri(&query)))
}

impl Odd {
    fn sent(&self, session: Option<&[Word]>) -> Sent {
        let verb = match self.verb {
            Verb::Post | Verb::PostAgain | Verb::PostOnceMore => Method::POST,
            Verb::Get => Method::GET,
            Verb::Delete => Method::DELETE,
            Verb::Options => Method::OPTIONS,
            Verb::Head => Method::HEAD,
            Verb::Put => Method::PUT,
        };
        let path: String = match &self.path {
            Path::Mcp => "/mcp".into(),
            Path::McpSlash => "/mcp/".into(),
            Path::McpSelecting(words) => format!("/mcp/x/{}", for_a_uri(&written(words))),
            Path::Toolsets => "/toolsets".into(),
            Path::ToolsetsSelecting(words) => format!("/toolsets/x/{}", for_a_uri(&written(words))),
            Path::Health => "/healthz".into(),
            Path::Other(words) => format!("/{}", for_a_uri(&written(words))),
        };
        let query = match &self.query {
            Query::Same => session.map(written),
            Query::Of(words) => Some(written(words)),
        };
        let uri = addressed(&path, query);
        let body = self.body.bytes();
        let mut headers = Vec::new();
        if self.is_proper {
            headers.extend(proper_headers(&body, self.in_session));
        }
        headers.extend(self.headers.iter().map(Header::line));
        Sent { verb, uri, headers, in_session: self.in_session, body }
    }
}

/// The headers that a body must have.
fn proper_headers(body: &[u8], in_session: bool) -> Vec<(&'static str, Vec<u8>)> {
    let mut headers = vec![
        ("host", b"localhost".to_vec()),
        ("accept", b"application/json, text/event-stream".to_vec()),
        ("content-type", b"application/json".to_vec()),
    ];
    if !in_session && let Ok(message) = serde_json::from_slice::<Value>(body) {
        let text = |value: &Value| value.as_str().map(|text| text.as_bytes().to_vec());
        if message["method"] != "initialize" {
            headers.push(("mcp-protocol-version", b"2026-07-28".to_vec()));
            headers.extend(text(&message["method"]).map(|method| ("mcp-method", method)));
        }
        let name = text(&message["params"]["name"]).or_else(|| text(&message["params"]["uri"]));
        headers.extend(name.map(|name| ("mcp-name", name)));
    }
    headers
}

impl Header {
    fn line(&self) -> (&'static str, Vec<u8>) {
        let (name, value) = match self {
            Self::Accept(word) => ("accept", written([word])),
            Self::ContentType(word) => ("content-type", written([word])),
            Self::Version(word) => ("mcp-protocol-version", written([word])),
            Self::Method(word) => ("mcp-method", written([word])),
            Self::Name(words) => ("mcp-name", written(words)),
            Self::Parameter(words) => ("mcp-param-wish", written(words)),
            Self::Host(words) => ("host", written(words)),
            Self::Origin(words) => ("origin", written(words)),
            Self::Selection(words) => ("x-mcp-toolsets", written(words)),
            Self::Session(words) => (IN_SESSION, written(words)),
            Self::LastEvent(word) => ("last-event-id", written([word])),
        };
        (name, value.into_bytes())
    }
}

impl Sent {
    /// The same with one name for another.
    fn with(&self, name: &str, other: &str) -> Self {
        let mut sent = self.clone();
        sent.uri = sent.uri.replace(name, other);
        sent.body = replaced(&sent.body, name, other);
        for (_, value) in &mut sent.headers {
            *value = replaced(value, name, other);
        }
        sent
    }

    /// `None` where HTTP has no such request.
    fn request(&self, session: Option<&HeaderValue>) -> Option<Request<Body>> {
        let mut request = Request::new(Body::from(self.body.clone()));
        *request.method_mut() = self.verb.clone();
        *request.uri_mut() = self.uri.parse::<Uri>().ok()?;
        for (name, value) in &self.headers {
            // In session, the header of the one that was opened is there and no other.
            if !(self.in_session && *name == IN_SESSION) {
                let value = HeaderValue::from_bytes(value).ok()?;
                request.headers_mut().append(HeaderName::from_static(name), value);
            }
        }
        let session = session.filter(|_| self.in_session).cloned();
        request.headers_mut().extend(session.map(|session| (HeaderName::from_static(IN_SESSION), session)));
        Some(request)
    }

    /// What it says: as it is written, then with what is encoded read, perhaps twice, in JSON or in a URL.
    fn readings(&self) -> [String; 4] {
        let mut text = self.uri.clone().into_bytes();
        for (_, value) in &self.headers {
            text.push(b'\n');
            text.extend_from_slice(value);
        }
        text.push(b'\n');
        text.extend_from_slice(&self.body);
        let written = String::from_utf8_lossy(&text).into_owned();
        let once = unescaped(&written);
        let twice = unescaped(&once);
        let thrice = unescaped(&twice);
        [written, once, twice, thrice]
    }

    /// Whether a name stands in it, however it is written.
    fn says(&self, name: &str) -> bool {
        self.readings().iter().any(|text| text.to_lowercase().contains(name))
    }

    /// Whether another request says the same with one name for another. Where a name is partly encoded, or its first letters
    /// belong to an escape, as in `%7extra`, the bytes that look like it are not it.
    fn differs_only_by(&self, name: &str, never: &str, other: &Self) -> bool {
        let mut pairs = self.readings().into_iter().zip(other.readings());
        pairs.all(|(text, other)| text.replace(name, never) == other)
    }
}

impl fmt::Debug for Sent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} {} (in session: {})", self.verb, self.uri, self.in_session)?;
        for (name, value) in &self.headers {
            writeln!(f, "{name}: {}", value.escape_ascii())?;
        }
        writeln!(f, "{}", self.body.escape_ascii())
    }
}

/// The same with one name for another of its length.
fn replaced(bytes: &[u8], name: &str, other: &str) -> Vec<u8> {
    let mut replaced = bytes.to_vec();
    for at in 0..replaced.len() {
        if replaced[at..].starts_with(name.as_bytes()) {
            replaced[at..at + name.len()].copy_from_slice(other.as_bytes());
        }
    }
    replaced
}

/// `%73` and `\u0073` are what they stand for.
fn unescaped(text: &str) -> String {
    let mut unescaped = String::new();
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let (form, digits) = if rest.starts_with("\\u") { (2, 4) } else { (1, 2) };
        let code = rest.get(form..form + digits).filter(|_| next == '%' || form == 2);
        let decoded = code.and_then(|code| char::from_u32(u32::from_str_radix(code, 16).ok()?));
        unescaped.push(decoded.unwrap_or(next));
        rest = &rest[decoded.map_or(next.len_utf8(), |_| form + digits)..];
    }
    unescaped
}

/// An answer as it came.
#[derive(PartialEq, Eq)]
struct Told {
    status: StatusCode,
    headers: Vec<(String, Vec<u8>)>,
    body: Vec<u8>,
    /// Whether the body came to its end.
    ended: bool,
}

impl fmt::Debug for Told {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{} (ended: {})", self.status, self.ended)?;
        for (name, value) in &self.headers {
            writeln!(f, "{name}: {}", value.escape_ascii())?;
        }
        writeln!(f, "{}", String::from_utf8_lossy(&self.body))
    }
}

impl Told {
    fn header(&self, name: &str) -> Option<&[u8]> {
        self.headers.iter().find(|(known, _)| known == name).map(|(_, value)| &**value)
    }

    /// The messages in it, where it is a protocol's answer.
    fn messages(&self) -> Option<Vec<Value>> {
        match self.header("content-type")? {
            b"application/json" => Some(vec![serde_json::from_slice(&self.body).expect("JSON, as it says")]),
            b"text/event-stream" => {
                let text = std::str::from_utf8(&self.body).expect("events are UTF-8");
                let data = text.lines().filter_map(|line| line.strip_prefix("data:").map(str::trim));
                let data = data.filter(|data| !data.is_empty());
                Some(data.map(|data| serde_json::from_str(data).expect("a message an event")).collect())
            }
            _ => None,
        }
    }

    fn contains(&self, name: &str) -> bool {
        let is_there = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_lowercase().contains(name);
        is_there(&self.body) || self.headers.iter().any(|(_, value)| is_there(value))
    }

    fn with(&self, name: &str, other: &str) -> Self {
        let headers =
            self.headers.iter().map(|(header, value)| (header.clone(), replaced(value, name, other)));
        let body = replaced(&self.body, name, other);
        Self { status: self.status, headers: headers.collect(), body, ended: self.ended }
    }
}

/// Longer than any call may take. The clock is paused and goes on where nothing else does, so nobody waits.
const FOR_EVER: Duration = Duration::from_hours(1);
/// How long a stream is silent once everything was said.
const SILENT: Duration = Duration::from_secs(1);

/// Sends requests one by one to a router of their own, and returns what was told to each.
fn exchange(requests: &[Sent]) -> Vec<Option<Told>> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_time().start_paused(true).build();
    let runtime = runtime.expect("a runtime");
    runtime.block_on(async {
        let mut router = router(deployment(), &HttpOptions::default());
        let mut session = None;
        let mut told = Vec::new();
        for sent in requests {
            let Some(request) = sent.request(session.as_ref()) else {
                told.push(None);
                continue;
            };
            let response = timeout(FOR_EVER, router.call(request)).await.expect("an answer");
            let (parts, body) = response.expect("a router answers").into_parts();
            let (body, ended) = received(body).await;
            let mut headers: Vec<(String, Vec<u8>)> = Vec::new();
            for (name, value) in &parts.headers {
                if name == IN_SESSION {
                    session = session.or_else(|| Some(value.clone()));
                    headers.push((name.to_string(), b"a session".to_vec()));
                } else {
                    headers.push((name.to_string(), value.as_bytes().to_vec()));
                }
            }
            headers.sort();
            told.push(Some(Told { status: parts.status, headers, body, ended }));
        }
        told
    })
}

async fn received(body: Body) -> (Vec<u8>, bool) {
    let mut stream = body.into_data_stream();
    let mut received = Vec::new();
    loop {
        match timeout(SILENT, stream.next()).await {
            Ok(Some(piece)) => {
                let piece: Bytes = piece.expect("a body does not fail");
                received.extend_from_slice(&piece);
            }
            Ok(None) => return (received, true),
            Err(_) => return (received, false),
        }
    }
}

impl Case {
    /// Panics where a law is broken.
    pub(crate) fn holds(&self) {
        let session = self.session.as_deref();
        let opening = session.into_iter().flat_map(opening);
        let requests: Vec<Sent> =
            opening.chain(self.requests.iter().map(|asks| asks.sent(session))).collect();
        let answers = exchange(&requests);
        for (sent, told) in requests.iter().zip(&answers) {
            if let Some(told) = told {
                is_an_answer(sent, told);
            }
        }
        let is_open = |told: &Told| told.header(IN_SESSION).is_some();
        if session.is_some() && answers[0].as_ref().is_some_and(is_open) {
            is_unknown_elsewhere(&requests, &answers);
        }
        let is_selected = requests.iter().any(|sent| selected(sent).is_some_and(|set| set.contains("spare")));
        for (name, never) in NEVER {
            if name == UNPUBLISHED || !is_selected {
                tells_nothing_of(name, never, &requests, &answers);
            }
        }
    }
}

/// Each use of each toolset's components, in a session and without.
#[cfg(test)]
pub(crate) fn every_use() -> impl Iterator<Item = Case> {
    let ofs: [fn() -> Of; 3] = [|| Of::Open, || Of::Unselected, || Of::Unpublished];
    let uses = Known::ALL.into_iter().flat_map(move |known| ofs.map(|of| (known, of)));
    uses.flat_map(|(known, of)| [true, false].map(|in_session| (known, of, in_session))).map(
        |(known, of, in_session)| Case {
            session: in_session.then(Vec::new),
            requests: vec![Asks::Plain { known, of: of(), in_session }],
        },
    )
}

/// The two requests that open a session.
fn opening(query: &[Word]) -> [Sent; 2] {
    let uri = format!("/mcp?{}", for_a_uri(&written(query)));
    let send = |body: Value, in_session| {
        let body = body.to_string().into_bytes();
        let headers = proper_headers(&body, true);
        Sent { verb: Method::POST, uri: uri.clone(), headers, in_session, body }
    };
    [
        send(json!({ "jsonrpc": "2.0", "id": 0, "method": "initialize", "params": initialize() }), false),
        send(json!({ "jsonrpc": "2.0", "method": "notifications/initialized" }), true),
    ]
}

/// What a request gets of the toolsets, if it is one.
fn selected(sent: &Sent) -> Option<ActiveSet> {
    let (parts, _) = sent.request(None)?.into_parts();
    deployment().active_for_request(&parts).ok()
}

/// A session that the first request opened answers as none to those who select otherwise.
fn is_unknown_elsewhere(requests: &[Sent], answers: &[Option<Told>]) {
    let opened = selected(&requests[0]);
    for (sent, told) in requests.iter().zip(answers) {
        if sent.in_session && selected(sent) != opened {
            let mut elsewhere = Sent { in_session: false, ..sent.clone() };
            elsewhere.headers.retain(|(name, _)| *name != IN_SESSION);
            elsewhere.headers.push((IN_SESSION, b"00000000-0000-4000-8000-000000000000".to_vec()));
            assert_eq!(*told, exchange(&[elsewhere])[0], "{sent:?}");
        }
    }
}

/// An answer of HTTP's and JSON-RPC's: no fault of the server's, and of this request.
fn is_an_answer(sent: &Sent, told: &Told) {
    let status = told.status.as_u16();
    let is_busy = status == 503 && told.header("retry-after").is_some();
    assert!(status < 500 || is_busy, "{status} to {sent:?}: {}", String::from_utf8_lossy(&told.body));
    let message = serde_json::from_slice::<Value>(&sent.body).unwrap_or_default();
    let id = &message["id"];
    let is_request = message["method"].is_string() && (id.is_string() || id.is_i64());
    let is_mcp = sent.verb == Method::POST && sent.uri.starts_with("/mcp");
    if !is_mcp {
        return;
    }
    let messages = match told.messages() {
        Some(messages) => messages,
        None if status == 202 => {
            assert!(told.body.is_empty() && !is_request, "a request is answered: {sent:?}");
            return;
        }
        None => {
            assert!((400..500).contains(&status), "{status} without a message to {sent:?}");
            assert!(told.ended && std::str::from_utf8(&told.body).is_ok(), "a plain refusal");
            return;
        }
    };
    let mut answers = 0;
    for answer in &messages {
        assert_eq!(answer["jsonrpc"], "2.0", "{answer}");
        let (has_result, has_error) = (answer.get("result").is_some(), answer.get("error").is_some());
        if has_result || has_error {
            answers += 1;
            assert!(has_result != has_error, "one of them: {answer}");
            let is_this = answer["id"] == *id;
            assert!(is_this || has_error && answer["id"].is_null(), "{answer} is no answer to {sent:?}");
            assert!(has_error == answer["error"]["code"].is_i64(), "{answer}");
        }
    }
    let is_stream = message["method"] == "subscriptions/listen";
    assert!(answers == 1 || is_stream && !told.ended, "{answers} answers to {sent:?}: {messages:?}");
    assert!(told.ended || is_stream, "an answer ends: {sent:?}");
}

/// Nobody can tell what is withheld from what never was: who does not say the name is not told it, and who says it is
/// told the same as of another.
fn tells_nothing_of(name: &str, never: &str, requests: &[Sent], answers: &[Option<Told>]) {
    if requests.iter().any(|sent| sent.says(never)) {
        return;
    }
    if !requests.iter().any(|sent| sent.says(name)) {
        for (sent, told) in requests.iter().zip(answers) {
            assert!(
                !told.as_ref().is_some_and(|told| told.contains(name)),
                "`{name}` in {told:?} to {sent:?}"
            );
        }
        return;
    }
    let others: Vec<Sent> = requests.iter().map(|sent| sent.with(name, never)).collect();
    let mut pairs = requests.iter().zip(&others);
    if !pairs.all(|(sent, other)| sent.differs_only_by(name, never, other)) {
        return;
    }
    for ((sent, told), other) in requests.iter().zip(answers).zip(exchange(&others)) {
        // What was written otherwise stands for itself in both.
        let with = |told: &Told| told.with(name, never);
        assert_eq!(told.as_ref().map(with), other.as_ref().map(with), "{sent:?}");
    }
}
