//! The traits that the macros implement.

use super::{
    Catalog,
    call::{Call, Called},
    composition::Composition,
    table::Table,
};

/// A type whose `#[toolset]` impl contributes components to a server.
///
/// Implemented by [`toolset`](macro@crate::toolset) alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no extension, so a server cannot hold it",
    label = "no `#[toolset]` impl makes this an extension",
    note = "write `#[toolset(…)]` above the `impl` that holds its tools; a field is the extension itself, in no `Option`, `Box` or `Arc`",
    note = "a field that is no extension gets `#[server(skip)]`"
)]
pub trait Extension {
    /// What it declares.
    #[doc(hidden)]
    const TABLE: &'static Table;

    /// What `S` checks of it; an extension in a wrapper is checked as itself.
    #[doc(hidden)]
    type Mounted<S: Composed>;

    /// Calls one of its tools.
    #[doc(hidden)]
    fn call(&self, index: u16, call: Call) -> Called<'_>;
}

/// What `#[toolset]` writes for the type of its impl.
///
/// Its name is what rustc says of a type with two such impls. It stands behind [`Extension`], so that rustc
/// does not list all extensions where another type is none.
#[doc(hidden)]
pub trait OneToolsetImplPerType {
    const TABLE: &'static Table;

    type Mounted<S: Composed>;

    fn call(&self, index: u16, call: Call) -> Called<'_>;
}

#[diagnostic::do_not_recommend]
impl<T: OneToolsetImplPerType> Extension for T {
    const TABLE: &'static Table = T::TABLE;

    type Mounted<S: Composed> = T::Mounted<S>;

    fn call(&self, index: u16, call: Call) -> Called<'_> {
        OneToolsetImplPerType::call(self, index, call)
    }
}

/// A server's merged tables.
#[doc(hidden)]
pub trait Composed {
    const COMPOSITION: &'static Composition;
}

/// A server as the transports see it, whatever its type.
#[doc(hidden)]
pub trait Dispatch: Send + Sync + 'static {
    fn call(&self, extension: u16, index: u16, call: Call) -> Called<'_>;
}

/// A struct that composes extensions, checked by the compiler.
///
/// Implemented by `#[derive(Server)]` alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no server",
    note = "write `#[derive(Server)]` and `#[server(name = \"…\")]` above a struct whose fields are extensions"
)]
pub trait Server: Composed + Dispatch {
    /// Everything that the server has.
    const CATALOG: &'static Catalog;
}
