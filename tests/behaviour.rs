//! What Pegboard does, held by real parts: a real client over a real socket, a spawned process for stdio.

mod atlas;
mod clients;
mod command;
mod components;
mod doors;
mod embedding;
mod failures;
mod guarded;
mod http;
mod instructions;
mod interleavings;
mod passages;
mod pathways;
mod protocol;
mod publication;
mod readme;
mod selection;
mod served;
mod shapes;
mod shutdown;
mod snapshot;
mod stdio;
mod updates;
mod waking;
mod widening;
mod wire;
