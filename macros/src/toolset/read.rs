//! Reads an annotated impl block: its declarations, its tools, and the block to give back.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{
    Attribute, ImplItem, Meta, Path, Signature, Token, parse_quote, parse2, punctuated::Punctuated,
    spanned::Spanned,
};

use super::args::{TOOL, TOOLSET, ToolArgs, ToolsetArgs};
use crate::{
    attribute::Keys,
    doc_comment,
    errors::Errors,
    item::{Impl, Item, Method, is_macro},
    tool::INSIDE,
};

/// The block as read; what could not be read is left out.
pub(crate) struct Block {
    /// The impl, `#[toolset]`s gone and `#[tool]`s marked as inside.
    pub(crate) item: Impl,
    pub(crate) toolsets: Vec<Declared>,
    pub(crate) tools: Vec<Marked>,
    /// The impl's doc comment.
    pub(crate) doc: Option<String>,
}

/// One `#[toolset(…)]`.
pub(crate) struct Declared {
    pub(crate) args: ToolsetArgs,
    pub(crate) at: Span,
}

/// A method with `#[tool(…)]`.
pub(crate) struct Marked {
    pub(crate) args: ToolArgs,
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
    let mut tools = Vec::new();
    for item in &mut item.items {
        match item {
            Item::Method(method) => tools.extend(read_tool(method, errors)),
            Item::Unreadable(function) => {
                errors.push(function.error.clone());
                function.attributes.iter_mut().for_each(mark);
            }
            Item::Other(item) => refuse_tool(item, errors),
        }
    }
    let doc = doc_comment::text(&item.attributes);
    Some(Block { item, toolsets, tools, doc })
}

/// Whether an earlier run of this macro marked a `#[tool]` here.
fn is_taken(item: &Impl) -> bool {
    let methods = item.items.iter().filter_map(|item| match item {
        Item::Method(method) => Some(method),
        _ => None,
    });
    methods.flat_map(|method| &method.attributes).any(|attribute| {
        is_macro(attribute.path(), "tool")
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

/// Reads a method's `#[tool]` and leaves the inner marker in its place.
fn read_tool(method: &mut Method, errors: &mut Errors) -> Option<Marked> {
    let function = method.signature.ident.clone();
    method.attributes.retain(|attribute| !refuse_conditional_tool(attribute, errors));
    let mut args: Option<ToolArgs> = None;
    for attribute in method.attributes.iter_mut().filter(|attribute| is_macro(attribute.path(), "tool")) {
        if args.is_some() {
            errors.add(
                attribute.path().span(),
                format!("`{function}` has `#[tool]` twice; say everything in one"),
            );
        } else {
            args = Some(Keys::of(&attribute.meta, &TOOL, errors).into());
        }
        mark(attribute);
    }
    Some(Marked {
        args: args?,
        signature: method.signature.clone(),
        cfgs: method.attributes.iter().filter_map(cfg).collect(),
        doc: doc_comment::text(&method.attributes),
    })
}

/// `#[tool]` on a constant or a type.
fn refuse_tool(item: &mut ImplItem, errors: &mut Errors) {
    let (attributes, ident, kind) = match item {
        ImplItem::Const(item) => (&mut item.attrs, &item.ident, "constant"),
        ImplItem::Type(item) => (&mut item.attrs, &item.ident, "type"),
        _ => return,
    };
    if attributes.iter().any(|attribute| is_macro(attribute.path(), "tool")) {
        errors.add(
            ident.span(),
            format!("`#[tool]` makes a function a tool, and `{ident}` is a {kind}; remove it here"),
        );
        attributes.iter_mut().for_each(mark);
    }
}

/// Says to `#[tool]` that a toolset has seen it.
fn mark(attribute: &mut Attribute) {
    if is_macro(attribute.path(), "tool") {
        let path = attribute.path().clone();
        let inside = Ident::new(INSIDE, Span::call_site());
        attribute.meta = parse_quote!(#path(#inside));
    }
}

/// `#[cfg_attr(…, tool)]`: nothing inside an impl is expanded yet, so the macro cannot know.
fn refuse_conditional_tool(attribute: &Attribute, errors: &mut Errors) -> bool {
    let metas = conditional(attribute).into_iter().flat_map(|(_, metas)| metas);
    let Some(tool) = metas.into_iter().find(|meta| is_macro(meta.path(), "tool")) else {
        return false;
    };
    errors.add(
        tool.path().span(),
        "a toolset cannot see through `#[cfg_attr(…, tool)]`; write `#[tool]`, and put `#[cfg(…)]` on the function",
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
