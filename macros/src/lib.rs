//! The macros of Pegboard: `#[toolset]`, `#[tool]` and `#[derive(Server)]`.
//!
//! They are documented where they are used, in the `pegboard` crate, which re-exports them and holds
//! everything that the code they generate calls.

mod attribute;
mod crate_path;
mod doc_comment;
mod errors;
#[cfg(test)]
mod golden;
mod hash;
mod item;
mod names;
mod passage;
mod server;
mod tokens;
mod tool;
mod toolset;

use proc_macro::TokenStream;

/// Makes an impl block the extension of a server: `pegboard::toolset` documents it.
#[proc_macro_attribute]
pub fn toolset(args: TokenStream, item: TokenStream) -> TokenStream {
    toolset::expand(args.into(), &item.into()).into()
}

/// Makes a method of a `#[toolset]` impl a tool: `pegboard::tool` documents it.
#[proc_macro_attribute]
pub fn tool(args: TokenStream, item: TokenStream) -> TokenStream {
    tool::expand(&args.into(), &item.into()).into()
}

/// Composes extensions into a server: `pegboard::Server` documents it.
#[proc_macro_derive(Server, attributes(server))]
pub fn server(item: TokenStream) -> TokenStream {
    server::expand(&item.into()).into()
}
