//! Judges the functions that complete arguments: whose, and which.

use syn::LitStr;

use super::{
    component_args::CompleteArgs,
    model::{About, Completer, Completes, Component},
    read::Block,
    signature::Signature,
};
use crate::{errors::Errors, names::nearest};

/// The completing functions of the block; `whole` says whether all its components could be read.
pub(crate) fn check(
    block: &Block,
    components: &[Component],
    whole: bool,
    errors: &mut Errors,
) -> Vec<Completer> {
    let mut completers: Vec<Completer> = Vec::new();
    let functions = block.functions.iter().enumerate();
    for (index, function) in
        functions.filter(|(_, function)| function.component.is_none() && !function.completes.is_empty())
    {
        let ident = &function.signature.ident;
        let signature = Signature::check(&function.signature, &format!("completion `{ident}`"), errors);
        let mut own = Vec::new();
        for args in &function.completes {
            for found in find(args, components, whole, errors) {
                let is_same = |other: &Completes| {
                    other.component == found.component && other.argument.value() == found.argument.value()
                };
                // Of a pair under `cfg` perhaps one is there: the start of the server sees which.
                let mut certain = completers.iter().filter(|completer| completer.cfgs.is_empty());
                let is_repeated = own.iter().any(is_same)
                    || function.cfgs.is_empty()
                        && certain.any(|completer| completer.completes.iter().any(is_same));
                if is_repeated {
                    let (argument, subject) = (found.argument.value(), components[found.component].subject());
                    errors.add(
                        found.argument.span(),
                        format!("`{argument}` of {subject} is completed already; keep one function for it"),
                    );
                }
                own.push(found);
            }
        }
        completers.push(Completer {
            function: ident.clone(),
            index,
            signature,
            cfgs: function.cfgs.clone(),
            completes: own,
        });
    }
    completers
}

/// The component that an attribute names: several, where they are alternatives under `cfg`.
fn find(args: &CompleteArgs, components: &[Component], whole: bool, errors: &mut Errors) -> Vec<Completes> {
    let (owner, argument, is_prompt) = match (&args.prompt, &args.argument, &args.resource, &args.variable) {
        (Some(prompt), Some(argument), None, None) => (prompt, argument, true),
        (None, None, Some(resource), Some(variable)) => (resource, variable, false),
        _ => {
            if args.whole {
                errors.add(
                        args.at,
                        "a completion names a prompt with its argument, or a template with its variable; write `#[complete(prompt = \"…\", argument = \"…\")]` or `#[complete(resource = \"…\", variable = \"…\")]`",
                    );
            }
            return Vec::new();
        }
    };
    let fits = |component: &Component| match component.about {
        About::Prompt { .. } => is_prompt,
        About::Template { .. } => !is_prompt,
        About::Tool { .. } | About::Resource { .. } => false,
    };
    let wanted = owner.value();
    let known = || components.iter().enumerate().filter(|(_, component)| fits(component));
    let found: Vec<(usize, &Component)> = known().filter(|(_, component)| component.name == wanted).collect();
    if found.is_empty() && whole {
        let names: Vec<&str> = known().map(|(_, component)| component.name.as_str()).collect();
        let noun = if is_prompt { "prompt" } else { "resource template" };
        errors.add(owner.span(), format!("this impl has no {noun} `{wanted}`; {}", help(&wanted, &names)));
    }
    if let Some((_, component)) = found.first() {
        check_variable(component, argument, errors);
    }
    let completes =
        found.into_iter().map(|(component, _)| Completes { component, argument: argument.clone() });
    completes.collect()
}

/// A prompt's arguments are known by their type alone, which the start of the server asks.
fn check_variable(component: &Component, argument: &LitStr, errors: &mut Errors) {
    let About::Template { variables, .. } = &component.about else { return };
    let wanted = argument.value();
    if !variables.contains(&wanted) {
        let names: Vec<&str> = variables.iter().map(String::as_str).collect();
        errors.add(
            argument.span(),
            format!("{} has no variable `{wanted}`; {}", component.subject(), help(&wanted, &names)),
        );
    }
}

fn help(wanted: &str, known: &[&str]) -> String {
    match nearest(wanted, known.iter().copied()) {
        Some(near) => format!("did you mean `{near}`?"),
        None if known.is_empty() => "it has none".to_owned(),
        None => {
            let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
            format!("it has {}", known.join(", "))
        }
    }
}
