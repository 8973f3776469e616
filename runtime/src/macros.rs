//! The macros, where they are documented.

#[allow(unused_imports, reason = "what is said of the macros names them")]
use crate::{ActiveSet, ClientLog, OnDemand, Typed, Updates, rmcp};

/// Composes extensions into a server: put it on a struct with a named field for each.
///
/// The struct's attribute is `#[server(…)]`:
///
/// | key | meaning | else |
/// |---|---|---|
/// | `name = "…"` | the name that clients see | an error |
/// | `title = "…"` | the name that people see | none |
/// | `version = "…"` | the version | that of the crate |
/// | `description = "…"` | what it is for | none |
/// | `website_url = "…"` | where to read more | none |
/// | `icons = …` | anything that gives [`Icon`](rmcp::model::Icon)s | none |
/// | `instructions = "…"` | what a model reads first, in Markdown; may be repeated | none |
/// | `instructions_file = "…"` | the same from a file, by its path from the folder of Cargo.toml; may be repeated | none |
/// | `prefix = "…"` | every word of a text that starts so must be a component, and every URI of a scheme that resources have | no such rule |
/// | `instructions_budget = 2048` | how long the instructions may be under the bare URL and with each toolset alone, in UTF-16 units; 0 for any length | 2048, which is what a widely used client shows |
/// | `description_budget = 2048` | the same for the description of each component | 2048 |
/// | `snapshot = "…"` | the file that holds the reviewed `/toolsets` answer, from the folder of Cargo.toml: a generated test holds it equal | none |
/// | `snapshot_deny` | the compiler holds it equal too | not |
/// | `logging` | clients are told log messages: see [`ClientLog`] | not |
/// | `names = "mcp"` | allows tool names that MCP accepts and the common LLM APIs do not | `"llm"` |
/// | `crate = path` | where `pegboard` is, if it was renamed | `::pegboard` |
///
/// A field that is no extension gets `#[server(skip)]`.
///
/// The compiler then checks what only the whole server can know: that no two components have one name, and no two
/// toolsets could own one URI; that each toolset is described and nobody contradicts another about it; that every name in
/// every text is one of this server's, no description is ever empty, and no text is longer than clients show. It blames
/// the line that must change, also in another crate.
///
/// ```
/// use pegboard::prelude::*;
///
/// struct Clock;
///
/// /// The time.
/// #[toolset(name = "time")]
/// impl Clock {
///     /// The year.
///     #[tool(read_only)]
///     fn year() -> String {
///         "2026".into()
///     }
/// }
///
/// #[derive(Server)]
/// #[server(name = "clock", instructions = "Ask {year} before you guess.")]
/// struct Tower {
///     clock: Clock,
///     #[server(skip)]
///     height_in_metres: u32,
/// }
///
/// # let _ = Tower { clock: Clock, height_in_metres: 96 }.height_in_metres;
/// assert_eq!(Tower::CATALOG.identity().name, "clock");
/// ```
///
/// A text that names what is not there does not compile:
///
/// ```compile_fail
/// # use pegboard::prelude::*;
/// # struct Clock;
/// # /// The time.
/// # #[toolset(name = "time")]
/// # impl Clock {
/// #     /// The year.
/// #     #[tool(read_only)]
/// #     fn year() -> String { "2026".into() }
/// # }
/// #[derive(Server)]
/// #[server(name = "clock", instructions = "Ask {yaer} before you guess.")]
/// struct Tower {
///     clock: Clock,
/// }
/// ```
pub use pegboard_macros::Server;

/// Makes a function of a [`toolset`] impl a tool.
///
/// | key | meaning | else |
/// |---|---|---|
/// | `toolset = "…"` | which of the impl's toolsets it is in | the only one |
/// | `name = "…"` | the name on the wire | that of the function |
/// | `title = "…"` | the name that people see | none |
/// | `description = "…"` | what a model reads of it | the doc comment |
/// | `read_only`, `destructive`, `idempotent`, `open_world` | hints, sent as they are written: bare, or `= true`, or `= false` | not sent |
/// | `icons = …` | anything that gives [`Icon`](rmcp::model::Icon)s | none |
/// | `meta = …` | more for its `_meta`: a [`MetaObject`](rmcp::model::MetaObject) | its toolset alone |
/// | `params = T` | the arguments that an extractor of your own reads | those of `Parameters<T>` |
///
/// The function takes `&self` or no `self`, and any extractor of rmcp: `Parameters<T>` for what the model
/// sends, [`ActiveSet`], `Peer<RoleServer>`, `RequestContext<RoleServer>` and so on, or one of your own. It
/// returns what rmcp's tools return: `String`, [`Json<T>`](rmcp::Json) for structured content, `CallToolResult`, or a
/// `Result` of one. It may be async or not. `#[cfg(…)]` on it works.
///
/// ```
/// use pegboard::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// struct Arithmetic;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Terms {
///     a: i64,
///     b: i64,
/// }
///
/// #[derive(Serialize, JsonSchema)]
/// struct Sum {
///     sum: i64,
/// }
///
/// /// Sums.
/// #[toolset(name = "math")]
/// impl Arithmetic {
///     /// Adds two numbers.
///     #[tool(read_only, open_world = false)]
///     async fn add(&self, Parameters(terms): Parameters<Terms>) -> Result<Json<Sum>, String> {
///         let sum = terms.a.checked_add(terms.b).ok_or("the sum is too large; use smaller numbers")?;
///         Ok(Json(Sum { sum }))
///     }
/// }
/// ```
pub use pegboard_macros::tool;

