//! Judges a component's signature: what is called by name, by many clients at once, from outside.

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{
    FnArg, GenericArgument, GenericParam, Pat, PatType, PathArguments, Receiver, ReceiverKind, ReturnType,
    Safety, Type, TypeParamBound, TypePath, ext::IdentExt, parse_quote, spanned::Spanned,
};

use crate::{attribute::written, errors::Errors};

/// What the dispatch needs to know of a signature.
pub(crate) struct Signature {
    pub(crate) takes_self: bool,
    pub(crate) arguments: Vec<Argument>,
    pub(crate) returns: Returns,
}

/// An argument by the type that is written.
pub(crate) struct Argument {
    /// The name, where the pattern is one.
    pub(crate) ident: Option<Ident>,
    pub(crate) ty: Type,
    /// `T` of `Parameters<T>`.
    pub(crate) parameters: Option<Type>,
    /// Which variable of a template it stands for.
    pub(crate) variable: Option<usize>,
}

/// What calling the function gives.
pub(crate) enum Returns {
    /// `async fn … -> T`, or `fn … -> impl Future<Output = T>`.
    Future(Type),
    Value(Type),
}

impl Signature {
    /// Whether it takes more than what a model sends.
    pub(crate) fn takes_context(&self) -> bool {
        self.arguments.iter().any(|argument| argument.parameters.is_none())
    }

    pub(crate) fn check(signature: &syn::Signature, subject: &str, errors: &mut Errors) -> Self {
        if let Some(receiver) = signature.receiver() {
            check_receiver(receiver, subject, errors);
        }
        for parameter in &signature.generics.params {
            check_generic(parameter, subject, errors);
        }
        if let Safety::Unsafe(unsafety) = &signature.safety {
            errors.add(
                unsafety.span(),
                format!("{subject} cannot be `unsafe`, since anybody may call it; make it safe"),
            );
        }
        let typed = signature.inputs.iter().filter_map(|argument| match argument {
            FnArg::Typed(argument) => Some(argument),
            FnArg::Receiver(_) => None,
        });
        let arguments: Vec<Argument> =
            typed.map(|argument| check_argument(argument, subject, errors)).collect();
        let mut parameters = arguments.iter().filter(|argument| argument.parameters.is_some());
        if let (Some(_), Some(second)) = (parameters.next(), parameters.next()) {
            errors.add(
                second.ty.span(),
                format!("{subject} takes `Parameters` twice, and a call brings one object; put all fields into one struct"),
            );
        }
        if let ReturnType::Type(_, ty) = &signature.output {
            check_lifetimes(ty, subject, errors);
        }
        Self { takes_self: signature.receiver().is_some(), arguments, returns: returns(signature) }
    }
}

fn check_receiver(receiver: &Receiver, subject: &str, errors: &mut Errors) {
    let fault = match &receiver.kind {
        ReceiverKind::Reference(_, _, Some(mutability)) => Some(mutability.span()),
        ReceiverKind::Reference(_, _, None) => None,
        ReceiverKind::Typed(_, ty) => match &**ty {
            Type::Reference(reference) if reference.mutability.is_none() => None,
            other => Some(other.span()),
        },
        _ => Some(receiver.self_token.span()),
    };
    if let Some(at) = fault {
        errors.add(
            at,
            format!(
                "{subject} is called by many clients at once, so it takes `&self` or no `self` at all; keep what changes behind a `Mutex` or an atomic"
            ),
        );
    }
}

fn check_generic(parameter: &GenericParam, subject: &str, errors: &mut Errors) {
    let ident = match parameter {
        GenericParam::Type(parameter) => &parameter.ident,
        GenericParam::Const(parameter) => &parameter.ident,
        GenericParam::Lifetime(_) => return,
    };
    errors.add(
        ident.span(),
        format!(
            "{subject} is called by its name, and no caller could say what `{ident}` is; write the type itself"
        ),
    );
}

