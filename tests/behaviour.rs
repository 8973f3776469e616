//! What Pegboard does, held by real parts: a real client over a real socket, a spawned process for stdio.

mod atlas;
mod clients;
mod http;
mod instructions;
mod readme;
mod selection;
mod served;
mod shapes;
mod stdio;
