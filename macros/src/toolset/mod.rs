//! `#[toolset]`: read → check → expand.

mod args;
mod check;
mod completion;
mod component;
mod component_args;
mod dispatch;
mod expand;
mod hooks;
mod model;
mod read;
mod report;
mod resource;
mod signature;
mod table;
mod toolsets;

use proc_macro2::TokenStream;

use crate::errors::Errors;

/// Expands the impl block; whatever is wrong with it, its items stay.
pub(crate) fn expand(args: TokenStream, input: &TokenStream) -> TokenStream {
    let mut errors = Errors::default();
    let Some(block) = read::read(args, input, &mut errors) else {
        return expand::item_alone(input, errors);
    };
    match check::check(&block, &mut errors) {
        Some(model) if errors.is_empty() => expand::extension(&block, &model),
        _ => expand::broken(&block, errors),
    }
}
