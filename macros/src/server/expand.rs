//! Writes the composition, the catalog, the dispatch and the checks of a server; nothing here can fail.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Ident, Type, spanned::Spanned};

use super::{
    model::{Model, Names},
    snapshot,
};
use crate::tokens::{Place, in_parentheses, index, option, passages, references, respan, tracked};

/// How many mistakes of one extension are reported by name; the last says how many more there are.
const REPORTED: usize = 5;

/// The server.
pub(crate) fn server(model: &Model<'_>) -> TokenStream {
    let Model { private: p, ident, .. } = model;
    let dispatch = dispatch(model);
    let checks = checks(model);
    let composition = composition(model);
    let catalog = catalog(model);
    let own = own_text(model);
    let length = snapshot::length(model);
    let held = snapshot::held(model);
    quote! {
        #own
        #held
        const _: () = {
            #composition
            #[automatically_derived]
            #[allow(unused_variables, reason = "a server without extensions reads none of them")]
            impl #p::Dispatch for #ident {
                #dispatch
            }
            #length
            #catalog
            #checks
        };
    }
}

/// Hands each thing that can be asked to the extension that answers.
fn dispatch(model: &Model<'_>) -> TokenStream {
    let p = &model.private;
    let methods = [
        (quote!(call), quote!(Call), quote!(Called)),
        (quote!(get), quote!(Get), quote!(Got)),
        (quote!(read), quote!(Read), quote!(ReadBack)),
        (quote!(complete), quote!(Complete), quote!(Completed)),
    ];
    let methods = methods.into_iter().map(|(name, request, answer)| {
        let arms = model.extensions.iter().enumerate().map(|(at, (field, ty))| {
            let at = index(at);
            quote! {
                #at => <#ty as #p::OneToolsetImplPerType>::#name(&self.#field, __pegboard_at.index, __pegboard_request),
            }
        });
        quote! {
            fn #name(&self, __pegboard_at: #p::Address, __pegboard_request: #p::#request) -> #p::#answer<'_> {
                match __pegboard_at.extension {
                    #(#arms)*
                    _ => #p::no_such_index(),
                }
            }
        }
    });
    let fields: Vec<&Ident> = model.extensions.iter().map(|(field, _)| *field).collect();
    let types: Vec<&Type> = model.extensions.iter().map(|(_, ty)| *ty).collect();
    let indices: Vec<u16> = (0..fields.len()).map(index).collect();
    quote! {
        #(#methods)*
        fn wakings(&self) -> #p::Wakings {
            #p::wakings([#(<#types as #p::OneToolsetImplPerType>::waking(&self.#fields)),*])
        }
        fn start(&self, __pegboard_extension: #p::primitive::u16) -> #p::Hook<'_> {
            match __pegboard_extension {
                #(#indices => <#types as #p::OneToolsetImplPerType>::start(&self.#fields),)*
                _ => #p::no_hook(),
            }
        }
        fn stop(&self, __pegboard_extension: #p::primitive::u16) -> #p::Hook<'_> {
            match __pegboard_extension {
                #(#indices => <#types as #p::OneToolsetImplPerType>::stop(&self.#fields),)*
                _ => #p::no_hook(),
            }
        }
    }
}

