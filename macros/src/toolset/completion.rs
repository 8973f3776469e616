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
    for (index, function) in functions.filter(|(_, function)| function.component.is_none()) {
        let ident = &function.signature.ident;
        let signature = Signature::check(&function.signature, &format!("completion `{ident}`"), errors);
        let mut own = Vec::new();
        for args in &function.completes {
            let Some(found) = find(args, components, whole, errors) else { continue };
            let earlier = completers.iter().flat_map(|completer| &completer.completes).chain(&own);
            let is_same = |other: &Completes| {
                other.component == found.component && other.argument.value() == found.argument.value()
            };
            if earlier.into_iter().any(is_same) && function.cfgs.is_empty() {
                let (argument, subject) = (found.argument.value(), components[found.component].subject());
                errors.add(
                    found.argument.span(),
                    format!("`{argument}` of {subject} is completed already; keep one function for it"),
                );
            }
            own.push(found);
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

/// The component that an attribute names.
fn find(
    args: &CompleteArgs,
    components: &[Component],
    whole: bool,
    errors: &mut Errors,
) -> Option<Completes> {
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
            return None;
        }
    };
    let fits = |component: &Component| match component.about {
        About::Prompt { .. } => is_prompt,
        About::Template { .. } => !is_prompt,
        About::Tool { .. } | About::Resource { .. } => false,
    };
    let wanted = owner.value();
    let found = components.iter().position(|component| fits(component) && component.name == wanted);
    let Some(found) = found else {
        if whole {
            let known = components.iter().filter(|component| fits(component));
            let names: Vec<&str> = known.map(|component| component.name.as_str()).collect();
            let noun = if is_prompt { "prompt" } else { "resource template" };
            errors
                .add(owner.span(), format!("this impl has no {noun} `{wanted}`; {}", help(&wanted, &names)));
        }
        return None;
    };
    check_variable(&components[found], argument, errors);
    Some(Completes { component: found, argument: argument.clone() })
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
