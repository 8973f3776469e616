//! What `#[on_start]` and `#[on_stop]` may return.

use std::{
    future::{Future, ready},
    pin::Pin,
};

use super::recipe::Cause;

/// A hook at work.
pub type Hook<'a> = Pin<Box<dyn Future<Output = Result<(), Cause>> + Send + 'a>>;

/// What a hook may return: nothing, or a `Result` of nothing.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no outcome of `#[on_start]` or `#[on_stop]`",
    label = "not what a hook returns",
    note = "return nothing, or a `Result<(), E>` whose error is a `String` or an `std::error::Error`"
)]
pub trait HookOutcome {
    /// Whether it went well.
    #[doc(hidden)]
    fn outcome(self) -> Result<(), Cause>;
}

impl HookOutcome for () {
    fn outcome(self) -> Result<(), Cause> {
        Ok(())
    }
}

impl<E: HookError> HookOutcome for Result<(), E> {
    fn outcome(self) -> Result<(), Cause> {
        self.map_err(Into::into)
    }
}

/// What a hook may fail with.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no error of `#[on_start]` or `#[on_stop]`",
    label = "not something that a log can tell",
    note = "fail with a `String`, as in `.map_err(|error| error.to_string())`, or with a type that implements `std::error::Error`"
)]
pub trait HookError: Into<Cause> {}

#[diagnostic::do_not_recommend]
impl<E: Into<Cause>> HookError for E {}

/// What came of a hook.
pub fn hook_outcome<T: HookOutcome>(outcome: T) -> Result<(), Cause> {
    outcome.outcome()
}

/// A hook that hands out a future.
pub fn hook<'a, T: 'a>(
    future: impl Future<Output = T> + Send + 'a,
    outcome: fn(T) -> Result<(), Cause>,
) -> Hook<'a> {
    Box::pin(async move { outcome(future.await) })
}

/// A hook that is done.
pub fn hook_now<'a, T>(result: T, outcome: fn(T) -> Result<(), Cause>) -> Hook<'a> {
    Box::pin(ready(outcome(result)))
}

/// No hook.
pub fn no_hook<'a>() -> Hook<'a> {
    Box::pin(ready(Ok(())))
}