/// The merged tables; their lengths are known once the extensions' are.
fn composition(model: &Model<'_>) -> TokenStream {
    let Model { private: p, ident, name, .. } = model;
    let extensions = model.extensions.iter().map(|(_, ty)| {
        let at = ty.span();
        quote_spanned!(at=> <#ty as #p::OneToolsetImplPerType>::TABLE)
    });
    let count = model.extensions.len();
    let wide = model.names == Names::Mcp;
    let prefix = &model.prefix;
    let instructions_budget = model.instructions_budget.units;
    let description_budget = model.description_budget.units;
    let references = model.instructions.iter().flat_map(|text| references(p, text));
    quote! {
        const __PEGBOARD_EXTENSIONS: &[&#p::Table; #count] = &[#(#extensions),*];
        const __PEGBOARD_TOOLSETS: #p::primitive::usize = #p::count_toolsets(__PEGBOARD_EXTENSIONS);
        const __PEGBOARD_COMPONENTS: #p::primitive::usize = #p::count_components(__PEGBOARD_EXTENSIONS);
        static __PEGBOARD_TOOLSET_ROWS: [#p::ToolsetRow; __PEGBOARD_TOOLSETS] =
            #p::merge_toolsets::<__PEGBOARD_TOOLSETS>(__PEGBOARD_EXTENSIONS);
        static __PEGBOARD_COMPONENT_ROWS: [#p::ComponentRow; __PEGBOARD_COMPONENTS] =
            #p::merge_components::<__PEGBOARD_COMPONENTS, #count>(__PEGBOARD_EXTENSIONS, &__PEGBOARD_TOOLSET_ROWS);
        #[automatically_derived]
        impl #p::Composed for #ident {
            const COMPOSITION: &'static #p::Composition =
                &#p::Composition::new(
                    #name,
                    __PEGBOARD_EXTENSIONS,
                    &__PEGBOARD_TOOLSET_ROWS,
                    &__PEGBOARD_COMPONENT_ROWS,
                    &[#(#references),*],
                    #p::Rules {
                        prefix: #prefix,
                        mcp_names: #wide,
                        instructions_budget: #instructions_budget,
                        description_budget: #description_budget,
                    },
                );
        }
    }
}

fn catalog(model: &Model<'_>) -> TokenStream {
    let Model { private: p, ident, name, .. } = model;
    let title = option(p, model.title);
    let version = match model.version {
        Some(version) => version.to_token_stream(),
        None => quote!(#p::core::env!("CARGO_PKG_VERSION")),
    };
    let description = option(p, model.description);
    let website_url = option(p, model.website_url);
    let icons = option(p, model.icons.map(|icons| quote!(|| #p::icons(#icons))).as_ref());
    let logging = model.logging;
    let types: Vec<_> = model.extensions.iter().map(|(_, ty)| ty).collect();
    let count = types.len();
    let extensions = types.iter().map(|ty| {
        let mounted = mounted(p, ident, ty);
        let first = quote_spanned!(ty.span()=> <#mounted as #p::MountedIn<#ident, 0>>);
        quote_spanned!(ty.span()=> #first::MOUNTED)
    });
    let own = if model.instructions.is_empty() {
        quote!(#p::Mounted { masks: &[], resolved: &[] })
    } else {
        let first = quote!(<#ident as #p::MountedIn<#ident, 0>>);
        quote!(#first::MOUNTED)
    };
    let passages = passages(p, &model.instructions, Place::default());
    let snapshot = snapshot::constants(model);
    let shared = respan(quote!(#p::server_shared_by_all_clients), ident.span());
    // Blamed where the struct is named, and still the `self` of this expansion.
    let this = Ident::new("self", Span::call_site().located_at(ident.span()));
    quote! {
        static __PEGBOARD_MOUNTED: [#p::Mounted; #count] = [#(#extensions),*];
        #[automatically_derived]
        impl #p::Server for #ident {
            const CATALOG: &'static #p::Catalog = &#p::Catalog::new(
                #p::Identity {
                    name: #name,
                    title: #title,
                    version: #version,
                    description: #description,
                    website_url: #website_url,
                    icons: #icons,
                    logging: #logging,
                },
                <#ident as #p::Composed>::COMPOSITION,
                &__PEGBOARD_MOUNTED,
                #passages,
                #own,
            );
            #snapshot
            fn shared(self) -> #p::Arc<#p::Erased> {
                #shared(#this)
            }
        }
    }
}

/// The extension as this server checks it. Asked through its one trait, so that a type that is none is
/// told so once, and not once a check.
fn mounted(p: &TokenStream, ident: &Ident, ty: &Type) -> TokenStream {
    let at = ty.span();
    quote_spanned!(at=> <#ty as #p::OneToolsetImplPerType>::Mounted<#ident>)
}

/// A concrete constant for each mistake that may be told, on the field's type or on the literal.
fn checks(model: &Model<'_>) -> TokenStream {
    let Model { private: p, ident, .. } = model;
    let extensions = model.extensions.iter().flat_map(|(_, ty)| {
        let mounted = mounted(p, ident, ty);
        let at = ty.span();
        (0..REPORTED).map(
            move |nth| quote_spanned!(at=> const _: () = <#mounted as #p::MountedIn<#ident, #nth>>::CHECK;),
        )
    });
    let blame = model.instructions_budget.at;
    let call = respan(quote!(#p::check_instructions), blame);
    let arguments = in_parentheses(quote!(<#ident as #p::Server>::CATALOG), blame);
    quote!(#(#extensions)* const _: () = #call #arguments;)
}

/// The checks of the server's own texts, each on its literal.
fn own_text(model: &Model<'_>) -> Option<TokenStream> {
    let Model { private: p, ident, instructions, .. } = model;
    if instructions.is_empty() {
        return None;
    }
    let references: usize = instructions.iter().map(|text| text.cut.references.len()).sum();
    let known: usize = instructions.iter().map(|text| text.cut.passages.len()).sum();
    let composition = quote!(<#ident as #p::Composed>::COMPOSITION);
    let first = quote!(<#ident as #p::MountedIn<#ident, 0>>);
    let passages = passages(p, instructions, Place::default());
    let count = Ident::new("__pegboard_count", Span::call_site());
    let mut from = 0;
    let texts = instructions.iter().map(|text| {
        let blame = text.blame;
        let to = from + text.cut.references.len();
        let call = respan(quote!(#p::check_own_text), blame);
        let arguments =
            in_parentheses(quote!(#composition, #first::RESOLVED, #from, #to, #count, __PEGBOARD_NTH), blame);
        from = to;
        quote!(let #count = #call #arguments;)
    });
    let texts: Vec<TokenStream> = texts.collect();
    let told = (0..REPORTED).map(|nth| quote!(const _: () = <#ident as #p::MountedIn<#ident, #nth>>::CHECK;));
    let written = tracked(p, instructions);
    Some(quote! {
        #[automatically_derived]
        impl<const __PEGBOARD_NTH: #p::primitive::usize> #p::MountedIn<#ident, __PEGBOARD_NTH> for #ident {
            const RESOLVED: &'static [#p::Mask] =
                &#p::resolve::<#references>(#composition, #composition.references());
            const MASKS: &'static [#p::Mask] =
                &#p::own_masks::<#known>(&#passages, #composition.references(), #first::RESOLVED);
            const CHECK: () = {
                let #count = 0;
                #(#texts)*
                // How many there are altogether is nobody's concern here.
                let _ = #count;
            };
        }
        #(#told)*
        #written
    })
}
