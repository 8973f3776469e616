//! The command of a server's binary: `serve`, `stdio`, `toolsets`, `instructions`, `surface`, `docs`.

mod args;
mod construct;
#[cfg(any(feature = "http", feature = "stdio"))]
mod deploy;
#[cfg(any(test, fuzzing))]
pub(crate) mod laws;
mod logging;
mod output;
mod paper;
mod publish;
#[cfg(feature = "http")]
mod serve;
#[cfg(any(feature = "http", feature = "stdio"))]
mod serving_args;
#[cfg(any(feature = "http", feature = "stdio"))]
mod signal;

use std::{fmt, future::Future, pin::Pin, process::ExitCode, sync::Arc};

use args::{Options, Parsed, Task};
pub use construct::{AtOnce, Construct, Constructor, Later};

#[cfg(feature = "stdio")]
use crate::stdio;
use crate::{
    accept,
    catalog::{
        Catalog,
        declare::{Erased, Server},
    },
    decisions::Decisions,
    subscriptions::Updates,
};

/// Runs a server's command, given how to construct the server: a function, async or not, that may fail.
///
/// The constructor runs only for `serve` and `stdio`, and only after the operator's decisions are
/// accepted; every other subcommand reads the catalog and constructs nothing.
///
/// ```no_run
/// # use pegboard::prelude::*;
/// # struct Greeter;
/// # /// Greetings.
/// # #[toolset(name = "greetings")]
/// # impl Greeter {
/// #     /// Says hello.
/// #     #[tool(read_only)]
/// #     fn hello() -> String { "Hello!".into() }
/// # }
/// # #[derive(Server)]
/// # #[server(name = "host")]
/// # struct Host { greeter: Greeter }
/// impl Host {
///     async fn connect() -> Result<Self, std::io::Error> {
///         Ok(Host { greeter: Greeter })
///     }
/// }
///
/// #[tokio::main]
/// async fn main() -> std::process::ExitCode {
///     pegboard::cli::run(Host::connect).await
/// }
/// ```
pub fn run<C: Constructor<How>, How>(constructor: C) -> Pin<Box<dyn Future<Output = ExitCode>>> {
    command(constructor).run()
}

/// The same command, not yet run.
///
/// ```no_run
/// # use pegboard::prelude::*;
/// # struct Greeter;
/// # /// Greetings.
/// # #[toolset(name = "greetings")]
/// # impl Greeter {
/// #     /// Says hello.
/// #     #[tool(read_only)]
/// #     fn hello() -> String { "Hello!".into() }
/// # }
/// # #[derive(Server)]
/// # #[server(name = "host")]
/// # struct Host { greeter: Greeter }
/// #[tokio::main]
/// async fn main() -> std::process::ExitCode {
///     pegboard::cli::command(|| Host { greeter: Greeter }).publish_variable("HOST_TOOLSETS").run().await
/// }
/// ```
pub fn command<C: Constructor<How>, How>(constructor: C) -> Command {
    // Erased, so that this crate and not the user's compiles what serves.
    let construct: Construction = Box::new(|| {
        Box::pin(async {
            let server = constructor.construct().await.map_err(construct::chain)?;
            Ok(server.shared())
        })
    });
    Command {
        catalog: <C::Server as Server>::CATALOG,
        accepts: C::Server::ACCEPTS,
        construct,
        publish_variable: PUBLISH_VARIABLE.into(),
        updates: Updates::new(),
    }
}

/// The variable that says what an instance publishes, unless the server's author gives it another name.
pub const PUBLISH_VARIABLE: &str = "MCP_TOOL_GROUPS";

/// The command of a server's binary.
pub struct Command {
    catalog: &'static Catalog,
    /// Whether this is a build that accepts what differs.
    accepts: bool,
    construct: Construction,
    publish_variable: String,
    updates: Updates,
}

impl Command {
    /// The variable that says what an instance publishes, instead of [`PUBLISH_VARIABLE`].
    #[must_use]
    pub fn publish_variable(mut self, name: impl Into<String>) -> Self {
        self.publish_variable = name.into();
        self
    }

    /// What tells of changes outside of requests; its clones tell the same clients.
    #[must_use]
    pub fn updates(mut self, updates: Updates) -> Self {
        self.updates = updates;
        self
    }

