//! `#[tool]` and the other attributes of a toolset's functions where no `#[toolset]` took them: orphans.

use proc_macro2::{Span, TokenStream};
use quote::quote;

/// What `#[toolset]` leaves in the parentheses of the attributes that it took.
pub(crate) const INSIDE: &str = "__pegboard_inside_a_toolset";

/// Gives the item back, with an error unless a `#[toolset]` has marked it.
pub(crate) fn expand(attribute: &str, args: &TokenStream, item: &TokenStream) -> TokenStream {
    if args.to_string() == INSIDE {
        return item.clone();
    }
    let lost = match attribute {
        "on_start" | "on_stop" => "nothing would run it",
        _ => "nobody could switch it off",
    };
    let error = syn::Error::new(
        Span::call_site(),
        format!("`#[{attribute}]` stands in no toolset, so {lost}; write it in an `impl` block under `#[toolset(…)]` (a macro in such a block is expanded too late to be seen: let the macro write the whole block)"),
    )
    .into_compile_error();
    quote!(#error #item)
}
