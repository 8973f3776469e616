//! Reads an annotated impl block: its declarations, its components, and the block to give back.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{
    Attribute, ImplItem, Meta, Path, Signature, Token, parse_quote, parse2, punctuated::Punctuated,
    spanned::Spanned,
};

use super::{
    args::{TOOLSET, ToolsetArgs},
    component_args::{
        COMPLETE, CompleteArgs, ComponentArgs, HookArgs, MARKS, ON_START, ON_STOP, PROMPT, RESOURCE, TOOL,
        When,
    },
};
use crate::{
    attribute::Keys,
    doc_comment,
    errors::Errors,
    item::{Impl, Item, Method, is_macro},
    orphan::INSIDE,
};

/// The block as read; what could not be read is left out.
pub(crate) struct Block {
    /// The impl, `#[toolset]`s gone and what stands in it marked as inside.
    pub(crate) item: Impl,
    pub(crate) toolsets: Vec<Declared>,
    pub(crate) functions: Vec<Marked>,
    /// The impl's doc comment.
    pub(crate) doc: Option<String>,
}

/// One `#[toolset(…)]`.
pub(crate) struct Declared {
    pub(crate) args: ToolsetArgs,
    pub(crate) at: Span,
}

/// A method that is a component, completes arguments, or runs at a start or a stop.
pub(crate) struct Marked {
    pub(crate) component: Option<ComponentArgs>,
    pub(crate) completes: Vec<CompleteArgs>,
    pub(crate) hooks: Vec<HookArgs>,
    pub(crate) signature: Signature,
    pub(crate) cfgs: Vec<Attribute>,
    pub(crate) doc: Option<String>,
}

impl Block {
    /// The path that `crate = …` gives, wherever it is said.
    pub(crate) fn krate(&self) -> Option<&Path> {
        self.toolsets.iter().find_map(|toolset| toolset.args.krate.as_ref())
    }
}

/// `None` where there is no impl block to speak of.
pub(crate) fn read(args: TokenStream, input: &TokenStream, errors: &mut Errors) -> Option<Block> {
    let mut item = read_impl(input, errors)?;
    if is_taken(&item) {
        errors.add(
            Span::call_site(),
            "another name of `#[toolset]` has taken this impl already; write `#[toolset(…)]` for each toolset, under one name",
        );
        return None;
    }
    let mut toolsets =
        vec![Declared { args: Keys::read(args, &TOOLSET, errors).into(), at: Span::call_site() }];
    item.attributes.retain(|attribute| {
        let stacked = is_macro(attribute.path(), "toolset");
        if stacked {
            let args = Keys::of(&attribute.meta, &TOOLSET, errors).into();
            toolsets.push(Declared { args, at: attribute.path().span() });
        }
        !stacked
    });
    let mut functions = Vec::new();
    for item in &mut item.items {
        match item {
            Item::Method(method) => functions.extend(read_function(method, errors)),
            Item::Unreadable(function) => {
                errors.push(function.error.clone());
                function.attributes.iter_mut().for_each(mark);
            }
            Item::Other(item) => refuse_other(item, errors),
        }
    }
    let doc = doc_comment::text(&item.attributes);
    Some(Block { item, toolsets, functions, doc })
}

/// Whether an earlier run of this macro marked something here.
fn is_taken(item: &Impl) -> bool {
    let methods = item.items.iter().filter_map(|item| match item {
        Item::Method(method) => Some(method),
        _ => None,
    });
    methods.flat_map(|method| &method.attributes).any(|attribute| {
        mark_of(attribute.path()).is_some()
            && attribute.meta.require_list().is_ok_and(|list| list.tokens.to_string() == INSIDE)
    })
}

fn read_impl(input: &TokenStream, errors: &mut Errors) -> Option<Impl> {
    match parse2::<Impl>(input.clone()) {
        Ok(item) => {
            if let Some((_, for_token)) = &item.of_trait {
                errors.add(
                    for_token.span(),
                    "`#[toolset]` belongs on an inherent impl; move the tools to an `impl Type { … }` block",
                );
            }
            Some(item)
        }
        Err(error) => {
            match other_item(input) {
                Some(keyword) => errors.add(
                    keyword.span(),
                    format!("`#[toolset]` belongs on an `impl` block, and this is a `{keyword}`; move it to the `impl` that holds the tools"),
                ),
                None => errors.push(error),
            }
            None
        }
    }
}

/// The keyword of an item that is no impl.
fn other_item(input: &TokenStream) -> Option<Ident> {
    let keyword = input.clone().into_iter().find_map(|tree| match tree {
        TokenTree::Ident(ident) if KEYWORDS.iter().any(|keyword| ident == keyword) => Some(ident),
        _ => None,
    })?;
    (keyword != "impl").then_some(keyword)
}

const KEYWORDS: [&str; 11] =
    ["impl", "struct", "enum", "union", "trait", "fn", "mod", "type", "static", "use", "macro_rules"];

/// Which of the attributes a path names.
fn mark_of(path: &Path) -> Option<&'static str> {
    MARKS.into_iter().find(|name| is_macro(path, name))
}

