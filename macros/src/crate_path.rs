//! The path by which generated code reaches the runtime.

use proc_macro2::TokenStream;
use quote::quote;
use syn::Path;

/// `::pegboard::__private`, or the same below the path that `crate = …` gives.
pub(crate) fn private(krate: Option<&Path>) -> TokenStream {
    match krate {
        Some(path) => quote!(#path::__private),
        None => quote!(::pegboard::__private),
    }
}
