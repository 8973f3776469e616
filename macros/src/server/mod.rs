//! `#[derive(Server)]`: read → check → expand.

mod args;
mod broken;
mod check;
mod expand;
mod model;
mod read;
mod snapshot;

use proc_macro2::TokenStream;

use crate::errors::Errors;

/// Expands the derive; a struct with mistakes still becomes a server, one without components.
pub(crate) fn expand(input: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let Some(composition) = read::read(input, &mut errors) else {
        return errors.into_tokens();
    };
    match check::check(&composition, &mut errors) {
        Some(model) if errors.is_empty() => expand::server(&model),
        _ => broken::broken(&composition, errors),
    }
}
