//! Judges a resource: its URI or its template, and what binds the template's variables.

use proc_macro2::Span;
use syn::{LitStr, ext::IdentExt};

use super::{
    component::Named,
    component_args::{ComponentArgs, ResourceArgs},
    model::{About, Readable},
    read::Marked,
    signature::Signature,
};
use crate::{
    attribute::Flag,
    errors::Errors,
    names::nearest,
    passage::uri::{ENDS_A_SENTENCE, is_of_uri, is_scheme},
};

/// How many variables a template may have; the runtime has room for no more.
const VARIABLES: usize = 16;

/// `None` where it has no URI.
pub(crate) fn named(
    function: &Marked,
    args: &ComponentArgs,
    resource: &ResourceArgs,
    errors: &mut Errors,
) -> Option<Named> {
    let ident = &function.signature.ident;
    let readable = Readable {
        name: args.name.as_ref().map_or_else(|| ident.unraw().to_string(), LitStr::value),
        mime_type: resource.mime_type.clone(),
        annotations: resource.annotations.clone(),
        subscribe: matches!(resource.subscribe, Some(Flag { value: true, .. })),
    };
    if let Some(size) = &resource.size {
        if size.base10_parse::<u64>().is_err() {
            errors.add(size.span(), format!("`{size}` is no number of bytes"));
        }
        if resource.uri.is_none() && resource.uri_template.is_some() {
            errors.add(
                size.span(),
                "a template stands for many resources, and MCP gives it no `size`; remove it",
            );
        }
    }
    match (&resource.uri, &resource.uri_template) {
        (Some(_), Some(template)) => {
            errors.add(
                template.span(),
                format!("`{ident}` has `uri` and `uri_template`, and it is one resource or many; keep one"),
            );
            None
        }
        (Some(uri), None) => {
            check_uri(uri, errors);
            let about = About::Resource { readable, size: resource.size.clone() };
            Some(Named { name: uri.value(), at: uri.span(), about })
        }
        (None, Some(template)) => {
            let variables = check_template(template, errors);
            let about = About::Template { readable, variables };
            Some(Named { name: template.value(), at: template.span(), about })
        }
        (None, None) => {
            if args.whole {
                errors.add(
                    ident.span(),
                    format!("resource `{ident}` has no URI; write `#[resource(uri = \"scheme://…\")]`, or `uri_template` with variables in braces"),
                );
            }
            None
        }
    }
}

fn check_uri(literal: &LitStr, errors: &mut Errors) {
    let uri = literal.value();
    if let Some(variable) = uri.find(['{', '}']).map(|at| &uri[at..]) {
        errors.add(
            literal.span(),
            format!("URI `{uri}` has a brace (`{variable}`), and only a template has variables; write `uri_template = …`"),
        );
    } else {
        check_characters(literal, &uri, "URI", errors);
    }
}

/// Scheme, characters and segments of what is no variable: what a client can send, and a text can name.
fn check_characters(literal: &LitStr, uri: &str, what: &str, errors: &mut Errors) {
    let written = literal.value();
    let scheme = uri.split_once("://").map(|(scheme, _)| scheme);
    let fault = if !scheme.is_some_and(is_scheme) {
        format!(
            "{what} `{written}` does not start with a scheme and `://`, by which texts know it; write it so, as in `data://…`"
        )
    } else if let Some(odd) = uri.chars().find(|c| !u8::try_from(*c).is_ok_and(is_of_uri)) {
        format!("{what} `{written}` holds {odd:?}; write it percent-encoded")
    } else if uri.split('/').any(|segment| segment == "." || segment == "..") {
        format!(
            "{what} `{written}` has a dot segment, which clients take away; write the path that it comes to"
        )
    } else if uri.ends_with(ENDS_A_SENTENCE) {
        format!("{what} `{written}` ends as a sentence does, so no text could name it; end it otherwise")
    } else {
        return;
    };
    errors.add(literal.span(), fault);
}

/// The variables of a template of RFC 6570, level 1.
fn check_template(literal: &LitStr, errors: &mut Errors) -> Vec<String> {
    let template = literal.value();
    let mut variables: Vec<String> = Vec::new();
    let mut fixed = String::new();
    let mut rest = template.as_str();
    let mut fault = |message: String| errors.add(literal.span(), format!("template `{template}` {message}"));
    while let Some((before, after)) = rest.split_once('{') {
        if before.contains('}') {
            fault("closes a brace that it has not opened; remove it".into());
        }
        if before.is_empty() && !variables.is_empty() {
            fault(
                "has two variables side by side, and nobody could say where one ends; put something between"
                    .into(),
            );
        }
        fixed.push_str(before);
        // What stands for a variable is no dot segment and no scheme.
        fixed.push('x');
        let Some((variable, behind)) = after.split_once('}') else {
            fault("opens a brace that it does not close; write `}` after the variable".into());
            return variables;
        };
        let is_name = |name: &str| {
            !name.is_empty()
                && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
                && !name.starts_with(|c: char| c.is_ascii_digit())
        };
        if !is_name(variable) {
            fault(format!(
                "has `{{{variable}}}`, and a variable is a name alone (RFC 6570, level 1), such as `{{id}}`; write one for each"
            ));
        } else if variables.iter().any(|known| known == variable) {
            fault(format!("has variable `{{{variable}}}` twice; name each differently"));
        } else {
            variables.push(variable.to_owned());
        }
        rest = behind;
    }
    if rest.contains('}') {
        fault("closes a brace that it has not opened; remove it".into());
    }
    if variables.len() > VARIABLES {
        fault(format!("has {} variables, and it can have {VARIABLES}", variables.len()));
    }
    if !template.contains('{') {
        fault("has no variable, so it is one resource; write `uri = …`, or a variable such as `{id}`".into());
    }
    fixed.push_str(rest);
    let scheme = template.split("://").next().is_some_and(|scheme| !scheme.contains(['{', '}']));
    if scheme {
        check_characters(literal, &fixed.replace('}', ""), "template", errors);
    } else {
        fault("has a variable for a scheme; write the scheme, as in `data://{id}`".into());
    }
    variables
}

/// Gives each variable the parameter of its name.
pub(crate) fn bind(
    variables: &[String],
    signature: &mut Signature,
    subject: &str,
    at: Span,
    errors: &mut Errors,
) {
    let names: Vec<String> = signature
        .arguments
        .iter()
        .filter_map(|argument| Some(argument.ident.as_ref()?.to_string()))
        .collect();
    for (nth, variable) in variables.iter().enumerate() {
        let bound = signature
            .arguments
            .iter_mut()
            .find(|argument| argument.ident.as_ref().is_some_and(|ident| ident == variable));
        match bound {
            Some(argument) => argument.variable = Some(nth),
            None => {
                let unbound = names.iter().filter(|name| !variables.contains(name)).map(String::as_str);
                let help = match nearest(variable, unbound) {
                    Some(near) => format!("rename `{near}`, or the variable"),
                    None => format!("add `{variable}: String`, or a type that reads it"),
                };
                errors.add(
                    at,
                    format!("variable `{{{variable}}}` of {subject} is taken by no parameter; {help}"),
                );
            }
        }
    }
}
