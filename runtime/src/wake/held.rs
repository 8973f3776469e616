//! What is held for as long as something is under way: a start, a use, a stop.

use std::{
    mem,
    task::{Context, Poll, Waker},
};

use super::{
    machine::{Machine, Moment, State},
    sync::Arc,
};

/// A start under way; one that is dropped has failed.
pub(crate) struct Starting<T: Clone> {
    machine: Arc<Machine<T>>,
    is_finished: bool,
}

impl<T: Clone> Starting<T> {
    pub(super) fn new(machine: &Arc<Machine<T>>) -> Self {
        Self { machine: Arc::clone(machine), is_finished: false }
    }

    /// It runs; by the number what it started is known.
    pub(crate) fn succeed(mut self, instance: T) -> u64 {
        self.is_finished = true;
        self.machine.change(|inner| {
            inner.failed = None;
            inner.state = State::Running(instance);
            inner.attempt
        })
    }

    /// It does not, and for a while nobody tries again; this is by which the log knows it.
    pub(crate) fn fail(mut self, id: &str, now: Moment) {
        self.is_finished = true;
        self.machine.change(|inner| inner.fail(id.into(), now));
    }

    /// The same where what was started cannot be interrupted: nobody tries again while it is at work.
    pub(crate) fn fail_at_work(mut self, id: &str, now: Moment) -> AtWork<T> {
        self.is_finished = true;
        self.machine.change(|inner| {
            inner.fail(id.into(), now);
            inner.blocked = true;
        });
        AtWork(Arc::clone(&self.machine))
    }
}

impl<T: Clone> Drop for Starting<T> {
    fn drop(&mut self) {
        if !self.is_finished {
            self.machine.change(|inner| inner.fail("abandoned".into(), 0));
        }
    }
}

/// A start that has failed and is still at work, until this is dropped.
pub(crate) struct AtWork<T: Clone>(Arc<Machine<T>>);

impl<T: Clone> Drop for AtWork<T> {
    fn drop(&mut self) {
        self.0.change(|inner| inner.blocked = false);
    }
}

/// A use: for as long as it is held, nothing stops without saying so.
pub(crate) struct Using<T: Clone> {
    // Dropped first: whoever waits for this use may start another instance.
    instance: T,
    left: Left<T>,
}

struct Left<T: Clone> {
    machine: Arc<Machine<T>>,
    number: u64,
}

impl<T: Clone> Using<T> {
    pub(super) fn new(instance: T, machine: &Arc<Machine<T>>, number: u64) -> Self {
        Self { instance, left: Left { machine: Arc::clone(machine), number } }
    }

    pub(crate) fn instance(&self) -> &T {
        &self.instance
    }

    /// Waits until there is no more time.
    pub(crate) fn poll_hurried(&self, cx: &Context<'_>) -> Poll<()> {
        let mut inner = self.left.machine.lock();
        if matches!(inner.state, State::Stopping { hurry: true }) {
            return Poll::Ready(());
        }
        match inner.users.get_mut(&self.left.number) {
            Some(user) => {
                if user.as_ref().is_none_or(|waker| !waker.will_wake(cx.waker())) {
                    *user = Some(cx.waker().clone());
                }
                Poll::Pending
            }
            // What it uses was stopped without it.
            None => Poll::Ready(()),
        }
    }
}

impl<T: Clone> Drop for Left<T> {
    fn drop(&mut self) {
        let mut inner = self.machine.lock();
        inner.users.remove(&self.number);
        if inner.users.is_empty() {
            let waiting = mem::take(&mut inner.waiting);
            drop(inner);
            waiting.into_iter().for_each(Waker::wake);
        }
    }
}

/// A stop under way; it is over when this is dropped.
pub(crate) struct Stopping<T: Clone> {
    // Dropped first: whoever waits for the stop may start another instance.
    instance: T,
    stopped: Stopped<T>,
}

struct Stopped<T: Clone>(Arc<Machine<T>>);

impl<T: Clone> Stopping<T> {
    pub(super) fn new(instance: T, machine: &Arc<Machine<T>>) -> Self {
        Self { instance, stopped: Stopped(Arc::clone(machine)) }
    }

    pub(crate) fn instance(&self) -> &T {
        &self.instance
    }

    /// Waits until nobody uses it.
    pub(crate) fn poll_unused(&self, cx: &Context<'_>) -> Poll<()> {
        let mut inner = self.stopped.0.lock();
        if inner.users.is_empty() { Poll::Ready(()) } else { inner.wait(cx) }
    }

    /// Waits until those who use it have no more time.
    pub(crate) fn poll_hurried(&self, cx: &Context<'_>) -> Poll<()> {
        let mut inner = self.stopped.0.lock();
        match inner.state {
            State::Stopping { hurry: false } => inner.wait(cx),
            _ => Poll::Ready(()),
        }
    }
}

impl<T: Clone> Drop for Stopped<T> {
    fn drop(&mut self) {
        let users = self.0.change(|inner| {
            inner.state = if inner.ending { State::Over } else { State::Asleep };
            mem::take(&mut inner.users)
        });
        users.into_values().flatten().for_each(Waker::wake);
    }
}
