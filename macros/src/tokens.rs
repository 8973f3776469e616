//! Tokens that both macros write: spans, options, references of a text.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::{
    hash::{hash, hash_of_prompt},
    passage::{
        Text,
        cut::{Passage, Shape},
        references::{Kind, Piece, Reference},
    },
};

/// Gives every token of a path one span: a const panic blames its caller only if the whole path is there.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut tree| {
            tree.set_span(span);
            tree
        })
        .collect()
}

/// Arguments in parentheses that carry the span.
pub(crate) fn in_parentheses(arguments: TokenStream, span: Span) -> TokenStream {
    let mut group = Group::new(Delimiter::Parenthesis, arguments);
    group.set_span(span);
    group.to_token_stream()
}

/// `Some(value)` or `None`.
pub(crate) fn option(p: &TokenStream, value: Option<&impl ToTokens>) -> TokenStream {
    match value {
        Some(value) => quote!(#p::Option::Some(#value)),
        None => quote!(#p::Option::None),
    }
}

/// An index as the tables keep it; `check` has refused what would not fit.
pub(crate) fn index(at: usize) -> u16 {
    u16::try_from(at).unwrap_or(u16::MAX)
}

/// The rows of a text's references.
pub(crate) fn references(p: &TokenStream, text: &Text) -> Vec<TokenStream> {
    let row = |(reference, place): (&Reference, &String)| {
        let name = &reference.name;
        let hash = if reference.kind == Kind::Prompt { hash_of_prompt(name) } else { hash(name) };
        let kind = match reference.kind {
            Kind::Tool => quote!(Tool),
            Kind::Maybe => quote!(Maybe),
            Kind::Prompt => quote!(Prompt),
            Kind::Resource => quote!(Resource),
            Kind::Glob => quote!(Glob),
            Kind::Toolset => quote!(Toolset),
            Kind::Code => quote!(Code),
            Kind::Word => quote!(Word),
            Kind::Uri => quote!(Uri),
        };
        quote!(#p::Reference { hash: #hash, name: #name, kind: #p::Refers::#kind, place: #place })
    };
    text.cut.references.iter().zip(&text.places).map(row).collect()
}

/// Where the first reference and the first passage of a text stand in the tables of its extension.
#[derive(Clone, Copy, Default)]
pub(crate) struct Place {
    pub(crate) references: usize,
    pub(crate) passages: usize,
}

impl Place {
    /// Passes over a text.
    pub(crate) fn pass(&mut self, text: &Text) {
        self.references += text.cut.references.len();
        self.passages += text.cut.passages.len();
    }
}

/// The passages of several texts, one after the other, of which the first is at `place`.
pub(crate) fn passages<'t>(
    p: &TokenStream,
    texts: impl IntoIterator<Item = &'t Text>,
    mut place: Place,
) -> TokenStream {
    let from = index(place.passages);
    let mut rows = Vec::new();
    for (nth, text) in texts.into_iter().enumerate() {
        for (at, cut) in text.cut.passages.iter().enumerate() {
            // Between two texts, as between two paragraphs.
            let gap = if at == 0 && nth > 0 { "\n" } else { &cut.gap };
            rows.push(passage(p, cut, gap, place.references));
        }
        place.pass(text);
    }
    quote!(#p::Passages { from: #from, all: &[#(#rows),*] })
}

/// The length of a text as most clients count it.
pub(crate) fn utf16(text: &str) -> usize {
    text.encode_utf16().count()
}

fn passage(p: &TokenStream, passage: &Passage, gap: &str, from: usize) -> TokenStream {
    let shape = match &passage.shape {
        Shape::Leaf => quote!(Leaf),
        Shape::Head => quote!(Head),
        Shape::List => quote!(List),
        Shape::Item { number, introduces } => {
            let number = option(p, number.as_ref().map(|(before, first)| quote!((#before, #first))).as_ref());
            quote!(Item { number: #number, introduces: #introduces })
        }
    };
    let pieces = passage.pieces.iter().map(|piece| match piece {
        Piece::Text(text) => {
            let units = utf16(text);
            quote!(#p::Piece::Text(#text, #units))
        }
        Piece::Names(reference) => {
            let reference = index(from + reference);
            quote!(#p::Piece::Names(#reference))
        }
    });
    let references = passage.needs.iter().map(|reference| index(from + reference));
    let inside = index(passage.inside);
    quote! {
        #p::Passage {
            shape: #p::Shape::#shape,
            pieces: &[#(#pieces),*],
            references: &[#(#references),*],
            inside: #inside,
            gap: #gap,
        }
    }
}

/// Has the compiler build again when a text's file changes.
pub(crate) fn tracked(p: &TokenStream, texts: &[Text]) -> TokenStream {
    let files = texts.iter().filter_map(|text| text.file.as_ref()).map(|path| {
        quote! {
            const _: &#p::primitive::str =
                #p::core::include_str!(#p::core::concat!(#p::core::env!("CARGO_MANIFEST_DIR"), "/", #path));
        }
    });
    files.collect()
}
