//! Judges the toolsets that a block declares.

use syn::Ident;

use super::{
    model::Toolset,
    read::{Block, Declared},
};
use crate::{attribute::Flag, errors::Errors, names, passage};

/// The toolsets of the block.
pub(crate) struct Toolsets {
    pub(crate) declared: Vec<Toolset>,
    /// Whether every declaration's name could be read; else no rule speaks of what is missing.
    pub(crate) all_named: bool,
}

impl Toolsets {
    pub(crate) fn check(block: &Block, type_name: &Ident, errors: &mut Errors) -> Self {
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

    pub(crate) fn position(&self, name: &str) -> Option<usize> {
        self.declared.iter().position(|toolset| toolset.name == name)
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.declared.iter().map(|toolset| toolset.name.as_str())
    }

    pub(crate) fn listed(&self) -> String {
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