/// Reads a method's attributes and leaves the inner marker in their place.
fn read_function(method: &mut Method, errors: &mut Errors) -> Option<Marked> {
    let function = method.signature.ident.clone();
    method.attributes.retain(|attribute| !refuse_conditional(attribute, errors));
    let mut component: Option<(&'static str, ComponentArgs)> = None;
    let mut completes = Vec::new();
    let mut hooks = Vec::new();
    for attribute in &mut method.attributes {
        let Some(name) = mark_of(attribute.path()) else { continue };
        let at = attribute.path().span();
        match (name, &component) {
            ("complete", _) => {
                completes.push(CompleteArgs::new(Keys::of(&attribute.meta, &COMPLETE, errors), at));
            }
            ("on_start" | "on_stop", _) => {
                let (when, grammar) =
                    if name == "on_start" { (When::Start, &ON_START) } else { (When::Stop, &ON_STOP) };
                let timeout = Keys::of(&attribute.meta, grammar, errors).text("timeout");
                hooks.push(HookArgs { when, timeout, at });
            }
            (_, Some((earlier, _))) if *earlier == name => {
                errors.add(at, format!("`{function}` has `#[{name}]` twice; say everything in one"));
            }
            (_, Some((earlier, _))) => errors.add(
                at,
                format!("`{function}` is `#[{earlier}]` already, and a function is one component; write a second function that calls it"),
            ),
            (_, None) => {
                let args = match name {
                    "tool" => ComponentArgs::tool(Keys::of(&attribute.meta, &TOOL, errors)),
                    "prompt" => ComponentArgs::prompt(Keys::of(&attribute.meta, &PROMPT, errors)),
                    _ => ComponentArgs::resource(Keys::of(&attribute.meta, &RESOURCE, errors)),
                };
                component = Some((name, args));
            }
        }
        mark(attribute);
    }
    if let (Some((name, _)), Some(complete)) = (&component, completes.first()) {
        errors.add(
            complete.at,
            format!("`{function}` is `#[{name}]` already, and completing is another function's; move `#[complete]` there"),
        );
    }
    let runs_by_itself = component.as_ref().map(|(name, _)| *name);
    let runs_by_itself = runs_by_itself.or_else(|| (!completes.is_empty()).then_some("complete"));
    if let (Some(name), Some(hook)) = (runs_by_itself, hooks.first()) {
        let attribute = hook.when.attribute();
        errors.add(
            hook.at,
            format!("`{function}` is `#[{name}]` already, and `#[{attribute}]` is another function's; move it there"),
        );
    }
    if component.is_none() && completes.is_empty() && hooks.is_empty() {
        return None;
    }
    let doc = doc_comment::text(&method.attributes);
    let cfgs = method.attributes.iter().filter_map(cfg).collect();
    // What a request gives cannot be borrowed: clippy would ask for what does not compile.
    let owns = !completes.is_empty() || component.is_some();
    method.attributes.extend(owns.then(|| -> Attribute {
        parse_quote!(#[allow(clippy::needless_pass_by_value, reason = "what a request gives is the function's own")])
    }));
    Some(Marked {
        component: component.map(|(_, args)| args),
        completes,
        hooks,
        signature: method.signature.clone(),
        cfgs,
        doc,
    })
}

/// `#[tool]` and the like on a constant or a type.
fn refuse_other(item: &mut ImplItem, errors: &mut Errors) {
    let (attributes, ident, kind) = match item {
        ImplItem::Const(item) => (&mut item.attrs, &item.ident, "constant"),
        ImplItem::Type(item) => (&mut item.attrs, &item.ident, "type"),
        _ => return,
    };
    if let Some(name) = attributes.iter().find_map(|attribute| mark_of(attribute.path())) {
        errors.add(
            ident.span(),
            format!(
                "`#[{name}]` makes a function a {}, and `{ident}` is a {kind}; remove it here",
                noun(name)
            ),
        );
        attributes.iter_mut().for_each(mark);
    }
}

fn noun(attribute: &str) -> &str {
    match attribute {
        "complete" => "completion",
        "on_start" | "on_stop" => "hook",
        component => component,
    }
}

/// Says to the attribute that a toolset has seen it.
fn mark(attribute: &mut Attribute) {
    if mark_of(attribute.path()).is_some() {
        let path = attribute.path().clone();
        let inside = Ident::new(INSIDE, Span::call_site());
        attribute.meta = parse_quote!(#path(#inside));
    }
}

/// `#[cfg_attr(…, tool)]`: nothing inside an impl is expanded yet, so the macro cannot know.
fn refuse_conditional(attribute: &Attribute, errors: &mut Errors) -> bool {
    let metas = conditional(attribute).into_iter().flat_map(|(_, metas)| metas);
    let found = metas.into_iter().find_map(|meta| Some((mark_of(meta.path())?, meta)));
    let Some((name, meta)) = found else {
        return false;
    };
    errors.add(
        meta.path().span(),
        format!("a toolset cannot see through `#[cfg_attr(…, {name})]`; write `#[{name}]`, and put `#[cfg(…)]` on the function"),
    );
    true
}

/// The part of an attribute that decides whether the item is compiled at all.
fn cfg(attribute: &Attribute) -> Option<Attribute> {
    if attribute.path().is_ident("cfg") {
        return Some(attribute.clone());
    }
    let (condition, metas) = conditional(attribute)?;
    let cfgs: Vec<Meta> = metas.into_iter().filter(|meta| meta.path().is_ident("cfg")).collect();
    (!cfgs.is_empty()).then(|| parse_quote!(#[cfg_attr(#condition, #(#cfgs),*)]))
}

/// `#[cfg_attr(condition, metas…)]`, taken apart.
fn conditional(attribute: &Attribute) -> Option<(Meta, Vec<Meta>)> {
    if !attribute.path().is_ident("cfg_attr") {
        return None;
    }
    let parts = attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
    let mut parts = parts.into_iter();
    Some((parts.next()?, parts.collect()))
}
