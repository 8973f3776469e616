//! The command of a server's binary: `serve`, `stdio`, `toolsets`, `instructions`.

mod args;
mod construct;
mod logging;
mod output;
#[cfg(feature = "http")]
mod serve;
#[cfg(any(feature = "http", feature = "stdio"))]
mod signal;

#[cfg(feature = "stdio")]
use std::time::Duration;
use std::{future::Future, pin::Pin, process::ExitCode, sync::Arc};

use args::{Options, Parsed, Task};
pub use construct::{AtOnce, Construct, Constructor, Later};

use crate::{
    catalog::{
        Catalog,
        declare::{Erased, Server},
    },
    decisions::Decisions,
    deployment::{Builder, Deployment},
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
    // Erased, so that this crate and not the user's compiles what serves.
    let construct: Construction = Box::new(|| {
        Box::pin(async {
            let server = constructor.construct().await.map_err(construct::chain)?;
            Ok(server.shared())
        })
    });
    boxed(<C::Server as Server>::CATALOG, construct)
}

type Construction = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = Result<Arc<Erased>, String>>>>>;

/// Boxed here: the body of an `async fn` is compiled where it is awaited.
fn boxed(catalog: &'static Catalog, construct: Construction) -> Pin<Box<dyn Future<Output = ExitCode>>> {
    Box::pin(run_erased(catalog, construct))
}

async fn run_erased(catalog: &'static Catalog, construct: Construction) -> ExitCode {
    let task = match args::parse(catalog, std::env::args_os()) {
        Ok(Parsed::Task(task)) => *task,
        Ok(Parsed::Said(text)) => return output::print(&text),
        Err(usage) => {
            output::complain(&usage);
            return ExitCode::from(2);
        }
    };
    match perform(catalog, task, construct).await {
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
async fn perform(catalog: &'static Catalog, task: Task, construct: Construction) -> Result<(), String> {
    match task {
        Task::Toolsets(options, query) => output::toolsets(&served(catalog, &options)?, query.as_deref()),
        Task::Instructions(options, query, explain) => {
            output::instructions(&served(catalog, &options)?, query.as_deref(), explain)
        }
        #[cfg(feature = "http")]
        Task::Serve(options, http) => {
            logging::start(&options)?;
            serve::serve(deploy(served(catalog, &options)?, construct).await?, &http).await
        }
        #[cfg(feature = "stdio")]
        Task::Stdio(options, time) => {
            logging::start(&options)?;
            let selection = options.toolsets.clone().unwrap_or_default();
            let deployment = deploy(decide(catalog, &options), construct).await?;
            crate::unknown_names::warn(&deployment.decisions().resolve(&selection).unknown);
            stdio(deployment, &selection, time).await
        }
    }
}

/// Serves standard input and output until their end, or a signal.
#[cfg(feature = "stdio")]
async fn stdio(deployment: Deployment, selection: &crate::Selection, time: Duration) -> Result<(), String> {
    let calls = deployment.clone();
    tokio::select! {
        served = crate::stdio::serve(deployment, selection) => served.map_err(|error| error.to_string()),
        () = signal::end() => {
            calls.calls().none_within(time).await;
            // The runtime would wait for a read of standard input that nothing ends.
            std::process::exit(0)
        }
    }
}

fn decide(catalog: &'static Catalog, options: &Options) -> Decisions {
    Decisions::new(catalog).toolsets_tool(options.toolsets_tool).ignored_keys(options.ignored_keys.clone())
}

/// What is served over HTTP: there `--toolsets` is the default selection, and must be right.
fn served(catalog: &'static Catalog, options: &Options) -> Result<Decisions, String> {
    let decisions = decide(catalog, options).default_selection(options.toolsets.clone());
    decisions.check().map_err(|error| error.to_string())?;
    Ok(decisions)
}

/// Constructs the server, once everything that could be refused before it was not.
async fn deploy(decisions: Decisions, construct: Construction) -> Result<Deployment, String> {
    decisions.check().map_err(|error| error.to_string())?;
    let server = construct()
        .await
        .map_err(|cause| format!("cannot start {}: {cause}", decisions.catalog().identity().name))?;
    Builder::from_parts(decisions, server).build().map_err(|error| error.to_string())
}
