//! How a component's function is run, whatever its kind: a future, and what its result becomes.

use std::{
    future::{Future, ready},
    pin::Pin,
};

use rmcp::ErrorData;

/// An answer to come.
pub(crate) type Running<'a, A> = Pin<Box<dyn Future<Output = Result<A, ErrorData>> + Send + 'a>>;

/// The answer of a function that hands out a future.
pub fn finish<'a, T: 'a, A: 'a>(
    future: impl Future<Output = T> + Send + 'a,
    answer: fn(T) -> Result<A, ErrorData>,
) -> Running<'a, A> {
    Box::pin(async move { answer(future.await) })
}

/// The answer of a function that is done.
pub fn finish_now<'a, T, A: Send + 'a>(result: T, answer: fn(T) -> Result<A, ErrorData>) -> Running<'a, A> {
    Box::pin(ready(answer(result)))
}

/// The answer to what the function does not take.
pub fn fail<'a, A: Send + 'a>(error: ErrorData) -> Running<'a, A> {
    Box::pin(ready(Err(error)))
}

/// The answer to an index that no table holds.
pub fn no_such_index<'a, A: Send + 'a>() -> Running<'a, A> {
    fail(ErrorData::internal_error("no such component", None))
}
