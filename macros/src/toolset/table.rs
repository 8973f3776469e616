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
    passage::{Description, Text},
    tokens::{Place, index, option, passages, references, respan, utf16},
};

/// Where texts lie in the tables of references and passages: the instructions of all toolsets, then their
/// descriptions, then those of the tools by hash. What `cfg` removes keeps its place.
pub(crate) struct Texts<'m> {
    /// What is said of each text, the text, and its first reference.
    pub(crate) all: Vec<(String, &'m Text, usize)>,
    /// Per toolset: of its instructions, and of its description.
    toolsets: Vec<(Place, Place)>,
    /// The tools by hash: that, the position in the block, and the place of its description.
    tools: Vec<(u128, usize, Place)>,
    /// Behind all of them.
    pub(crate) end: Place,
}

impl<'m> Texts<'m> {
    pub(crate) fn of(model: &'m Model) -> Self {
        let mut texts =
            Self { all: Vec::new(), toolsets: Vec::new(), tools: Vec::new(), end: Place::default() };
        for toolset in &model.toolsets {
            texts.toolsets.push((texts.end, Place::default()));
            for text in &toolset.instructions {
                texts.add(format!("toolset `{}`", toolset.name), text);
            }
        }
        for (at, toolset) in model.toolsets.iter().enumerate() {
            texts.toolsets[at].1 = texts.end;
            if let Some(text) = toolset.description.as_ref().and_then(|description| description.text.as_ref())
            {
                texts.add(format!("the description of toolset `{}`", toolset.name), text);
            }
        }
        let mut tools: Vec<(u128, usize)> =
            model.tools.iter().enumerate().map(|(at, tool)| (hash(&tool.name), at)).collect();
        tools.sort_unstable();
        for (hash, at) in tools {
            texts.tools.push((hash, at, texts.end));
            let tool = &model.tools[at];
            if let Some(text) = &tool.description.text {
                texts.add(format!("the description of tool `{}`", tool.name), text);
            }
        }
        texts
    }

    fn add(&mut self, subject: String, text: &'m Text) {
        self.all.push((subject, text, self.end.references));
        self.end.pass(text);
    }
}

/// The table of the extension.
pub(crate) fn table(p: &TokenStream, model: &Model, texts: &Texts<'_>) -> TokenStream {
    let type_name = &model.type_name;
    let toolsets = model.toolsets.iter().zip(&texts.toolsets);
    let toolsets = toolsets
        .map(|(toolset, (instructions, described))| toolset_row(p, toolset, *instructions, *described));
    let named = texts.tools.iter().map(|(hash, ..)| hash);
    let tools =
        texts.tools.iter().map(|(hash, at, place)| tool_row(p, *hash, *at, &model.tools[*at], *place));
    let references = texts.all.iter().flat_map(|(_, text, _)| references(p, text));
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

fn toolset_row(p: &TokenStream, toolset: &Toolset, place: Place, described: Place) -> TokenStream {
    let name = &toolset.name;
    let hash = hash(name);
    let title = option(p, toolset.title.as_ref());
    let description = toolset.description.as_ref().map(|text| description(p, text, described));
    let description = option(p, description.as_ref());
    let default = option(p, toolset.default.as_ref());
    let always = option(p, toolset.always.as_ref());
    let instructions = passages(p, &toolset.instructions, place);
    quote! {
        #p::Toolset {
            hash: #hash,
            name: #name,
            title: #title,
            description: #description,
            default: #default,
            always: #always,
            instructions: #instructions,
        }
    }
}

fn description(p: &TokenStream, description: &Description, place: Place) -> TokenStream {
    let plain = &description.plain;
    let units = utf16(plain);
    let passages = passages(p, &description.text, place);
    quote!(#p::Description { plain: #plain, units: #units, passages: #passages })
}

fn tool_row(p: &TokenStream, hash: u128, at: usize, tool: &Tool, place: Place) -> TokenStream {
    let Tool { name, cfgs, hints, .. } = tool;
    let description = description(p, &tool.description, place);
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
