//! Writes the snapshot, and what holds the reviewed file equal to it.

use std::{env, path::Path};

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::model::{Holds, Model, Snapshot};
use crate::tokens::{in_parentheses, respan};

/// What a person sets to accept what differs.
const VARIABLE: &str = "PEGBOARD_SNAPSHOT";

/// The length of the snapshot, which the compiler needs to know before it writes one.
pub(crate) fn length(model: &Model<'_>) -> TokenStream {
    let Model { private: p, ident, .. } = model;
    quote! {
        const __PEGBOARD_JSON: #p::primitive::usize =
            #p::toolsets_json_length::<{ __PEGBOARD_COMPONENTS + 1 }>(<#ident as #p::Server>::CATALOG);
    }
}

/// The constants of `Server`.
pub(crate) fn constants(model: &Model<'_>) -> TokenStream {
    let Model { private: p, ident, .. } = model;
    // A build that accepts is one of its own, so that the next ordinary one is another.
    let accepts = model
        .snapshot
        .filter(|snapshot| snapshot.holds == Holds::Build)
        .map(|_| quote!(const ACCEPTS: #p::primitive::bool = #p::accepts(#p::core::option_env!(#VARIABLE));));
    quote! {
        const TOOLSETS_JSON: &'static #p::primitive::str = #p::text(
            &#p::toolsets_json::<__PEGBOARD_JSON, { __PEGBOARD_COMPONENTS + 1 }>(<#ident as #p::Server>::CATALOG),
        );
        #accepts
    }
}

/// The test, and where it is wanted the check of the compiler.
pub(crate) fn held(model: &Model<'_>) -> Option<TokenStream> {
    let Model { private: p, ident, name, .. } = model;
    let Snapshot { path, holds } = model.snapshot?;
    let test = format_ident!("snapshot_of_{}", ident.to_string().to_lowercase());
    let server = quote!(<#ident as #p::Server>);
    let root = quote!(#p::core::env!("CARGO_MANIFEST_DIR"));
    let package = quote!(#p::core::env!("CARGO_PKG_NAME"));
    let denied = (holds == Holds::Build).then(|| denied(model, path));
    Some(quote! {
        #[cfg(test)]
        #[::core::prelude::v1::test]
        fn #test() {
            #p::assert_snapshot(#name, #package, #root, #path, #server::TOOLSETS_JSON);
        }
        #denied
    })
}

fn denied(model: &Model<'_>, path: &syn::LitStr) -> TokenStream {
    let Model { private: p, ident, .. } = model;
    let accepts = env::var(VARIABLE).is_ok_and(|value| value == "accept");
    let root = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let package = quote!(#p::core::env!("CARGO_PKG_NAME"));
    let at = path.span();
    if accepts {
        return TokenStream::new();
    }
    if !Path::new(&root).join(path.value()).is_file() {
        let call = respan(quote!(#p::missing_snapshot), at);
        let arguments = in_parentheses(quote!(<#ident as #p::Server>::CATALOG, #package, #path), at);
        return quote!(const _: () = #call #arguments;);
    }
    let call = respan(quote!(#p::check_snapshot), at);
    let file = quote! {
        #p::core::include_str!(#p::core::concat!(#p::core::env!("CARGO_MANIFEST_DIR"), "/", #path))
    };
    let server = quote!(<#ident as #p::Server>);
    let arguments =
        in_parentheses(quote!(#server::CATALOG, #package, #path, #server::TOOLSETS_JSON, #file), at);
    quote!(const _: () = #call #arguments;)
}
