//! What a file with toolsets in it needs: `use pegboard::prelude::*;`.

pub use crate::{ActiveSet, Extension, Server, Typed, Updates, complete, prompt, resource, tool, toolset};
#[doc(no_inline)]
pub use rmcp::{
    Json,
    handler::server::wrapper::Parameters,
    schemars::{self, JsonSchema},
};
