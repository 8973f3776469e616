//! Writes the constants that say what an extension declares.

use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Type, spanned::Spanned};

use super::{
    model::{About, Component, Model, Readable, Toolset},
    signature::{Argument, Returns},
};
use crate::{
    hash::hash,
    passage::{Description, Text},
    tokens::{Place, index, option, passages, references, respan, utf16},
};

/// Where texts lie in the tables of references and passages: the instructions of all toolsets, then their
/// descriptions, then those of the components by hash. What `cfg` removes keeps its place.
pub(crate) struct Texts<'m> {
    /// What is said of each text, the text, and its first reference.
    pub(crate) all: Vec<(String, &'m Text, usize)>,
    /// Per toolset: of its instructions, and of its description.
    toolsets: Vec<(Place, Place)>,
    /// The components by hash: that, the position in the model, and the place of its description.
    components: Vec<(u128, usize, Place)>,
    /// Behind all of them.
    pub(crate) end: Place,
}

impl<'m> Texts<'m> {
    pub(crate) fn of(model: &'m Model) -> Self {
        let mut texts =
            Self { all: Vec::new(), toolsets: Vec::new(), components: Vec::new(), end: Place::default() };
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
        let components = model.components.iter().enumerate();
        let mut components: Vec<(u128, usize)> =
            components.map(|(at, component)| (component.hash(), at)).collect();
        components.sort_unstable();
        for (hash, at) in components {
            texts.components.push((hash, at, texts.end));
            let component = &model.components[at];
            if let Some(text) = &component.description.text {
                texts.add(format!("the description of {}", component.subject()), text);
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
    let named = texts.components.iter().map(|(hash, ..)| hash);
    let components = texts.components.iter();
    let components = components.map(|(hash, at, place)| component_row(p, *hash, model, *at, *place));
    let references = texts.all.iter().flat_map(|(_, text, _)| references(p, text));
    quote! {{
        #[allow(unused_imports, reason = "only needed where an argument is no `Parameters`, a result no `Json`")]
        use #p::{NoInput as _, NoOutput as _};
        &#p::Table {
            type_name: #type_name,
            toolsets: &[#(#toolsets),*],
            components: &[#(#components),*],
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

fn component_row(p: &TokenStream, hash: u128, model: &Model, at: usize, place: Place) -> TokenStream {
    let component = &model.components[at];
    let Component { name, cfgs, .. } = component;
    let description = description(p, &component.description, place);
    let function = index(component.index);
    let toolset = index(component.toolset);
    let title = option(p, component.title.as_ref());
    let icons = option(p, component.icons.as_ref().map(|icons| quote!(|| #p::icons(#icons))).as_ref());
    let meta = option(p, component.meta.as_ref().map(|meta| quote!(|| #p::meta(#meta))).as_ref());
    let about = about(p, model, at);
    quote! {
        #(#cfgs)*
        #p::Component {
            hash: #hash,
            name: #name,
            toolset: #toolset,
            index: #function,
            title: #title,
            description: #description,
            icons: #icons,
            meta: #meta,
            about: #about,
        }
    }
}

fn about(p: &TokenStream, model: &Model, at: usize) -> TokenStream {
    let component = &model.components[at];
    match &component.about {
        About::Tool { hints, params } => {
            let hints = [hints.read_only, hints.destructive, hints.idempotent, hints.open_world];
            let [read_only, destructive, idempotent, open_world] = hints.map(|hint| option(p, hint.as_ref()));
            let inputs = inputs(p, params.as_ref(), component);
            let (Returns::Future(result) | Returns::Value(result)) = &component.signature.returns;
            let output = schema(&quote!(#p::Output), result);
            let takes_context = component.signature.takes_context();
            quote! {
                #p::About::Tool {
                    hints: #p::Hints {
                        read_only: #read_only,
                        destructive: #destructive,
                        idempotent: #idempotent,
                        open_world: #open_world,
                    },
                    inputs: &[#(#inputs),*],
                    takes_context: #takes_context,
                    output: #output,
                }
            }
        }
        About::Prompt { params } => {
            let inputs = inputs(p, params.as_ref(), component);
            let completions = completions(p, model, at);
            quote!(#p::About::Prompt { inputs: &[#(#inputs),*], completions: &[#(#completions),*] })
        }
        About::Resource { readable, size } => {
            let readable = readable_row(p, readable);
            let size = option(p, size.as_ref());
            quote!(#p::About::Resource { readable: #readable, size: #size })
        }
        About::Template { readable, .. } => {
            let readable = readable_row(p, readable);
            let completions = completions(p, model, at);
            quote!(#p::About::Template { readable: #readable, completions: &[#(#completions),*] })
        }
    }
}

fn readable_row(p: &TokenStream, readable: &Readable) -> TokenStream {
    let Readable { name, mime_type, annotations, subscribe } = readable;
    let mime_type = option(p, mime_type.as_ref());
    let annotations = annotations.as_ref().map(|annotations| quote!(|| #p::annotations(#annotations)));
    let annotations = option(p, annotations.as_ref());
    quote! {
        #p::Readable {
            name: #name,
            mime_type: #mime_type,
            annotations: #annotations,
            subscribe: #subscribe,
        }
    }
}

/// What of a component can be completed, and by which functions.
fn completions(p: &TokenStream, model: &Model, at: usize) -> Vec<TokenStream> {
    let mut rows = Vec::new();
    for completer in &model.completers {
        for completes in completer.completes.iter().filter(|completes| completes.component == at) {
            let (cfgs, argument, function) = (&completer.cfgs, &completes.argument, index(completer.index));
            rows.push(quote!(#(#cfgs)* #p::Completion { argument: #argument, index: #function }));
        }
    }
    rows
}

/// For each argument a function that knows its schema, if it has one.
fn inputs(p: &TokenStream, params: Option<&Type>, component: &Component) -> Vec<TokenStream> {
    let parameters = |ty: &Type| {
        let path = respan(quote!(#p::described), ty.span());
        quote_spanned!(ty.span()=> #path::<#ty>)
    };
    if let Some(params) = params {
        return vec![parameters(params)];
    }
    let arguments = component.signature.arguments.iter();
    arguments
        .map(|Argument { ty, parameters: inner, .. }| match inner {
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
