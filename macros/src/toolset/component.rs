//! Judges one component: its name, its description, its toolset, its hints.

use proc_macro2::Span;
use syn::{ext::IdentExt, spanned::Spanned};

use super::{
    component_args::{ComponentArgs, KindArgs, ToolArgs},
    model::{About, Component, Hints},
    read::Marked,
    resource,
    signature::Signature,
    toolsets::Toolsets,
};
use crate::{
    attribute::Flag,
    errors::Errors,
    names,
    passage::{self, Description},
};

/// `None` where it may be in a toolset that could not be read, or has no URI.
pub(crate) fn check(
    function: &Marked,
    index: usize,
    toolsets: &Toolsets,
    errors: &mut Errors,
) -> Option<Component> {
    let args = function.component.as_ref()?;
    let ident = &function.signature.ident;
    let Named { name, at, about } = named(function, args, errors)?;
    let subject = format!("{} `{name}`", about.noun());
    let description = check_description(function, args, &subject, errors);
    let mut signature = Signature::check(&function.signature, &subject, errors);
    if let About::Template { variables, .. } = &about {
        resource::bind(variables, &mut signature, &subject, at, errors);
    }
    let toolset = check_membership(function, args, &subject, toolsets, errors)?;
    Some(Component {
        name,
        at,
        function: ident.clone(),
        index,
        toolset,
        title: args.title.clone(),
        description,
        icons: args.icons.clone(),
        meta: args.meta.clone(),
        signature,
        cfgs: function.cfgs.clone(),
        about,
    })
}

/// What the component is called on the wire, and what it is.
pub(crate) struct Named {
    pub(crate) name: String,
    /// The token that says the name.
    pub(crate) at: Span,
    pub(crate) about: About,
}

fn named(function: &Marked, args: &ComponentArgs, errors: &mut Errors) -> Option<Named> {
    let about = match &args.kind {
        KindArgs::Resource(resource) => return resource::named(function, args, resource, errors),
        KindArgs::Tool(tool) => About::Tool { hints: hints(tool), params: tool.params.clone() },
        KindArgs::Prompt { params } => About::Prompt { params: params.clone() },
    };
    let ident = &function.signature.ident;
    let (name, at) = match &args.name {
        Some(literal) => (literal.value(), literal.span()),
        None => (ident.unraw().to_string(), ident.span()),
    };
    if let Some(fault) = names::component_fault(about.noun(), &name) {
        errors.add(at, fault);
    }
    if let KindArgs::Tool(tool) = &args.kind {
        check_hints(tool, &name, errors);
    }
    Some(Named { name, at, about })
}

fn check_description(
    function: &Marked,
    args: &ComponentArgs,
    subject: &str,
    errors: &mut Errors,
) -> Description {
    let literal = args.description.as_ref();
    let ident = &function.signature.ident;
    let description = match literal {
        Some(literal) => passage::describe(literal, errors),
        None => passage::describe_by_comment(function.doc.as_deref().unwrap_or_default(), ident.span()),
    };
    if description.plain.is_empty() && (args.whole || literal.is_some()) {
        errors.add(
            literal.map_or(ident.span(), Spanned::span),
            format!(
                "{subject} has no description, which is all that a model knows of it; write a doc comment on `{ident}`"
            ),
        );
    }
    description
}

/// The toolset that the component names, or the only one that is declared.
fn check_membership(
    function: &Marked,
    args: &ComponentArgs,
    subject: &str,
    toolsets: &Toolsets,
    errors: &mut Errors,
) -> Option<usize> {
    let Some(literal) = &args.toolset else {
        let only = (toolsets.declared.len() == 1).then_some(0);
        if only.is_none() && toolsets.all_named && args.whole {
            let listed = toolsets.listed();
            errors.add(
                function.signature.ident.span(),
                format!(
                    "{subject} names no toolset, and this impl declares several; add `toolset = \"…\"` with one of {listed}"
                ),
            );
        }
        return only;
    };
    let wanted = literal.value();
    let found = toolsets.position(&wanted);
    if found.is_none() && toolsets.all_named {
        let help = match names::nearest(&wanted, toolsets.names()) {
            Some(near) if near.eq_ignore_ascii_case(&wanted) => format!("write `{near}`, case matters"),
            Some(near) => format!("did you mean `{near}`?"),
            None => format!("it declares {}", toolsets.listed()),
        };
        errors.add(literal.span(), format!("this impl declares no toolset `{wanted}`; {help}"));
    }
    found
}

fn hints(args: &ToolArgs) -> Hints {
    let written = |flag: Option<Flag>| flag.map(|flag| flag.value);
    Hints {
        read_only: written(args.read_only),
        destructive: written(args.destructive),
        idempotent: written(args.idempotent),
        open_world: written(args.open_world),
    }
}

fn check_hints(args: &ToolArgs, name: &str, errors: &mut Errors) {
    if let (Some(Flag { value: true, .. }), Some(Flag { value: true, at })) =
        (args.read_only, args.destructive)
    {
        errors.add(at, format!("tool `{name}` cannot be `read_only` and `destructive`; drop one of the two"));
    }
}
