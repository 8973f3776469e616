//! Writes the constants that say what an extension declares.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Type, spanned::Spanned};

use super::{
    model::{Model, Tool, Toolset},
    signature::{Argument, Returns},
};
use crate::{
    hash::hash,
    tokens::{index, option, passages, references, respan},
};

/// Where each toolset's texts lie in the tables of references and passages.
pub(crate) struct Texts {
    /// Per toolset, the first reference of each of its texts.
    pub(crate) starts: Vec<Vec<usize>>,
    pub(crate) references: usize,
    pub(crate) passages: usize,
}

impl Texts {
    pub(crate) fn of(model: &Model) -> Self {
        let mut texts = Self { starts: Vec::new(), references: 0, passages: 0 };
        for toolset in &model.toolsets {
            let mut starts = vec![texts.references];
            for text in &toolset.instructions {
                texts.references += text.cut.references.len();
                texts.passages += text.cut.passages.len();
                starts.push(texts.references);
            }
            texts.starts.push(starts);
        }
        texts
    }
}

/// The table of the extension.
pub(crate) fn table(p: &TokenStream, model: &Model, texts: &Texts) -> TokenStream {
    let type_name = &model.type_name;
    let toolsets = model.toolsets.iter().zip(&texts.starts);
    let toolsets = toolsets.map(|(toolset, starts)| toolset_row(p, toolset, starts[0]));
    let mut sorted: Vec<(u128, usize, &Tool)> =
        model.tools.iter().enumerate().map(|(at, tool)| (hash(&tool.name), at, tool)).collect();
    sorted.sort_by_key(|(hash, at, _)| (*hash, *at));
    let named = sorted.iter().map(|(hash, ..)| hash);
    let tools = sorted.iter().map(|(hash, at, tool)| tool_row(p, *hash, *at, tool));
    let texts = model.toolsets.iter().flat_map(|toolset| &toolset.instructions);
    let references = texts.flat_map(|text| references(p, text));
    quote! {{
        #[allow(unused_imports, reason = "only needed where an argument is no `Parameters`, a result no `Json`")]
        use #p::{NoInput as _, NoOutput as _};
        &#p::Table {
            type_name: #type_name,
            toolsets: &[#(#toolsets),*],
            tools: &[#(#tools),*],
            // Also those that `cfg` removed: a text may name them, and is then never shown.
            named: &[#(#named),*],
            references: &[#(#references),*],
            broken: false,
        }
    }}
}

fn toolset_row(p: &TokenStream, toolset: &Toolset, from: usize) -> TokenStream {
    let name = &toolset.name;
    let hash = hash(name);
    let title = option(p, toolset.title.as_ref());
    let description = option(p, toolset.description.as_ref());
    let default = option(p, toolset.default.as_ref());
    let always = option(p, toolset.always.as_ref());
    let passages = passages(p, &toolset.instructions, from);
    quote! {
        #p::Toolset {
            hash: #hash,
            name: #name,
            title: #title,
            description: #description,
            default: #default,
            always: #always,
            passages: &[#(#passages),*],
        }
    }
}

fn tool_row(p: &TokenStream, hash: u128, at: usize, tool: &Tool) -> TokenStream {
    let Tool { name, cfgs, description, hints, .. } = tool;
    let at = index(at);
    let toolset = index(tool.toolset);
    let title = option(p, tool.title.as_ref());
    let hints = [hints.read_only, hints.destructive, hints.idempotent, hints.open_world];
    let [read_only, destructive, idempotent, open_world] = hints.map(|hint| option(p, hint.as_ref()));
    let inputs = inputs(p, tool);
    let (Returns::Future(result) | Returns::Value(result)) = &tool.signature.returns;
    let output = schema(&quote!(#p::Output), result);
    let icons = option(p, tool.icons.as_ref().map(|icons| quote!(|| #p::icons(#icons))).as_ref());
    let meta = option(p, tool.meta.as_ref().map(|meta| quote!(|| #p::meta(#meta))).as_ref());
    quote! {
        #(#cfgs)*
        #p::Tool {
            hash: #hash,
            name: #name,
            toolset: #toolset,
            index: #at,
            title: #title,
            description: #description,
            hints: #p::Hints {
                read_only: #read_only,
                destructive: #destructive,
                idempotent: #idempotent,
                open_world: #open_world,
            },
            inputs: &[#(#inputs),*],
            output: #output,
            icons: #icons,
            meta: #meta,
        }
    }
}

/// For each argument a function that knows its schema, if it has one.
fn inputs(p: &TokenStream, tool: &Tool) -> Vec<TokenStream> {
    let parameters = |ty: &Type| {
        let path = respan(quote!(#p::described), ty.span());
        quote_spanned!(ty.span()=> #path::<#ty>)
    };
    if let Some(params) = &tool.params {
        return vec![parameters(params)];
    }
    let arguments = tool.signature.arguments.iter();
    arguments
        .map(|Argument { ty, parameters: inner }| match inner {
            Some(inner) => parameters(inner),
            None => schema(&quote!(#p::Input), ty),
        })
        .collect()
}

/// `Probe::<Type>::schema`, all of it where the type is.
fn schema(probe: &TokenStream, ty: &Type) -> TokenStream {
    let probe = respan(probe.clone(), ty.span());
    quote_spanned!(ty.span()=> #probe::<#ty>::schema)
}
