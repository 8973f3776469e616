//! One collector for every mistake of an expansion, so that all are reported together.

use proc_macro2::{Span, TokenStream};
use syn::Error;

/// The mistakes found so far, in the order in which they were found.
#[derive(Default)]
pub(crate) struct Errors {
    found: Vec<Error>,
}

impl Errors {
    /// Adds a mistake at the token that must change.
    pub(crate) fn add(&mut self, at: Span, message: impl Into<String>) {
        self.found.push(Error::new(at, message.into()));
    }

    /// Adds what syn found; a combined error stays one error a mistake.
    pub(crate) fn push(&mut self, error: Error) {
        self.found.extend(error);
    }

    /// Adds all that another collector holds.
    pub(crate) fn append(&mut self, others: Self) {
        self.found.extend(others.found);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    /// `compile_error!` for each mistake.
    pub(crate) fn into_tokens(self) -> TokenStream {
        self.found.into_iter().map(Error::into_compile_error).collect()
    }
}
