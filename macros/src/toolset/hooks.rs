//! Judges `#[on_start]` and `#[on_stop]`: at most one each, which takes nothing and has a deadline.

use std::time::Duration;

use syn::{LitStr, spanned::Spanned};

use super::{component_args::HookArgs, model::Hook, read::Block, signature::Signature};
use crate::errors::Errors;

/// How long a hook may take, unless it says otherwise.
const DEADLINE: Duration = Duration::from_secs(30);

/// The hooks of the block.
pub(crate) fn check(block: &Block, errors: &mut Errors) -> Vec<Hook> {
    let mut hooks: Vec<Hook> = Vec::new();
    for function in &block.functions {
        for HookArgs { when, timeout, at } in &function.hooks {
            let (ident, attribute) = (&function.signature.ident, when.attribute());
            let subject = format!("hook `{ident}`");
            let signature = Signature::check(&function.signature, &subject, errors);
            if let Some(argument) = signature.arguments.first() {
                errors.add(
                    argument.ty.span(),
                    format!("{subject} takes nothing but `&self`, since nobody asked for anything yet; keep what it needs in the extension"),
                );
            }
            let is_same =
                |other: &&Hook| other.when == *when && other.cfgs.is_empty() && function.cfgs.is_empty();
            if let Some(earlier) = hooks.iter().find(is_same) {
                errors.add(
                    *at,
                    format!(
                        "`{}` is `#[{attribute}]` already, and one runs; call this function from there",
                        earlier.function
                    ),
                );
            }
            hooks.push(Hook {
                when: *when,
                function: ident.clone(),
                deadline: timeout.as_ref().map_or(DEADLINE, |timeout| deadline(timeout, errors)),
                signature,
                cfgs: function.cfgs.clone(),
            });
        }
    }
    hooks
}

/// `30s`, `500ms` or `2m`.
fn deadline(literal: &LitStr, errors: &mut Errors) -> Duration {
    let text = literal.value();
    let digits = text.trim_end_matches(|c: char| c.is_ascii_alphabetic());
    let unit = match &text[digits.len()..] {
        "ms" => Some(1),
        "s" => Some(1000),
        "m" => Some(60_000),
        _ => None,
    };
    let time = digits.parse::<u64>().ok().zip(unit).and_then(|(number, unit)| number.checked_mul(unit));
    let time = time.filter(|time| *time > 0).map(Duration::from_millis);
    time.unwrap_or_else(|| {
        errors.add(
            literal.span(),
            format!("`{text}` is no time; write a number and `ms`, `s` or `m`, as in \"30s\""),
        );
        DEADLINE
    })
}
