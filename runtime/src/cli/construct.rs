//! What a constructor may give: a server, or a `Result` of one.

use std::error::Error;

use crate::catalog::declare::Server;

/// The outcome of constructing a server.
pub trait Construct {
    /// The server.
    type Server: Server;

    /// The server, or why there is none.
    fn construct(self) -> Result<Self::Server, Box<dyn Error>>;
}

impl<S: Server> Construct for S {
    type Server = S;

    fn construct(self) -> Result<S, Box<dyn Error>> {
        Ok(self)
    }
}

impl<S: Server, E: Into<Box<dyn Error + Send + Sync>>> Construct for Result<S, E> {
    type Server = S;

    fn construct(self) -> Result<S, Box<dyn Error>> {
        self.map_err(|error| error.into() as Box<dyn Error>)
    }
}

/// What [`run`](super::run) takes: a function that constructs the server, async or not, fallible or not.
#[diagnostic::on_unimplemented(
    message = "`{Self}` constructs no server",
    label = "not a function that gives a server",
    note = "give what constructs it, as in `run(async || Host {{ … }})`; it may fail, with a `Result`",
    note = "a server is a struct under `#[derive(Server)]`, with `#[server(name = \"…\")]`"
)]
pub trait Constructor<How>: 'static {
    /// The server.
    #[doc(hidden)]
    type Server: Server;

    /// Constructs it.
    #[doc(hidden)]
    fn construct(self) -> impl Future<Output = Result<Self::Server, Box<dyn Error>>> + 'static;
}

/// By a function that hands out a future.
#[derive(Debug)]
pub enum Later {}

/// By a function that is done when it returns.
#[derive(Debug)]
pub enum AtOnce {}

#[diagnostic::do_not_recommend]
impl<C, F> Constructor<Later> for C
where
    C: FnOnce() -> F + 'static,
    F: Future<Output: Construct> + 'static,
{
    type Server = <F::Output as Construct>::Server;

    async fn construct(self) -> Result<Self::Server, Box<dyn Error>> {
        self().await.construct()
    }
}

#[diagnostic::do_not_recommend]
impl<C, R> Constructor<AtOnce> for C
where
    C: FnOnce() -> R + 'static,
    R: Construct + 'static,
{
    type Server = R::Server;

    async fn construct(self) -> Result<Self::Server, Box<dyn Error>> {
        self().construct()
    }
}

/// An error and its causes in one line.
#[allow(clippy::needless_pass_by_value, reason = "used as a function of `map_err`")]
pub(super) fn chain(error: Box<dyn Error>) -> String {
    let mut line = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        let text = next.to_string();
        if !line.ends_with(&text) {
            line.push_str(": ");
            line.push_str(&text);
        }
        cause = next.source();
    }
    line.replace('\n', " ")
}