/// Makes a function of a [`toolset`] impl a prompt: messages that a person asks for by name.
///
/// | key | meaning | else |
/// |---|---|---|
/// | `toolset`, `name`, `title`, `description`, `icons`, `meta`, `params` | as for a [`tool`] | |
///
/// The function takes `Parameters<T>` for what a person fills in (each field is text), and rmcp's extractors. It
/// returns a `String` (one message of the user), a `Vec<PromptMessage>`, a `GetPromptResult`, or a `Result` of one.
///
/// ```
/// use pegboard::prelude::*;
/// use serde::Deserialize;
///
/// struct Travel;
///
/// #[derive(Deserialize, JsonSchema)]
/// struct Trip {
///     /// Where it starts.
///     from: String,
///     to: String,
/// }
///
/// /// Journeys.
/// #[toolset(name = "travel")]
/// impl Travel {
///     /// Plans a journey from one place to another.
///     #[prompt]
///     fn plan(&self, Parameters(trip): Parameters<Trip>) -> String {
///         format!("Plan a journey from {} to {}.", trip.from, trip.to)
///     }
///
///     #[complete(prompt = "plan", argument = "from")]
///     #[complete(prompt = "plan", argument = "to")]
///     fn places(&self, typed: Typed) -> Vec<String> {
///         ["Oslo", "Osaka"].into_iter().filter(|place| place.starts_with(&typed.value)).map(Into::into).collect()
///     }
/// }
/// ```
pub use pegboard_macros::prompt;

/// Makes a function of a [`toolset`] impl a resource: something that a client reads by its URI.
///
/// | key | meaning | else |
/// |---|---|---|
/// | `uri = "…"` | the URI of one resource; it starts with `scheme://`, by which texts know it | |
/// | `uri_template = "…"` | a template of RFC 6570, level 1: each variable in braces is a parameter of its name | |
/// | `name = "…"` | the name that lists show beside the URI | that of the function |
/// | `mime_type = "…"` | the media type of what it holds | `text/plain`, `application/json` or `application/octet-stream`, by what is returned |
/// | `size = …` | bytes, where they are known | not sent |
/// | `annotations = …` | [`Annotations`](rmcp::model::Annotations): for whom, how important, when changed | not sent |
/// | `subscribe` | clients can subscribe, and [`Updates`] tells them of changes | not |
/// | `toolset`, `title`, `description`, `icons`, `meta` | as for a [`tool`] | |
///
/// A variable matches one or more characters other than `/` and is decoded once; what decodes to a `/`, a `\\`, a control
/// character or a dot segment is no URI of the template. Its parameter is whatever `FromStr` reads: a text that it does not read leaves no
/// resource there, and so does a function that returns `None`. Within a toolset a literal beats a variable; a URI that two
/// toolsets could own is a compile error. Other parameters are rmcp's extractors.
///
/// The function returns a `String`, a `Vec<u8>`, a [`Json<T>`](rmcp::Json), a `ReadResourceResult`, or an `Option` or
/// `Result` of one.
///
/// ```
/// use pegboard::prelude::*;
///
/// struct Library;
///
/// /// Books.
/// #[toolset(name = "library")]
/// impl Library {
///     /// What is there.
///     #[resource(uri = "book://index")]
///     fn index() -> String {
///         "1\n2".into()
///     }
///
///     /// The text of one book.
///     #[resource(uri_template = "book://text/{number}", mime_type = "text/markdown")]
///     async fn text(&self, number: u32) -> Option<String> {
///         (number <= 2).then(|| format!("# Book {number}"))
///     }
/// }
/// ```
pub use pegboard_macros::resource;

/// Makes a function of a [`toolset`] impl complete an argument of one of its prompts, or a variable of one of its
/// templates; may be repeated.
///
/// | keys | meaning |
/// |---|---|
/// | `prompt = "…"`, `argument = "…"` | the prompt by its name, and the field of its arguments |
/// | `resource = "…"`, `variable = "…"` | the template as it is written, and the variable |
///
/// The function takes [`Typed`], which holds the text so far and the other arguments, and rmcp's extractors. It returns a
/// `Vec<String>`, the likeliest first, of which 100 are sent; or a `CompletionInfo`, or a `Result` of one. It is asked
/// exactly where its prompt or template is active.
///
/// ```
/// use pegboard::prelude::*;
///
/// struct Library;
///
/// /// Books.
/// #[toolset(name = "library")]
/// impl Library {
///     /// The text of one book.
///     #[resource(uri_template = "book://text/{title}")]
///     fn text(title: String) -> String {
///         title
///     }
///
///     #[complete(resource = "book://text/{title}", variable = "title")]
///     fn titles(typed: Typed) -> Vec<String> {
///         ["Emma", "Ulysses"].into_iter().filter(|title| title.starts_with(&typed.value)).map(Into::into).collect()
///     }
/// }
/// ```
pub use pegboard_macros::complete;

