//! Extensions that start and stop: with the server, or when somebody asks.

mod held;
pub(crate) mod hook;
pub(crate) mod life;
pub(crate) mod lives;
mod machine;
mod progress;
pub(crate) mod recipe;
#[cfg(any(feature = "http", feature = "stdio"))]
mod serving;
mod sync;
mod target;
mod used;

pub(crate) use lives::Lives;
pub use lives::StartError;
pub(crate) use progress::Progress;
pub use recipe::{Made, OnDemand};
#[cfg(any(feature = "http", feature = "stdio"))]
pub(crate) use serving::Serving;
pub(crate) use target::Target;
pub(crate) use used::{NotUsable, Used};
