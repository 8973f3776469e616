//! What Pegboard does, held by real parts: a real client over a real socket, a spawned process for stdio.

mod atlas;
mod carriers;
mod clients;
mod command;
mod components;
mod direct;
mod doors;
mod embedding;
mod failures;
mod guarded;
mod hostile;
mod http;
mod instructions;
mod interleavings;
mod laws;
mod logging;
mod overload;
mod passages;
mod pathways;
#[cfg(target_os = "linux")]
mod process;
mod protocol;
mod publication;
mod readme;
mod selection;
mod served;
mod sessions;
mod shapes;
mod shutdown;
mod snapshot;
#[cfg(target_os = "linux")]
mod soak;
mod stdio;
#[cfg(target_os = "linux")]
mod storm;
mod updates;
mod waking;
mod widening;
mod wire;
