//! Judges what one block can know: what its components, toolsets and completions are to each other.

use proc_macro2::Span;
use syn::{Ident, Type, TypePath, ext::IdentExt, spanned::Spanned};

use super::{
    completion, component, hooks,
    model::{About, Component, Model},
    read::Block,
    toolsets::Toolsets,
};
use crate::{
    errors::Errors,
    passage::{self, Own, Text},
};

/// The model of the block, or `None` where its type has no name.
pub(crate) fn check(block: &Block, errors: &mut Errors) -> Option<Model> {
    let Some(type_name) = type_name(&block.item.self_type) else {
        errors.add(
            block.item.self_type.span(),
            "an extension is a type with a name, such as a struct of yours; wrap this one in a struct",
        );
        return None;
    };
    let toolsets = Toolsets::check(block, &type_name, errors);
    let functions = block.functions.iter().enumerate();
    let marked = functions.filter(|(_, function)| function.component.is_some());
    let checked: Vec<Option<Component>> =
        marked.map(|(index, function)| component::check(function, index, &toolsets, errors)).collect();
    let whole = checked.iter().all(Option::is_some);
    let components: Vec<Component> = checked.into_iter().flatten().collect();
    if toolsets.all_named && whole {
        check_empty(&toolsets, &components, errors);
    }
    check_repeated(&components, errors);
    let completers = completion::check(block, &components, whole, errors);
    let hooks = hooks::check(block, errors);
    let toolsets = toolsets.declared;
    let model = Model { type_name: type_name.to_string(), toolsets, components, completers, hooks };
    check_texts(&model, errors);
    check_counts(block, &model, errors);
    Some(model)
}

/// The last word of the type's path.
fn type_name(self_type: &Type) -> Option<Ident> {
    match self_type {
        Type::Path(TypePath { path, .. }) => path.segments.last().map(|segment| segment.ident.unraw()),
        Type::Group(group) => type_name(&group.elem),
        Type::Paren(paren) => type_name(&paren.elem),
        _ => None,
    }
}

/// A toolset that was declared and forgotten; a component that `cfg` removes counts as one.
fn check_empty(toolsets: &Toolsets, components: &[Component], errors: &mut Errors) {
    for (at, toolset) in toolsets.declared.iter().enumerate() {
        if components.iter().all(|component| component.toolset != at) {
            let name = &toolset.name;
            errors.add(
                toolset.at,
                format!(
                    "toolset `{name}` has nothing in it; write `#[tool(toolset = \"{name}\")]` on a function of this impl, or remove it"
                ),
            );
        }
    }
}

/// One name twice; a pair of which one is under a `cfg` is left to the compiler's view of the server.
fn check_repeated(components: &[Component], errors: &mut Errors) {
    for (at, component) in components.iter().enumerate() {
        let twin = components[..at].iter().find(|earlier| {
            earlier.hash() == component.hash() && earlier.cfgs.is_empty() && component.cfgs.is_empty()
        });
        if let Some(twin) = twin {
            let another = match component.about {
                About::Tool { .. } | About::Prompt { .. } => "`name`",
                About::Resource { .. } | About::Template { .. } => "URI",
            };
            errors.add(
                component.at,
                format!(
                    "{} is already the function `{}`{} of this impl; give one of them another {another}",
                    component.subject(),
                    twin.function,
                    line(twin.at)
                ),
            );
        }
    }
}

fn line(at: Span) -> String {
    if proc_macro::is_available() { format!(" (line {})", at.unwrap().start().line()) } else { String::new() }
}

/// Names of the block's own that stand in its texts without braces.
fn check_texts(model: &Model, errors: &mut Errors) {
    let own: Vec<Own<'_>> = model.components.iter().map(own).collect();
    let described = model.toolsets.iter().filter_map(|toolset| toolset.description.as_ref());
    let described = described.filter_map(|description| description.text.as_ref());
    let texts = model.toolsets.iter().flat_map(|toolset| &toolset.instructions).chain(described);
    for text in texts {
        passage::check_unbraced(text, &own, errors);
    }
    for (at, component) in model.components.iter().enumerate() {
        // Its own name in its own description goes wherever it goes.
        let others: Vec<Own<'_>> =
            own.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, own)| *own).collect();
        if let Some(text) = &component.description.text {
            passage::check_unbraced(text, &others, errors);
        }
    }
}

fn own(component: &Component) -> Own<'_> {
    let prefix = if matches!(component.about, About::Prompt { .. }) { "prompt:" } else { "" };
    Own { name: &component.name, noun: component.about.noun(), prefix }
}

/// The tables count with 16 bits.
fn check_counts(block: &Block, model: &Model, errors: &mut Errors) {
    let described = model.components.iter().filter_map(|component| component.description.text.as_ref());
    let texts: Vec<&Text> =
        model.toolsets.iter().flat_map(|toolset| &toolset.instructions).chain(described).collect();
    let references = texts.iter().map(|text| text.cut.references.len()).sum();
    let passages = texts.iter().map(|text| text.cut.passages.len()).sum();
    let counts =
        [(block.functions.len(), "functions"), (references, "names in its texts"), (passages, "passages")];
    for (count, what) in counts {
        if count > usize::from(u16::MAX) / 2 {
            errors.add(
                block.item.impl_token.span(),
                format!("this impl has {count} {what}, and it can have {}; part it", u16::MAX / 2),
            );
        }
    }
}
