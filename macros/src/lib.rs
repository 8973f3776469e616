//! The macros of Pegboard: `#[toolset]` and what stands in it, `#[derive(Server)]`.
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
mod orphan;
mod passage;
mod server;
mod tokens;
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
    orphan::expand("tool", &args.into(), &item.into()).into()
}

/// Makes a method of a `#[toolset]` impl a prompt: `pegboard::prompt` documents it.
#[proc_macro_attribute]
pub fn prompt(args: TokenStream, item: TokenStream) -> TokenStream {
    orphan::expand("prompt", &args.into(), &item.into()).into()
}

/// Makes a method of a `#[toolset]` impl a resource: `pegboard::resource` documents it.
#[proc_macro_attribute]
pub fn resource(args: TokenStream, item: TokenStream) -> TokenStream {
    orphan::expand("resource", &args.into(), &item.into()).into()
}

/// Makes a method of a `#[toolset]` impl a completion: `pegboard::complete` documents it.
#[proc_macro_attribute]
pub fn complete(args: TokenStream, item: TokenStream) -> TokenStream {
    orphan::expand("complete", &args.into(), &item.into()).into()
}

/// Makes a method of a `#[toolset]` impl run when its extension starts: `pegboard::on_start` documents it.
#[proc_macro_attribute]
pub fn on_start(args: TokenStream, item: TokenStream) -> TokenStream {
    orphan::expand("on_start", &args.into(), &item.into()).into()
}

/// Makes a method of a `#[toolset]` impl run when its extension stops: `pegboard::on_stop` documents it.
#[proc_macro_attribute]
pub fn on_stop(args: TokenStream, item: TokenStream) -> TokenStream {
    orphan::expand("on_stop", &args.into(), &item.into()).into()
}

/// Composes extensions into a server: `pegboard::Server` documents it.
#[proc_macro_derive(Server, attributes(server))]
pub fn server(item: TokenStream) -> TokenStream {
    server::expand(&item.into()).into()
}
