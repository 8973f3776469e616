//! Golden expansions: `macros/expected/*.rs` holds inputs as comments, and what becomes of each.

use std::{env, fs, path::Path};

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Item, Meta, parse_str};

/// Where the input ends.
const RULE: &str = "// ---\n";

/// The lines of the comment on top, as code.
fn input(golden: &str) -> String {
    let (comment, _) = golden.split_once(RULE).expect("the input ends with a rule");
    let lines = comment.lines().map(|line| line.strip_prefix("//").expect("a comment"));
    lines.map(|line| line.strip_prefix(' ').unwrap_or(line)).collect::<Vec<_>>().join("\n")
}

/// What the macro of the item's first attribute makes of it.
fn expand(input: &str) -> TokenStream {
    match parse_str::<Item>(input).expect("the input is an item") {
        Item::Impl(mut item) => {
            let first = item.attrs.iter().position(|attribute| attribute.path().is_ident("toolset"));
            let attribute = item.attrs.remove(first.expect("a `#[toolset]`"));
            let args = match attribute.meta {
                Meta::List(list) => list.tokens,
                _ => TokenStream::new(),
            };
            crate::toolset::expand(args, &item.into_token_stream())
        }
        Item::Struct(mut item) => {
            item.attrs.retain(|attribute| !attribute.path().is_ident("derive"));
            crate::server::expand(&item.into_token_stream())
        }
        Item::Fn(mut item) => {
            let attribute = item.attrs.remove(0);
            let args = attribute.meta.require_list().map(|list| list.tokens.clone()).unwrap_or_default();
            crate::orphan::expand("tool", &args, &item.into_token_stream())
        }
        _ => panic!("an impl, a struct or a function"),
    }
}

#[test]
fn expansions_are_as_expected() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("expected");
    let update = env::var_os("UPDATE").is_some() && env::var_os("CI").is_none();
    let mut seen = 0;
    let mut stale = Vec::new();
    for file in fs::read_dir(folder).expect("the folder of goldens") {
        let path = file.expect("a file").path();
        let golden = fs::read_to_string(&path).expect("text");
        let (comment, _) = golden.split_once(RULE).expect("the input ends with a rule");
        let expansion = expand(&input(&golden));
        let parsed = syn::parse2(expansion.clone()).unwrap_or_else(|error| panic!("{error}: {expansion}"));
        let now = format!("{comment}{RULE}{}", prettyplease::unparse(&parsed));
        if now != golden {
            stale.push(path.clone());
            if update {
                fs::write(&path, now).expect("the golden can be written");
            }
        }
        seen += 1;
    }
    assert!(seen > 0, "there are goldens");
    assert!(stale.is_empty(), "UPDATE=1 rewrites these, then read the difference: {stale:?}");
}
