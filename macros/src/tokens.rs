//! Tokens that both macros write: spans, options, references of a text.

use proc_macro2::{Delimiter, Group, Span, TokenStream};
use quote::{ToTokens, quote};

use crate::{hash::hash, passage::Text};

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
    let row = |reference: &crate::passage::Reference| {
        let name = &reference.name;
        let hash = hash(name);
        let line = u32::try_from(reference.line).unwrap_or(u32::MAX);
        quote!(#p::Reference { hash: #hash, name: #name, line: #line })
    };
    text.references.iter().map(row).collect()
}

/// A text as one passage, whose references start at `from` in their table.
pub(crate) fn passage(p: &TokenStream, text: &Text, from: usize) -> TokenStream {
    let shown = &text.shown;
    let references = (from..from + text.references.len()).map(index);
    quote!(#p::Passage { text: #shown, references: &[#(#references),*] })
}
