//! Writes the `match` that calls a tool by its index.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Type, spanned::Spanned};

use super::{
    model::{Model, Tool},
    signature::{Argument, Returns, generic_arguments},
};
use crate::tokens::{index, respan};

/// The body of `Extension::call`.
pub(crate) fn call(p: &TokenStream, model: &Model) -> TokenStream {
    // Named once: an identifier made elsewhere would be another inside a `macro_rules!`.
    let cx = Ident::new("__pegboard_context", Span::call_site());
    let arms = model.tools.iter().enumerate().map(|(at, tool)| arm(p, at, tool, &cx));
    quote! {
        #[allow(unused_mut, unused_variables, reason = "not every impl has a tool that takes something")]
        let mut #cx = __pegboard_call.on(self);
        match __pegboard_index {
            #(#arms)*
            _ => #p::no_such_index(),
        }
    }
}

/// `index => { take the arguments; call; hand the future to the runtime }`.
fn arm(p: &TokenStream, at: usize, tool: &Tool, cx: &Ident) -> TokenStream {
    let (cfgs, function, signature) = (&tool.cfgs, &tool.function, &tool.signature);
    let at = index(at);
    let names: Vec<Ident> =
        (0..signature.arguments.len()).map(|nth| format_ident!("__pegboard_{nth}")).collect();
    let taken = signature.arguments.iter().zip(&names).map(|(argument, name)| take(p, argument, name, cx));
    // `self` is hygienic: inside a `macro_rules!` the method's own would be another.
    let this = signature.takes_self.then(|| Ident::new("self", Span::call_site()));
    let arguments = this.iter().chain(&names);
    let (finish, result) = match &signature.returns {
        Returns::Future(result) => (quote!(#p::finish), result),
        Returns::Value(result) => (quote!(#p::finish_now), result),
    };
    // The whole path carries the function's span: "future returned by `f` is not `Send`" lands there.
    let finish = respan(finish, function.span());
    let answer = answer(p, result);
    let call = quote_spanned!(function.span()=> #finish(Self::#function(#(#arguments),*), #answer));
    quote! {
        #(#cfgs)*
        #at => {
            #(#taken)*
            #call
        }
    }
}

/// `let name = match take(&mut cx) { … };`
fn take(p: &TokenStream, argument: &Argument, name: &Ident, cx: &Ident) -> TokenStream {
    let (take, ty) = match argument {
        Argument { parameters: Some(inner), .. } => (quote!(#p::parameters), inner),
        Argument { ty, .. } => (quote!(#p::argument), ty),
    };
    let take = respan(take, ty.span());
    quote_spanned! {ty.span()=>
        let #name = match #take::<#ty, Self>(&mut #cx) {
            #p::Result::Ok(__pegboard_value) => __pegboard_value,
            #p::Result::Err(__pegboard_error) => return #p::refuse(__pegboard_error),
        };
    }
}

/// The function that makes the result an answer. What stands in a `Json` or a `Result` is asked for by itself,
/// so that the compiler blames it and not the whole.
fn answer(p: &TokenStream, result: &Type) -> TokenStream {
    let at = result.span();
    let call = |function: TokenStream, of: &[&Type]| {
        let path = respan(function, at);
        quote_spanned!(at=> #path::<#(#of),*>)
    };
    match (generic_arguments(result, "Json").as_deref(), generic_arguments(result, "Result").as_deref()) {
        (Some([content]), _) => call(quote!(#p::answer_json), &[content]),
        (_, Some([success, failure])) => match generic_arguments(success, "Json").as_deref() {
            Some([content]) => call(quote!(#p::answer_json_or_fail), &[content, failure]),
            _ => call(quote!(#p::answer_or_fail), &[success, failure]),
        },
        _ => call(quote!(#p::answer), &[result]),
    }
}
