//! Judges what one block can know: names, membership, descriptions, hints.

use proc_macro2::Span;
use syn::{Ident, Type, TypePath, ext::IdentExt, spanned::Spanned};

use super::{
    model::{Hints, Model, Tool, Toolset},
    read::{Block, Declared, Marked},
    signature::Signature,
};
use crate::{
    attribute::Flag,
    errors::Errors,
    names,
    passage::{self, Description},
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
    let tools: Vec<Option<Tool>> =
        block.tools.iter().map(|tool| check_tool(tool, &toolsets, errors)).collect();
    if toolsets.all_named && tools.iter().all(Option::is_some) {
        check_empty(&toolsets, &tools, errors);
    }
    let tools: Vec<Tool> = tools.into_iter().flatten().collect();
    check_repeated_tools(&tools, errors);
    let own: Vec<&str> = tools.iter().map(|tool| tool.name.as_str()).collect();
    for text in toolsets.declared.iter().flat_map(|toolset| &toolset.instructions) {
        passage::check_unbraced(text, &own, errors);
    }
    let described = toolsets.declared.iter().filter_map(|toolset| toolset.description.as_ref());
    for text in described.filter_map(|description| description.text.as_ref()) {
        passage::check_unbraced(text, &own, errors);
    }
    for tool in &tools {
        // Its own name in its own description goes wherever it goes.
        let others: Vec<&str> = own.iter().copied().filter(|name| *name != tool.name).collect();
        if let Some(text) = &tool.description.text {
            passage::check_unbraced(text, &others, errors);
        }
    }
    check_counts(block, &toolsets.declared, &tools, errors);
    Some(Model { type_name: type_name.to_string(), toolsets: toolsets.declared, tools })
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

/// The toolsets of the block.
struct Toolsets {
    declared: Vec<Toolset>,
    /// Whether every declaration's name could be read; else no rule speaks of what is missing.
    all_named: bool,
}

impl Toolsets {
    fn check(block: &Block, type_name: &Ident, errors: &mut Errors) -> Self {
        let mut toolsets = Self { declared: Vec::new(), all_named: true };
        for declared in &block.toolsets {
            toolsets.all_named &= declared.args.whole || declared.args.name.is_some();
            let Some(toolset) = check_toolset(declared, type_name, block.doc.as_ref(), errors) else {
                continue;
            };
            if toolsets.position(&toolset.name).is_some() {
                let name = &toolset.name;
                errors.add(
                    toolset.at,
                    format!(
                        "toolset `{name}` is declared twice on this impl; keep one `#[toolset(name = \"{name}\")]`"
                    ),
                );
                continue;
            }
            toolsets.declared.push(toolset);
        }
        toolsets
    }

    fn position(&self, name: &str) -> Option<usize> {
        self.declared.iter().position(|toolset| toolset.name == name)
    }

    fn names(&self) -> impl Iterator<Item = &str> {
        self.declared.iter().map(|toolset| toolset.name.as_str())
    }

    fn listed(&self) -> String {
        self.names().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
    }
}

/// `None` where the name may be among what could not be read.
fn check_toolset(
    declared: &Declared,
    type_name: &Ident,
    doc: Option<&String>,
    errors: &mut Errors,
) -> Option<Toolset> {
    let args = &declared.args;
    let (name, at) = match &args.name {
        Some(literal) => (literal.value(), literal.span()),
        None if args.whole => (names::toolset_of_type(&type_name.to_string()), declared.at),
        None => return None,
    };
    if let Some(fault) = names::toolset_fault(&name) {
        errors.add(at, fault);
    }
    if let (Some(Flag { value: true, .. }), Some(Flag { value: false, at })) = (args.always, args.default) {
        errors.add(
            at,
            format!(
                "toolset `{name}` is `always` on, so `default = false` contradicts it; drop one of the two"
            ),
        );
    }
    Some(Toolset {
        name,
        at,
        title: args.title.clone(),
        description: match &args.description {
            Some(literal) => Some(passage::describe(literal, errors)),
            None => doc.map(|comment| passage::describe_by_comment(comment, at)),
        },
        default: args.default.map(|flag| flag.value),
        always: args.always.map(|flag| flag.value),
        instructions: args.instructions.iter().map(|written| passage::read(written, errors)).collect(),
    })
}

fn check_tool(tool: &Marked, toolsets: &Toolsets, errors: &mut Errors) -> Option<Tool> {
    let args = &tool.args;
    let function = &tool.signature.ident;
    let (name, at) = match &args.name {
        Some(literal) => (literal.value(), literal.span()),
        None => (function.unraw().to_string(), function.span()),
    };
    if let Some(fault) = names::tool_fault(&name) {
        errors.add(at, fault);
    }
    let description = check_description(tool, &name, errors);
    let hints = check_hints(tool, &name, errors);
    let signature = Signature::check(&tool.signature, &name, errors);
    let toolset = check_membership(tool, &name, toolsets, errors)?;
    Some(Tool {
        name,
        at,
        function: function.clone(),
        toolset,
        title: args.title.clone(),
        description,
        hints,
        icons: args.icons.clone(),
        meta: args.meta.clone(),
        params: args.params.clone(),
        signature,
        cfgs: tool.cfgs.clone(),
    })
}

fn check_description(tool: &Marked, name: &str, errors: &mut Errors) -> Description {
    let literal = tool.args.description.as_ref();
    let function = &tool.signature.ident;
    let description = match literal {
        Some(literal) => passage::describe(literal, errors),
        None => passage::describe_by_comment(tool.doc.as_deref().unwrap_or_default(), function.span()),
    };
    if description.plain.is_empty() && (tool.args.whole || literal.is_some()) {
        errors.add(
            literal.map_or(function.span(), Spanned::span),
            format!(
                "tool `{name}` has no description, which is all that a model knows of it; write a doc comment on `{function}`"
            ),
        );
    }
    description
}

/// The toolset that the tool names, or the only one that is declared.
fn check_membership(tool: &Marked, name: &str, toolsets: &Toolsets, errors: &mut Errors) -> Option<usize> {
    let Some(literal) = &tool.args.toolset else {
        let only = (toolsets.declared.len() == 1).then_some(0);
        if only.is_none() && toolsets.all_named && tool.args.whole {
            let listed = toolsets.listed();
            errors.add(
                tool.signature.ident.span(),
                format!(
                    "tool `{name}` names no toolset, and this impl declares several; add `toolset = \"…\"` with one of {listed}"
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

fn check_hints(tool: &Marked, name: &str, errors: &mut Errors) -> Hints {
    let args = &tool.args;
    if let (Some(Flag { value: true, .. }), Some(Flag { value: true, at })) =
        (args.read_only, args.destructive)
    {
        errors.add(at, format!("tool `{name}` cannot be `read_only` and `destructive`; drop one of the two"));
    }
    let written = |flag: Option<Flag>| flag.map(|flag| flag.value);
    Hints {
        read_only: written(args.read_only),
        destructive: written(args.destructive),
        idempotent: written(args.idempotent),
        open_world: written(args.open_world),
    }
}

/// A toolset that was declared and forgotten; a tool that `cfg` removes counts as one.
fn check_empty(toolsets: &Toolsets, tools: &[Option<Tool>], errors: &mut Errors) {
    for (at, toolset) in toolsets.declared.iter().enumerate() {
        if tools.iter().flatten().all(|tool| tool.toolset != at) {
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
fn check_repeated_tools(tools: &[Tool], errors: &mut Errors) {
    for (at, tool) in tools.iter().enumerate() {
        let twin = tools[..at]
            .iter()
            .find(|earlier| earlier.name == tool.name && earlier.cfgs.is_empty() && tool.cfgs.is_empty());
        if let Some(twin) = twin {
            errors.add(
                tool.at,
                format!(
                    "tool `{}` is already the function `{}`{} of this impl; give one of them another `name`",
                    tool.name,
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

/// The tables count with 16 bits.
fn check_counts(block: &Block, toolsets: &[Toolset], tools: &[Tool], errors: &mut Errors) {
    let texts = toolsets.iter().flat_map(|toolset| &toolset.instructions);
    let (references, passages) = texts.fold((0, 0), |(references, passages), text| {
        (references + text.cut.references.len(), passages + text.cut.passages.len())
    });
    for (count, what) in [(tools.len(), "tools"), (references, "names in its texts"), (passages, "passages")]
    {
        if count > usize::from(u16::MAX) / 2 {
            errors.add(
                block.item.impl_token.span(),
                format!("this impl has {count} {what}, and it can have {}; part it", u16::MAX / 2),
            );
        }
    }
}
