//! Writes the checks of an extension in a server, each on the token to blame.

use proc_macro2::{Ident, Span, TokenStream};
use quote::quote;

use super::{model::Model, table::Texts};
use crate::tokens::{Place, in_parentheses, index, respan};

/// The constants of `MountedIn`.
pub(crate) fn checks(p: &TokenStream, model: &Model, texts: &Texts<'_>) -> TokenStream {
    let table = quote!(<Self as #p::OneToolsetImplPerType>::TABLE);
    // Everything but `CHECK` is evaluated once, not once a mistake that may be told.
    let first = quote!(<Self as #p::MountedIn<__PegboardServer, 0>>);
    let Place { references, passages } = texts.end;
    let report = report(p, model, texts, &table, &first);
    quote! {
        const RESOLVED: &'static [#p::Mask] =
            &#p::resolve::<#references>(<__PegboardServer as #p::Composed>::COMPOSITION, #table.references);
        const MASKS: &'static [#p::Mask] = &#p::masks::<#passages>(#table, #first::RESOLVED);
        const FAULTS: #p::primitive::usize = #p::faults::<__PegboardServer>(#table, &#first::MOUNTED);
        const CHECK: () = { #report };
    }
}

/// Panics with the n-th mistake, if there are so many.
fn report(
    p: &TokenStream,
    model: &Model,
    texts: &Texts<'_>,
    table: &TokenStream,
    first: &TokenStream,
) -> TokenStream {
    let count = Ident::new("__pegboard_count", Span::call_site());
    let texts = texts.all.iter().map(|(subject, text, from)| {
        let to = from + text.cut.references.len();
        let call = respan(quote!(#p::check_text::<__PegboardServer>), text.blame);
        let arguments = in_parentheses(
            quote!(#subject, #table.references, #first::RESOLVED, #from, #to, #count, __PEGBOARD_NTH, #first::FAULTS),
            text.blame,
        );
        quote!(let #count = #call #arguments;)
    });
    let texts: Vec<TokenStream> = texts.collect();
    let tell = |function: TokenStream, at: usize, blame: Span| {
        let at = index(at);
        let call = respan(quote!(#p::#function::<__PegboardServer>), blame);
        let arguments =
            in_parentheses(quote!(#table, &#first::MOUNTED, #at, __PEGBOARD_NTH, #first::FAULTS), blame);
        quote!(#at => #call #arguments,)
    };
    let components = model.components.iter().map(|component| {
        let cfgs = &component.cfgs;
        let arm = tell(quote!(report_component), component.index, component.at);
        quote!(#(#cfgs)* #arm)
    });
    let toolsets = model.toolsets.iter().enumerate();
    let toolsets = toolsets.map(|(at, toolset)| tell(quote!(report_toolset), at, toolset.at));
    quote! {
        if #first::FAULTS > __PEGBOARD_NTH {
            let #count = 0;
            #(#texts)*
            match #p::faulty::<__PegboardServer>(#table, &#first::MOUNTED, #count, __PEGBOARD_NTH) {
                #p::Site::Component(__pegboard_index) => match __pegboard_index { #(#components)* _ => {} },
                #p::Site::Toolset(__pegboard_index) => match __pegboard_index { #(#toolsets)* _ => {} },
                #p::Site::Nowhere => {}
            }
        }
    }
}
