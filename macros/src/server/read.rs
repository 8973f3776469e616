//! Reads the struct of a server: its attribute and its fields.

use proc_macro2::{Span, TokenStream};
use syn::{Data, DeriveInput, Fields, Ident, Type, parse2, spanned::Spanned};

use super::args::{FIELD, SERVER, ServerArgs};
use crate::{attribute::Keys, errors::Errors};

/// The struct as read.
pub(crate) struct Composition {
    pub(crate) ident: Ident,
    pub(crate) args: ServerArgs,
    /// Where `#[server]` stands, or the struct's name.
    pub(crate) at: Span,
    pub(crate) fields: Vec<Field>,
    /// The first generic parameter, which a server cannot have.
    pub(crate) generic: Option<Span>,
}

/// A field that holds an extension.
pub(crate) struct Field {
    pub(crate) ident: Ident,
    pub(crate) ty: Type,
}

/// `None` where there is no struct with named fields.
pub(crate) fn read(input: &TokenStream, errors: &mut Errors) -> Option<Composition> {
    let input: DeriveInput = parse2(input.clone()).map_err(|error| errors.push(error)).ok()?;
    let fields = read_fields(&input, errors);
    let mut attributes = input.attrs.iter().filter(|attribute| attribute.path().is_ident("server"));
    let first = attributes.next();
    for repeated in attributes {
        errors.add(repeated.path().span(), "`#[server]` stands here twice; say everything in one");
    }
    let keys = match first {
        Some(attribute) => Keys::of(&attribute.meta, &SERVER, errors),
        None => {
            errors.add(
                input.ident.span(),
                format!(
                    "server `{}` has no `#[server(name = \"…\")]`; write it above the struct",
                    input.ident
                ),
            );
            Keys::default()
        }
    };
    Some(Composition {
        at: first.map_or(input.ident.span(), |attribute| attribute.path().span()),
        args: keys.into(),
        generic: input.generics.params.first().map(Spanned::span),
        ident: input.ident,
        fields: fields?,
    })
}

fn read_fields(input: &DeriveInput, errors: &mut Errors) -> Option<Vec<Field>> {
    let fault = match &input.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => {
                return Some(fields.named.iter().filter_map(|field| read_field(field, errors)).collect());
            }
            Fields::Unnamed(_) => "is a tuple struct",
            Fields::Unit => "has no fields",
        },
        Data::Enum(_) => "is an enum",
        Data::Union(_) => "is a union",
    };
    errors.add(
        input.ident.span(),
        format!(
            "server `{}` {fault}; a server is a struct with a named field for each extension",
            input.ident
        ),
    );
    None
}

/// `None` for a field under `#[server(skip)]`.
fn read_field(field: &syn::Field, errors: &mut Errors) -> Option<Field> {
    let mut skipped = false;
    for attribute in field.attrs.iter().filter(|attribute| attribute.path().is_ident("server")) {
        skipped |= Keys::of(&attribute.meta, &FIELD, errors).flag("skip").is_some();
    }
    let ident = field.ident.clone().filter(|_| !skipped)?;
    Some(Field { ident, ty: field.ty.clone() })
}
