//! Writes the mistakes of a server with what keeps rustc from saying more of it.

use proc_macro2::TokenStream;
use quote::quote;

use super::read::Composition;
use crate::{crate_path, errors::Errors};

/// The mistakes, and a server without components, so that nothing else is said about the struct.
pub(crate) fn broken(composition: &Composition, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    if composition.generic.is_some() {
        return errors;
    }
    let p = crate_path::private(composition.args.krate.as_ref());
    let ident = &composition.ident;
    let used = composition.fields.iter().map(|field| &field.ident);
    quote! {
        #errors
        const _: () = {
            #[automatically_derived]
            impl #p::Composed for #ident {
                const COMPOSITION: &'static #p::Composition = &#p::Composition::BROKEN;
            }
            #[automatically_derived]
            impl #p::Dispatch for #ident {
                fn call(&self, _: #p::Address, _: #p::Call) -> #p::Called<'_> {
                    // Read, so that no field looks unused beside the mistake.
                    let _ = (#(&self.#used,)*);
                    #p::no_such_index()
                }
                fn get(&self, _: #p::Address, _: #p::Get) -> #p::Got<'_> {
                    #p::no_such_index()
                }
                fn read(&self, _: #p::Address, _: #p::Read) -> #p::ReadBack<'_> {
                    #p::no_such_index()
                }
                fn complete(&self, _: #p::Address, _: #p::Complete) -> #p::Completed<'_> {
                    #p::no_such_index()
                }
                fn wakings(&self) -> #p::Wakings {
                    #p::wakings([])
                }
                fn start(&self, _: #p::primitive::u16) -> #p::Hook<'_> {
                    #p::no_hook()
                }
                fn stop(&self, _: #p::primitive::u16) -> #p::Hook<'_> {
                    #p::no_hook()
                }
            }
            #[automatically_derived]
            impl #p::Server for #ident {
                const CATALOG: &'static #p::Catalog = &#p::Catalog::BROKEN;
                const TOOLSETS_JSON: &'static #p::primitive::str = "";
                fn shared(self) -> #p::Arc<#p::Erased> {
                    #p::never(self)
                }
            }
        };
    }
}
