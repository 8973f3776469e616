//! Extensions that start and stop: with the server, or when somebody asks.

pub(crate) mod hook;
pub(crate) mod life;
pub(crate) mod lives;
mod machine;
mod progress;
pub(crate) mod recipe;
mod sync;
mod target;

pub(crate) use life::{NotUsable, Used};
pub(crate) use lives::Lives;
pub use lives::StartError;
#[cfg(any(feature = "http", feature = "stdio"))]
pub(crate) use lives::StopsAtTheEnd;
pub(crate) use progress::Progress;
pub use recipe::{Made, OnDemand};
pub(crate) use target::Target;
