//! Writes the `match`es that run a function of the block by its index, one for each thing that can be asked.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Attribute, Type, spanned::Spanned};

use super::{
    component_args::When,
    model::{About, Hook, Model},
    signature::{Argument, Returns, Signature, generic_arguments},
};
use crate::tokens::{index, respan};

/// What is asked of a function: a method of the extension's trait, and what of the runtime goes with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asked {
    Call,
    Get,
    Read,
    Complete,
}

/// A function, and what is asked of it.
struct Function<'m> {
    asked: Asked,
    ident: &'m Ident,
    index: usize,
    signature: &'m Signature,
    cfgs: &'m [Attribute],
}

/// The methods of the extension's trait, as far as the block has something for them.
pub(crate) fn methods(p: &TokenStream, model: &Model) -> TokenStream {
    let components = model.components.iter().map(|component| Function {
        asked: match component.about {
            About::Tool { .. } => Asked::Call,
            About::Prompt { .. } => Asked::Get,
            About::Resource { .. } | About::Template { .. } => Asked::Read,
        },
        ident: &component.function,
        index: component.index,
        signature: &component.signature,
        cfgs: &component.cfgs,
    });
    let completers = model.completers.iter().map(|completer| Function {
        asked: Asked::Complete,
        ident: &completer.function,
        index: completer.index,
        signature: &completer.signature,
        cfgs: &completer.cfgs,
    });
    let functions: Vec<Function<'_>> = components.chain(completers).collect();
    [Asked::Call, Asked::Get, Asked::Read, Asked::Complete]
        .into_iter()
        .filter_map(|asked| method(p, asked, functions.iter().filter(|function| function.asked == asked)))
        .chain(model.hooks.iter().map(|hook| hook_method(p, hook)))
        .collect()
}