    /// Runs it with the arguments and variables of this process.
    pub fn run(self) -> Pin<Box<dyn Future<Output = ExitCode>>> {
        // Boxed here: the body of an `async fn` is compiled where it is awaited.
        Box::pin(run_erased(self))
    }
}

impl fmt::Debug for Command {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut command = f.debug_struct("Command");
        command.field("catalog", self.catalog).field("publish_variable", &self.publish_variable);
        command.finish_non_exhaustive()
    }
}

type Construction = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = Result<Arc<Erased>, String>>>>>;

async fn run_erased(command: Command) -> ExitCode {
    let Command { catalog, accepts, construct, publish_variable, updates } = command;
    if accepts {
        output::complain(&format!("error: {}\n", accept::BUILT_TO_ACCEPT));
        return ExitCode::FAILURE;
    }
    let task = match args::parse(catalog, &publish_variable, std::env::args_os()) {
        Ok(Parsed::Task(task)) => *task,
        Ok(Parsed::Said(text)) => return output::print(&text),
        Err(usage) => {
            output::complain(&usage);
            return ExitCode::from(2);
        }
    };
    // The one place that asks the environment.
    let value = std::env::var_os(&publish_variable);
    let published = |options: &Options| {
        let decisions = decide(catalog, options);
        publish::decide(decisions, options.publish.as_ref(), &publish_variable, value.as_ref())
    };
    match perform(catalog, published, task, construct, updates).await {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            output::complain(&format!("error: {message}\n"));
            ExitCode::FAILURE
        }
    }
}

#[cfg_attr(
    not(any(feature = "http", feature = "stdio")),
    allow(clippy::unused_async, unused_variables, reason = "without a transport nothing is constructed")
)]
async fn perform(
    catalog: &'static Catalog,
    decide: impl Fn(&Options) -> Result<Decisions, String>,
    task: Task,
    construct: Construction,
    updates: Updates,
) -> Result<(), String> {
    // Over HTTP `--toolsets` is the default selection, and must be right.
    let served = |options: &Options| checked(decide(options)?.default_selection(options.toolsets.clone()));
    match task {
        Task::Toolsets(options, query) => output::toolsets(&served(&options)?, query.as_deref()),
        Task::Surface => paper::surface(catalog),
        Task::Docs(file, docs) => paper::docs(catalog, &file, docs),
        Task::Instructions(options, query, explain) => {
            output::instructions(&served(&options)?, query.as_deref(), explain)
        }
        #[cfg(feature = "http")]
        Task::Serve(options, http) => {
            let decisions = served(&options)?.carriers(http.select_by.iter().copied());
            logging::start(&options)?;
            serve::serve(deploy::deploy(decisions, construct, updates, http.call_timeout).await?, &http).await
        }
        #[cfg(feature = "stdio")]
        Task::Stdio(options, times) => {
            let decisions = checked(decide(&options)?)?;
            logging::start(&options)?;
            let selection = options.toolsets.clone().unwrap_or_default();
            let deployment = deploy::deploy(decisions, construct, updates, times.call).await?;
            crate::unknown_names::warn(&deployment.decisions().resolve(&selection).unknown);
            serve_stdio(deployment, &selection, times.shutdown).await
        }
    }
}

/// Serves standard input and output until their end, or a signal.
#[cfg(feature = "stdio")]
async fn serve_stdio(
    deployment: crate::Deployment,
    selection: &crate::Selection,
    time: std::time::Duration,
) -> Result<(), String> {
    let served = stdio::serve_until(deployment, selection, signal::end(), time).await;
    let told = matches!(served, Ok(stdio::Ended::Told) | Err(stdio::StdioError::Stopping(_)));
    let served = served.map(|_| ()).map_err(|error| error.to_string());
    if told {
        if let Err(message) = &served {
            output::complain(&format!("error: {message}\n"));
        }
        // The runtime would wait for a read of standard input that nothing ends.
        std::process::exit(served.is_err().into());
    }
    served
}

fn decide(catalog: &'static Catalog, options: &Options) -> Decisions {
    Decisions::new(catalog).toolsets_tool(options.toolsets_tool).ignored_keys(options.ignored_keys.clone())
}

fn checked(decisions: Decisions) -> Result<Decisions, String> {
    decisions.check().map_err(|error| error.to_string())?;
    Ok(decisions)
}
