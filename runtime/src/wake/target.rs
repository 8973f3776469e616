//! What answers: an extension that was woken, or the server itself.

use super::recipe::Runs;
use crate::catalog::{
    Address,
    call::{Call, Called},
    complete::{Complete, Completed},
    declare::Erased,
    get::{Get, Got},
    read::{Read, ReadBack},
};

/// What answers.
#[derive(Clone, Copy)]
pub(crate) enum Target<'a> {
    Server(&'a Erased),
    Woken(&'a dyn Runs),
}

impl<'a> Target<'a> {
    pub(crate) fn call(self, at: Address, call: Call) -> Called<'a> {
        match self {
            Self::Server(server) => server.call(at, call),
            Self::Woken(extension) => extension.call(at.index, call),
        }
    }

    pub(crate) fn get(self, at: Address, get: Get) -> Got<'a> {
        match self {
            Self::Server(server) => server.get(at, get),
            Self::Woken(extension) => extension.get(at.index, get),
        }
    }

    pub(crate) fn read(self, at: Address, read: Read) -> ReadBack<'a> {
        match self {
            Self::Server(server) => server.read(at, read),
            Self::Woken(extension) => extension.read(at.index, read),
        }
    }

    pub(crate) fn complete(self, at: Address, complete: Complete) -> Completed<'a> {
        match self {
            Self::Server(server) => server.complete(at, complete),
            Self::Woken(extension) => extension.complete(at.index, complete),
        }
    }
}