fn check_argument(argument: &PatType, subject: &str, errors: &mut Errors) -> Argument {
    let ty = &*argument.ty;
    let ident = match &*argument.pat {
        Pat::Ident(pattern) => Some(pattern.ident.unraw()),
        _ => None,
    };
    if let Type::ImplTrait(opaque) = ty {
        errors.add(
            opaque.impl_token.span(),
            format!("{subject} takes arguments of named types; write one, such as `Parameters<…>`"),
        );
    }
    check_lifetimes(ty, subject, errors);
    let parameters = parameters(ty);
    if let Some(inner) = parameters.filter(|inner| is_no_object(inner)) {
        errors.add(
            inner.span(),
            format!(
                "the arguments of {subject} arrive as one object, and `{}` is none; put it in a field of a struct",
                written(inner)
            ),
        );
    }
    Argument { ident, ty: ty.clone(), parameters: parameters.cloned(), variable: None }
}

/// What a tool takes and gives outlives the request that brought it.
fn check_lifetimes(ty: &Type, subject: &str, errors: &mut Errors) {
    if let Some(lifetime) = lifetime(ty.to_token_stream()) {
        errors.add(
            lifetime.span(),
            format!("what {subject} takes and returns is its own, so there is no lifetime `'{lifetime}`; hold the data itself, such as a `String`"),
        );
    }
}

/// The name of the first lifetime among tokens that is not `'static`.
fn lifetime(tokens: TokenStream) -> Option<Ident> {
    let mut quoted = false;
    for tree in tokens {
        match tree {
            TokenTree::Ident(ident) if quoted && ident != "static" => return Some(ident),
            TokenTree::Group(group) => {
                if let Some(found) = lifetime(group.stream()) {
                    return Some(found);
                }
                quoted = false;
            }
            TokenTree::Punct(punct) => quoted = punct.as_char() == '\'',
            _ => quoted = false,
        }
    }
    None
}

/// `T` of `Parameters<T>`, however it is qualified.
fn parameters(ty: &Type) -> Option<&Type> {
    match generic_arguments(ty, "Parameters")?[..] {
        [inner] => Some(inner),
        _ => None,
    }
}

/// The type arguments of a path that ends in `name<…>`.
pub(crate) fn generic_arguments<'a>(ty: &'a Type, name: &str) -> Option<Vec<&'a Type>> {
    let Type::Path(TypePath { path, .. }) = ty else {
        return None;
    };
    let last = path.segments.last().filter(|segment| segment.ident == name)?;
    let PathArguments::AngleBracketed(arguments) = &last.arguments else {
        return None;
    };
    let types = arguments.args.iter().map(|argument| match argument {
        GenericArgument::Type(ty) => Some(ty),
        _ => None,
    });
    types.collect()
}

/// Types of the standard library whose JSON is no object.
fn is_no_object(ty: &Type) -> bool {
    const NAMES: [&str; 23] = [
        "String", "str", "bool", "char", "u8", "u16", "u32", "u64", "u128", "usize", "i8", "i16", "i32",
        "i64", "i128", "isize", "f32", "f64", "Vec", "Option", "HashSet", "BTreeSet", "VecDeque",
    ];
    match ty {
        Type::Path(TypePath { qself: None, path, .. }) => {
            path.segments.last().is_some_and(|segment| NAMES.iter().any(|name| segment.ident == name))
        }
        Type::Tuple(_) | Type::Array(_) | Type::Slice(_) | Type::Reference(_) => true,
        _ => false,
    }
}

/// `async fn`, a function that hands out a future, or a plain one.
fn returns(signature: &syn::Signature) -> Returns {
    let written = match &signature.output {
        ReturnType::Default => parse_quote!(()),
        ReturnType::Type(_, written) => (**written).clone(),
    };
    if signature.asyncness.is_some() {
        return Returns::Future(written);
    }
    match future_output(&written) {
        Some(output) => Returns::Future(output),
        None => Returns::Value(written),
    }
}

/// `T` of `impl Future<Output = T> + …`.
fn future_output(written: &Type) -> Option<Type> {
    let Type::ImplTrait(opaque) = written else {
        return None;
    };
    let future = opaque.bounds.iter().find_map(|bound| match bound {
        TypeParamBound::Trait(bound) => {
            bound.path.segments.last().filter(|segment| segment.ident == "Future")
        }
        _ => None,
    })?;
    let PathArguments::AngleBracketed(arguments) = &future.arguments else {
        return None;
    };
    arguments.args.iter().find_map(|argument| match argument {
        GenericArgument::AssocType(output) if output.ident == "Output" => Some(output.ty.clone()),
        _ => None,
    })
}