/// What runs at a start or a stop, and how long it may take.
fn hook_method(p: &TokenStream, hook: &Hook) -> TokenStream {
    let Hook { when, function, deadline, signature, cfgs } = hook;
    let (constant, method) = match when {
        When::Start => (quote!(START), quote!(start)),
        When::Stop => (quote!(STOP), quote!(stop)),
    };
    let deadline = u64::try_from(deadline.as_millis()).unwrap_or(u64::MAX);
    let this = signature.takes_self.then(|| Ident::new("self", Span::call_site()));
    let (run, outcome) = match &signature.returns {
        Returns::Future(outcome) => (quote!(#p::hook), outcome),
        Returns::Value(outcome) => (quote!(#p::hook_now), outcome),
    };
    let run = respan(run, function.span());
    let at = outcome.span();
    let path = respan(quote!(#p::hook_outcome), at);
    let outcome = quote_spanned!(at=> #path::<#outcome>);
    let call = quote_spanned!(function.span()=> #run(Self::#function(#this), #outcome));
    quote! {
        #(#cfgs)*
        const #constant: #p::Option<#p::Duration> =
            #p::Option::Some(#p::Duration::from_millis(#deadline));
        #(#cfgs)*
        fn #method(&self) -> #p::Hook<'_> {
            #call
        }
    }
}

/// `None` where nothing answers.
fn method<'m>(
    p: &TokenStream,
    asked: Asked,
    functions: impl Iterator<Item = &'m Function<'m>>,
) -> Option<TokenStream> {
    // Named once: an identifier made elsewhere would be another inside a `macro_rules!`.
    let from = Sources {
        request: Ident::new("__pegboard_request", Span::call_site()),
        context: Ident::new("__pegboard_context", Span::call_site()),
    };
    let arms: Vec<TokenStream> = functions.map(|function| arm(p, function, &from)).collect();
    if arms.is_empty() {
        return None;
    }
    let (name, request, answer) = match asked {
        Asked::Call => (quote!(call), quote!(Call), quote!(Called)),
        Asked::Get => (quote!(get), quote!(Get), quote!(Got)),
        Asked::Read => (quote!(read), quote!(Read), quote!(ReadBack)),
        Asked::Complete => (quote!(complete), quote!(Complete), quote!(Completed)),
    };
    let Sources { request: sent, context } = &from;
    // A tool that takes what the model sent, and no more, is run without the rest of the request.
    let context = (asked != Asked::Call).then(|| {
        quote! {
            #[allow(unused_mut, unused_variables, reason = "not every function takes something")]
            let mut #context = #sent.on(self);
        }
    });
    let changes = (asked == Asked::Call).then(
        || quote!(#[allow(unused_mut, unused_variables, reason = "not every function takes something")] mut),
    );
    Some(quote! {
        fn #name(
            &self,
            __pegboard_index: #p::primitive::u16,
            #changes #sent: #p::#request,
        ) -> #p::#answer<'_> {
            #context
            match __pegboard_index {
                #(#arms)*
                _ => #p::no_such_index(),
            }
        }
    })
}

/// What arguments are taken from.
struct Sources {
    request: Ident,
    context: Ident,
}

/// `index => { take the arguments; call; hand the future to the runtime }`.
fn arm(p: &TokenStream, function: &Function<'_>, from: &Sources) -> TokenStream {
    let Function { asked, ident, signature, cfgs, .. } = function;
    let at = index(function.index);
    let names: Vec<Ident> =
        (0..signature.arguments.len()).map(|nth| format_ident!("__pegboard_{nth}")).collect();
    let taken = take_all(p, *asked, signature, &names, from);
    // `self` is hygienic: inside a `macro_rules!` the method's own would be another.
    let this = signature.takes_self.then(|| Ident::new("self", Span::call_site()));
    let arguments = this.iter().chain(&names);
    let (finish, result) = match &signature.returns {
        Returns::Future(result) => (quote!(#p::finish), result),
        Returns::Value(result) => (quote!(#p::finish_now), result),
    };
    // The whole path carries the function's span: "future returned by `f` is not `Send`" lands there.
    let finish = respan(finish, ident.span());
    let answer = answer(p, *asked, result);
    let call = quote_spanned!(ident.span()=> #finish(Self::#ident(#(#arguments),*), #answer));
    quote! {
        #(#cfgs)*
        #at => {
            #taken
            #call
        }
    }
}

/// All arguments; a tool's context is made where it takes more than what the model sent, and after that was taken.
fn take_all(
    p: &TokenStream,
    asked: Asked,
    signature: &Signature,
    names: &[Ident],
    from: &Sources,
) -> TokenStream {
    let arguments = || signature.arguments.iter().zip(names);
    let take = |(argument, name)| take(p, asked, argument, name, from);
    if asked != Asked::Call {
        return arguments().map(take).collect();
    }
    let is_sent = |(argument, _): &(&Argument, &Ident)| argument.parameters.is_some();
    let sent = arguments().filter(is_sent).map(take);
    let Sources { request, context } = from;
    let context = signature.takes_context().then(|| {
        quote! {
            let mut #context = match #request.on(self) {
                #p::Result::Ok(__pegboard_value) => __pegboard_value,
                #p::Result::Err(__pegboard_error) => return #p::fail(__pegboard_error),
            };
        }
    });
    let others = arguments().filter(|argument| !is_sent(argument)).map(take);
    quote!(#(#sent)* #context #(#others)*)
}

/// `let name = match take(&mut cx) { … };`
fn take(p: &TokenStream, asked: Asked, argument: &Argument, name: &Ident, from: &Sources) -> TokenStream {
    let Sources { request, context: cx } = from;
    let ty = &argument.ty;
    let at = ty.span();
    if let Some(nth) = argument.variable {
        let take = respan(quote!(#p::variable), at);
        return quote_spanned! {at=>
            let #p::Option::Some(#name) = #take::<#ty, Self>(&#cx, #nth) else {
                return #p::missing();
            };
        };
    }
    let (take, ty, from) = match (asked, &argument.parameters) {
        (Asked::Call, Some(inner)) => (quote!(#p::parameters), inner, request),
        (Asked::Call, None) => (quote!(#p::argument), ty, cx),
        (Asked::Get, Some(inner)) => (quote!(#p::prompt_parameters), inner, cx),
        (Asked::Get, None) => (quote!(#p::prompt_argument), ty, cx),
        (Asked::Read, _) => (quote!(#p::resource_argument), ty, cx),
        (Asked::Complete, _) => (quote!(#p::completion_argument), ty, cx),
    };
    // What a context gives can depend on whose it is; what was sent does not.
    let whose = (from == cx).then(|| quote!(, Self));
    let at = ty.span();
    let take = respan(take, at);
    let refuse = match asked {
        Asked::Call => quote!(#p::refuse),
        Asked::Get | Asked::Read | Asked::Complete => quote!(#p::fail),
    };
    quote_spanned! {at=>
        let #name = match #take::<#ty #whose>(&mut #from) {
            #p::Result::Ok(__pegboard_value) => __pegboard_value,
            #p::Result::Err(__pegboard_error) => return #refuse(__pegboard_error),
        };
    }
}

/// The function that makes the result an answer. What stands in a `Json` or a `Result` of a tool is asked for by
/// itself, so that the compiler blames it and not the whole.
fn answer(p: &TokenStream, asked: Asked, result: &Type) -> TokenStream {
    let at = result.span();
    let call = |function: TokenStream, of: &[&Type]| {
        let path = respan(function, at);
        quote_spanned!(at=> #path::<#(#of),*>)
    };
    match asked {
        Asked::Get => return call(quote!(#p::prompt), &[result]),
        Asked::Read => return call(quote!(#p::resource), &[result]),
        Asked::Complete => return call(quote!(#p::completion), &[result]),
        Asked::Call => {}
    }
    match (generic_arguments(result, "Json").as_deref(), generic_arguments(result, "Result").as_deref()) {
        (Some([content]), _) => call(quote!(#p::answer_json), &[content]),
        (_, Some([success, failure])) => match generic_arguments(success, "Json").as_deref() {
            Some([content]) => call(quote!(#p::answer_json_or_fail), &[content, failure]),
            _ => call(quote!(#p::answer_or_fail), &[success, failure]),
        },
        _ => call(quote!(#p::answer), &[result]),
    }
}
