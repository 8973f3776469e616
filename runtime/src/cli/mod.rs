//! The command of a server's binary: `serve`, `stdio`, `toolsets`, `instructions`.

mod args;
mod construct;
mod logging;
mod output;
#[cfg(feature = "http")]
mod serve;

use std::{future::Future, pin::Pin, process::ExitCode, sync::Arc};

use args::{Options, Parsed, Task};
pub use construct::Construct;

use crate::{
    catalog::{
        Catalog,
        declare::{Dispatch, Server},
    },
    deployment::{Builder, Decisions, Deployment},
};

/// Runs a server's command, given how to construct the server: an async function that may fail.
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
pub fn run<C, F>(constructor: C) -> Pin<Box<dyn Future<Output = ExitCode>>>
where
    C: FnOnce() -> F + 'static,
    F: Future<Output: Construct> + 'static,
{
    type Output<F> = <F as Future>::Output;
    let catalog = <<Output<F> as Construct>::Server as Server>::CATALOG;
    // Erased and boxed, so that this crate and not the user's compiles what serves.
    let construct: Constructor = Box::new(|| {
        Box::pin(async {
            let server = constructor().await.construct().map_err(construct::chain)?;
            Ok(Arc::new(server) as Arc<dyn Dispatch>)
        })
    });
    Box::pin(run_erased(catalog, construct))
}

type Constructor = Box<dyn FnOnce() -> Pin<Box<dyn Future<Output = Result<Arc<dyn Dispatch>, String>>>>>;

async fn run_erased(catalog: &'static Catalog, construct: Constructor) -> ExitCode {
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
async fn perform(catalog: &'static Catalog, task: Task, construct: Constructor) -> Result<(), String> {
    match task {
        Task::Toolsets(options, query) => output::toolsets(&decide(catalog, &options), query.as_deref()),
        Task::Instructions(options, query) => {
            output::instructions(&decide(catalog, &options), query.as_deref());
            Ok(())
        }
        #[cfg(feature = "http")]
        Task::Serve(options, http) => {
            logging::start(&options)?;
            let decisions = decide(catalog, &options).default_selection(options.toolsets.clone());
            serve::serve(deploy(decisions, construct).await?, &http).await
        }
        #[cfg(feature = "stdio")]
        Task::Stdio(options) => {
            logging::start(&options)?;
            let selection = options.toolsets.clone().unwrap_or_default();
            let deployment = deploy(decide(catalog, &options), construct).await?;
            for name in &deployment.decisions().resolve(&selection).unknown {
                tracing::warn!("--toolsets names {name:?}, and there is no such toolset; serving without it");
            }
            crate::stdio::serve(deployment, &selection).await.map_err(|error| error.to_string())
        }
    }
}

fn decide(catalog: &'static Catalog, options: &Options) -> Decisions {
    Decisions::new(catalog).toolsets_tool(options.toolsets_tool).ignored_keys(options.ignored_keys.clone())
}

/// Constructs the server, once everything that could be refused before it was not.
async fn deploy(decisions: Decisions, construct: Constructor) -> Result<Deployment, String> {
    decisions.check().map_err(|error| error.to_string())?;
    let server = construct()
        .await
        .map_err(|cause| format!("cannot start {}: {cause}", decisions.catalog().identity().name))?;
    Builder::from_parts(decisions, server).build().map_err(|error| error.to_string())
}
