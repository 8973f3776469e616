//! Writes the extension of a block: its tables, its dispatch, its checks; nothing here can fail.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::GenericParam;

use super::{dispatch, model::Model, read::Block, report, table};
use crate::{attribute::written, crate_path, errors::Errors, tokens::tracked};

/// The input as it came, where no impl block could be read.
pub(crate) fn item_alone(input: &TokenStream, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    quote!(#errors #input)
}

/// The block, its mistakes, and an extension that keeps the server's checks silent.
pub(crate) fn broken(block: &Block, errors: Errors) -> TokenStream {
    let errors = errors.into_tokens();
    let item = &block.item;
    if item.of_trait.is_some() {
        return quote!(#errors #item);
    }
    let header = Header::of(block);
    let p = &header.private;
    let name = written(&item.self_type);
    let table = quote!(&#p::Table { type_name: #name, broken: true, ..#p::Table::EMPTY });
    let extension = header.extension(&table, &TokenStream::new());
    let checks = header.checks(&TokenStream::new());
    quote!(#errors #item #extension #checks)
}

/// The block and the extension that it makes of its type.
pub(crate) fn extension(block: &Block, model: &Model) -> TokenStream {
    let header = Header::of(block);
    let p = &header.private;
    let item = &block.item;
    let texts = table::Texts::of(model);
    let extension = header.extension(&table::table(p, model, &texts), &dispatch::methods(p, model));
    let checks = header.checks(&report::checks(p, model, &texts));
    let written: Vec<_> = model.toolsets.iter().map(|toolset| tracked(p, &toolset.instructions)).collect();
    quote!(#item #extension #checks #(#written)*)
}

/// `impl<…> Trait for Type where …`, for each trait of an extension.
struct Header<'a> {
    private: TokenStream,
    block: &'a Block,
    lifetimes: Vec<&'a GenericParam>,
    parameters: Vec<TokenStream>,
}

impl<'a> Header<'a> {
    fn of(block: &'a Block) -> Self {
        let is_lifetime = |parameter: &&GenericParam| matches!(parameter, GenericParam::Lifetime(_));
        let parameters = &block.item.generics.params;
        Self {
            private: crate_path::private(block.krate()),
            block,
            lifetimes: parameters.iter().filter(is_lifetime).collect(),
            parameters: parameters
                .iter()
                .filter(|p| !is_lifetime(p))
                .map(ToTokens::to_token_stream)
                .collect(),
        }
    }

    fn extension(&self, table: &TokenStream, methods: &TokenStream) -> TokenStream {
        let Self { private: p, lifetimes, parameters, .. } = self;
        let self_type = &self.block.item.self_type;
        let constraints = &self.block.item.generics.where_clause;
        quote! {
            #[automatically_derived]
            #[allow(deprecated, reason = "a deprecated tool is still called here")]
            impl<#(#lifetimes,)* #(#parameters),*> #p::OneToolsetImplPerType for #self_type #constraints {
                const TABLE: &'static #p::Table = #table;
                type Mounted<__PegboardServer: #p::Composed> = Self;
                #methods
            }
        }
    }

    /// Where there are no `consts`, the trait's own say that nothing is wrong.
    fn checks(&self, consts: &TokenStream) -> TokenStream {
        let Self { private: p, lifetimes, parameters, .. } = self;
        let self_type = &self.block.item.self_type;
        let constraints = &self.block.item.generics.where_clause;
        quote! {
            #[automatically_derived]
            impl<
                #(#lifetimes,)*
                __PegboardServer: #p::Composed,
                #(#parameters,)*
                const __PEGBOARD_NTH: #p::primitive::usize,
            > #p::MountedIn<__PegboardServer, __PEGBOARD_NTH> for #self_type #constraints {
                #consts
            }
        }
    }
}