/// Makes a function of a [`toolset`] impl run when its extension starts: with the server, or where it is
/// [`OnDemand`] when it is first asked for.
///
/// | key | meaning | else |
/// |---|---|---|
/// | `timeout = "30s"` | how long it may take, and for one on demand its recipe too: a number and `ms`, `s` or `m` | 30 s |
///
/// It takes `&self` or nothing, may be async, and returns nothing or a `Result` of nothing. Extensions start in field order;
/// one that fails stops the start of the server, and those that were started are stopped. There is at most one in an impl.
///
/// ```
/// use pegboard::prelude::*;
///
/// struct Index;
///
/// /// Finding things.
/// #[toolset(name = "search")]
/// impl Index {
///     #[on_start(timeout = "2m")]
///     async fn load(&self) -> Result<(), std::io::Error> {
///         Ok(())
///     }
///
///     #[on_stop]
///     fn flush(&self) {}
///
///     /// Finds things.
///     #[tool(read_only)]
///     fn find(&self) -> String {
///         "nothing".into()
///     }
/// }
/// ```
pub use pegboard_macros::on_start;

/// Makes a function of a [`toolset`] impl run when its extension stops: at the end of the server, the last started first,
/// or when it is stood down. Its keys and form are those of [`on_start`](macro@on_start).
///
/// It runs once for each start that went well, after the calls in flight are done, and one that fails, panics or takes too
/// long is logged and keeps nobody from theirs.
pub use pegboard_macros::on_stop;

/// Makes an impl block the extension of a server: its [`tool`]s, [`prompt`]s and [`resource`]s, in one toolset or several.
///
/// | key | meaning | else |
/// |---|---|---|
/// | `name = "…"` | the name in URLs: `[a-z0-9][a-z0-9_-]*`, at most 64 | that of the type: `Notebooks` → `notebooks` |
/// | `title = "…"` | the name that people see, and the heading of its instructions | its name |
/// | `description = "…"` | what it is for | the impl's doc comment |
/// | `instructions = "…"` | what a model reads while it is active, in Markdown; may be repeated | none |
/// | `instructions_file = "…"` | the same from a file, by its path from the folder of Cargo.toml; may be repeated | none |
/// | `default`, `default = false` | whether it is on unless the URL says otherwise | on |
/// | `always` | whether it is on whatever the URL says | not |
/// | `crate = path` | where `pegboard` is, if it was renamed | `::pegboard` |
///
/// # Instructions
///
/// A text is cut into **passages** by its Markdown: paragraphs, items of lists, rows of tables, headings with
/// what is under them. A passage is shown exactly when everything that it names is active, so no client is told
/// to call what it does not have; lists that count are renumbered.
///
/// | written | means |
/// |---|---|
/// | `{find_place}` | the tool of that name, in whichever toolset; the server must have it |
/// | `{?find_place}` | the same, but the server may lack it: then the passage is never shown |
/// | `{geo_*}` | every tool whose name starts so, at least one; shows those that are active |
/// | `{prompt:plan}` | a prompt |
/// | `{geo://places}`, `{geo://place/{id}}` | a resource by its URI, a template as it is written |
/// | `{toolset:geo}` | a toolset that the deployment publishes, active or not |
/// | `{list_server_toolsets}` | the built-in tool, where it is on |
/// | `{=find_place}` | the plain word |
/// | `{{`, `}}` | braces; in code they need not be doubled, and `{x}` is a reference there only if the server has `x` |
///
/// A word with an underscore that is a tool's or prompt's name counts as a reference without braces too, and so does the
/// URI of a resource; that of the same impl is a mistake, since a renaming would leave it behind.
///
/// Stack several `#[toolset(…)]` on one impl to declare several toolsets; each component then names its own with
/// `toolset = "…"`. Two extensions, also of two crates, may declare the same toolset: their components
/// arrive under it together.
///
/// ```
/// use pegboard::prelude::*;
///
/// struct Notebooks;
///
/// #[toolset(name = "read", description = "Looking into notebooks.")]
/// #[toolset(name = "write", description = "Changing notebooks.", default = false)]
/// impl Notebooks {
///     /// The titles of all notebooks.
///     #[tool(toolset = "read", read_only)]
///     fn list_notebooks(&self) -> String {
///         "Field notes".into()
///     }
///
///     /// Throws a notebook away.
///     #[tool(toolset = "write", destructive)]
///     fn delete_notebook(&self) {}
/// }
/// ```
pub use pegboard_macros::toolset;
