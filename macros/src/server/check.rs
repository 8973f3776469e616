//! Judges what the struct alone can know: its name, its fields, its rule for names.

use proc_macro2::Span;
use syn::{LitInt, spanned::Spanned};

use super::{
    model::{Budget, Holds, Model, Names, Snapshot},
    read::Composition,
};
use crate::{attribute::Flag, crate_path, errors::Errors, passage};

/// The model of the server, or `None` where it has no name.
pub(crate) fn check<'a>(composition: &'a Composition, errors: &mut Errors) -> Option<Model<'a>> {
    let Composition { args, ident, .. } = composition;
    if let Some(at) = composition.generic {
        errors.add(
            at,
            format!("server `{ident}` is generic, and a server is one thing that the compiler checks whole; name the types in its fields"),
        );
    }
    check_repeated(composition, errors);
    let names = check_names(composition, errors);
    let prefix = check_prefix(composition, errors);
    let instructions = args.instructions.iter().map(|written| passage::read(written, errors)).collect();
    let name = check_name(composition, errors)?;
    Some(Model {
        private: crate_path::private(args.krate.as_ref()),
        ident,
        name,
        title: args.title.as_ref(),
        version: args.version.as_ref(),
        description: args.description.as_ref(),
        website_url: args.website_url.as_ref(),
        icons: args.icons.as_ref(),
        logging: args.logging.is_some_and(|flag| flag.value),
        instructions,
        names,
        prefix,
        instructions_budget: budget(args.instructions_budget.as_ref(), name.span(), errors),
        description_budget: budget(args.description_budget.as_ref(), name.span(), errors),
        snapshot: check_snapshot(composition, errors),
        extensions: composition.fields.iter().map(|field| (&field.ident, &field.ty)).collect(),
    })
}

fn check_name<'a>(composition: &'a Composition, errors: &mut Errors) -> Option<&'a syn::LitStr> {
    let args = &composition.args;
    match &args.name {
        Some(name) if name.value().trim().is_empty() => {
            errors.add(name.span(), "a server's name is empty; say what clients shall call it");
            None
        }
        Some(name) => Some(name),
        None => {
            if args.whole {
                errors.add(
                    composition.at,
                    format!("server `{}` has no name; write `#[server(name = \"…\")]`", composition.ident),
                );
            }
            None
        }
    }
}

fn check_names(composition: &Composition, errors: &mut Errors) -> Names {
    match composition.args.names.as_ref().map(|rule| (rule.value(), rule.span())) {
        None => Names::Llm,
        Some((rule, _)) if rule == "llm" => Names::Llm,
        Some((rule, _)) if rule == "mcp" => Names::Mcp,
        Some((rule, at)) => {
            errors.add(
                at,
                format!("`{rule}` is no rule for names; write \"llm\" (what the common LLM APIs take) or \"mcp\" (all that MCP allows)"),
            );
            Names::Llm
        }
    }
}

/// What a widely used client shows of the instructions and of each description, in UTF-16 units.
const BUDGET: usize = 2048;

/// What was written, or what is safe.
fn budget(written: Option<&LitInt>, otherwise: Span, errors: &mut Errors) -> Budget {
    let Some(literal) = written else {
        return Budget { units: BUDGET, at: otherwise };
    };
    let units = literal.base10_parse().unwrap_or_else(|_| {
        errors.add(
            literal.span(),
            format!(
                "`{literal}` is no number of UTF-16 units; write one such as {BUDGET}, or 0 for no limit"
            ),
        );
        BUDGET
    });
    Budget { units, at: literal.span() }
}

fn check_snapshot<'a>(composition: &'a Composition, errors: &mut Errors) -> Option<Snapshot<'a>> {
    let args = &composition.args;
    let denies = args.snapshot_deny.filter(|flag| flag.value);
    match (&args.snapshot, denies) {
        (Some(path), denies) => {
            if path.value().is_empty() {
                errors.add(path.span(), "a snapshot is a file; write its path from the folder of Cargo.toml, as in \"toolsets.json\"");
            }
            Some(Snapshot { path, holds: if denies.is_some() { Holds::Build } else { Holds::Test } })
        }
        (None, Some(Flag { at, .. })) => {
            errors.add(at, "`snapshot_deny` denies a stale snapshot, and none is named; add `snapshot = \"toolsets.json\"`");
            None
        }
        (None, None) => None,
    }
}

/// A word of a text can only be taken for a name if it holds an underscore.
fn check_prefix(composition: &Composition, errors: &mut Errors) -> String {
    let Some(literal) = &composition.args.prefix else {
        return String::new();
    };
    let prefix = literal.value();
    if !prefix.contains('_') || !prefix.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_') {
        errors.add(
            literal.span(),
            format!("prefix `{prefix}` starts no name that stands out in a text; use letters, digits and at least one `_`, as in `atlas_`"),
        );
    }
    prefix
}

/// One type in two fields would bring each of its tools twice.
fn check_repeated(composition: &Composition, errors: &mut Errors) {
    for (at, field) in composition.fields.iter().enumerate() {
        if let Some(twin) = composition.fields[..at].iter().find(|earlier| earlier.ty == field.ty) {
            errors.add(
                field.ty.span(),
                format!(
                    "`{}` and `{}` hold the same extension, so each of its tools would be there twice; keep one, or put `#[server(skip)]` on the other",
                    twin.ident, field.ident
                ),
            );
        }
    }
}
