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
