//! The traits that the macros implement.

use std::{sync::Arc, time::Duration};

use super::{
    Address, Catalog,
    call::{Call, Called},
    complete::{Complete, Completed},
    composition::Composition,
    get::{Get, Got},
    read::{Read, ReadBack},
    run::no_such_index,
    table::Table,
};
pub(crate) use crate::wake::hook::Hook;
use crate::wake::{hook::no_hook, recipe::Waking};

/// A type whose `#[toolset]` impl contributes components to a server.
///
/// Implemented by [`toolset`](macro@crate::toolset) alone.
pub trait Extension: OneToolsetImplPerType {}

impl<T: OneToolsetImplPerType> Extension for T {}

/// What `#[toolset]` writes for the type of its impl. Its name is what rustc says of a type with two of them.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no extension, so a server cannot hold it",
    label = "no `#[toolset]` impl makes this an extension",
    note = "write `#[toolset(…)]` above the `impl` that holds its tools; a field is the extension itself or an `OnDemand` of one, in no `Option`, `Box` or `Arc`",
    note = "a field that is no extension gets `#[server(skip)]`"
)]
pub trait OneToolsetImplPerType {
    /// What it declares.
    const TABLE: &'static Table;

    /// What `S` checks of it; an extension in a wrapper is checked as itself.
    type Mounted<S: Composed>;

    /// Calls one of its tools.
    fn call(&self, index: u16, call: Call) -> Called<'_> {
        let _ = (index, call);
        no_such_index()
    }

    /// Makes one of its prompts.
    fn get(&self, index: u16, get: Get) -> Got<'_> {
        let _ = (index, get);
        no_such_index()
    }

    /// Reads one of its resources.
    fn read(&self, index: u16, read: Read) -> ReadBack<'_> {
        let _ = (index, read);
        no_such_index()
    }

    /// Completes an argument of a prompt, or a variable of a template.
    fn complete(&self, index: u16, complete: Complete) -> Completed<'_> {
        let _ = (index, complete);
        no_such_index()
    }

    /// Whether it is a recipe of an extension.
    const IS_ON_DEMAND: bool = false;

    /// How long `#[on_start]` may take, where there is one.
    const START: Option<Duration> = None;

    /// How long `#[on_stop]` may take, where there is one.
    const STOP: Option<Duration> = None;

    /// Runs `#[on_start]`.
    fn start(&self) -> Hook<'_> {
        no_hook()
    }

    /// Runs `#[on_stop]`.
    fn stop(&self) -> Hook<'_> {
        no_hook()
    }

    /// How it comes to be.
    fn waking(&self) -> Waking
    where
        Self: Sized + 'static,
    {
        Waking::with_the_server::<Self>()
    }
}

/// A server's merged tables.
#[doc(hidden)]
pub trait Composed {
    const COMPOSITION: &'static Composition;
}

/// A server as the transports see it, whatever its type.
#[doc(hidden)]
pub trait Dispatch {
    fn call(&self, at: Address, call: Call) -> Called<'_>;
    fn get(&self, at: Address, get: Get) -> Got<'_>;
    fn read(&self, at: Address, read: Read) -> ReadBack<'_>;
    fn complete(&self, at: Address, complete: Complete) -> Completed<'_>;
    /// How each extension comes to be, in field order.
    fn wakings(&self) -> Vec<Waking>;
    fn start(&self, extension: u16) -> Hook<'_>;
    fn stop(&self, extension: u16) -> Hook<'_>;
}

/// A server whose type is forgotten.
#[doc(hidden)]
pub type Erased = dyn Dispatch + Send + Sync;

/// A struct that composes extensions, checked by the compiler.
///
/// Implemented by `#[derive(Server)]` alone.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no server",
    note = "write `#[derive(Server)]` and `#[server(name = \"…\")]` above a struct whose fields are extensions"
)]
pub trait Server: Composed + Dispatch + Sized + 'static {
    /// Everything that the server has.
    const CATALOG: &'static Catalog;

    /// The `/toolsets` answer of the bare URL as the compiler wrote it: everything published, no default selection, the
    /// built-in tool on as in the command; pretty-printed, with a final newline.
    const TOOLSETS_JSON: &'static str;

    /// Whether this build accepts what differs from the reviewed snapshot, so that it must not serve.
    #[doc(hidden)]
    const ACCEPTS: bool = false;

    /// Forgets the type, where every client's thread can use the server.
    #[doc(hidden)]
    fn shared(self) -> Arc<Erased>;
}

/// What the derive calls, and the compiler names where an extension cannot be shared.
#[doc(hidden)]
pub fn server_shared_by_all_clients<S: Dispatch + Send + Sync + 'static>(server: S) -> Arc<Erased> {
    Arc::new(server)
}
