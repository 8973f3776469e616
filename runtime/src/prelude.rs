//! What a file with toolsets in it needs: `use pegboard::prelude::*;`.

pub use crate::{
    ActiveSet, ClientLog, Extension, OnDemand, Server, Typed, Updates, complete, on_start, on_stop, prompt,
    resource, tool, toolset,
};
#[doc(no_inline)]
pub use rmcp::{
    Json,
    handler::server::wrapper::Parameters,
    schemars::{self, JsonSchema},
};
