//! The life of one extension: asleep, starting, running, stopping, over. Whoever asks waits for what is under way.
//!
//! Nothing here knows a runtime or a clock: the moment is told, and a start is somebody else's to carry out. So every
//! interleaving can be tried.

use std::{
    mem,
    sync::PoisonError,
    task::{Context, Poll, Waker},
};

use super::sync::{Arc, Mutex, MutexGuard};

/// Milliseconds since some beginning.
pub(crate) type Moment = u64;

/// By which the log knows a failure.
pub(crate) type Id = std::sync::Arc<str>;

/// How long after a first failure nobody tries again, and the longest that it becomes by doubling.
const BACKOFF: Moment = 1000;
const BACKOFF_MAX: Moment = 60_000;

/// What is started, used by many and stopped.
pub(crate) struct Machine<T> {
    inner: Mutex<Inner<T>>,
}

struct Inner<T> {
    state: State<T>,
    failed: Option<Failed>,
    /// Counts starts.
    attempt: u64,
    /// Counts uses, so that an idle time is known to be over.
    uses: u64,
    /// Whether nothing is to be started any more.
    ending: bool,
    waiting: Vec<Waker>,
}

enum State<T> {
    Asleep,
    Starting,
    Running {
        instance: T,
        users: usize,
    },
    Stopping {
        users: usize,
        /// Whether the time for those who still use it is over.
        hurry: bool,
    },
    Over,
}

#[derive(Clone)]
struct Failed {
    /// By which the log knows it.
    id: Id,
    attempt: u64,
    times: u32,
    until: Moment,
}

/// What one who asks gets.
pub(crate) enum Asked<T: Clone> {
    Use(Using<T>),
    /// It is asleep, and this one starts it.
    Start(Starting<T>),
    /// The last start failed; this is by which the log knows it.
    Failed(Id),
    Over,
}

/// For which start one who asks waits.
#[derive(Default)]
pub(crate) struct Waiting(Option<u64>);

impl<T: Clone> Machine<T> {
    pub(crate) fn new() -> Self {
        let state = State::Asleep;
        let inner = Inner { state, failed: None, attempt: 0, uses: 0, ending: false, waiting: Vec::new() };
        Self { inner: Mutex::new(inner) }
    }

    fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes whoever waits for a change.
    fn change<R>(&self, change: impl FnOnce(&mut Inner<T>) -> R) -> R {
        let mut inner = self.lock();
        let result = change(&mut inner);
        let waiting = mem::take(&mut inner.waiting);
        drop(inner);
        waiting.into_iter().for_each(Waker::wake);
        result
    }

    /// Asks for it.
    pub(crate) fn poll_use(
        machine: &Arc<Self>,
        cx: &Context<'_>,
        now: Moment,
        waiting: &mut Waiting,
    ) -> Poll<Asked<T>> {
        let mut inner = machine.lock();
        let inner = &mut *inner;
        match &mut inner.state {
            // But those who waited for this start before the end may still have it.
            State::Running { .. } | State::Asleep if inner.ending && waiting.0 != Some(inner.attempt) => {
                Poll::Ready(Asked::Over)
            }
            State::Running { instance, users } => {
                *users += 1;
                inner.uses += 1;
                let instance = instance.clone();
                Poll::Ready(Asked::Use(Using {
                    machine: Arc::clone(machine),
                    attempt: inner.attempt,
                    instance,
                }))
            }
            State::Asleep => {
                let fails = |failed: &&Failed| waiting.0 == Some(failed.attempt) || now < failed.until;
                if let Some(failed) = inner.failed.as_ref().filter(fails) {
                    return Poll::Ready(Asked::Failed(failed.id.clone()));
                }
                inner.state = State::Starting;
                inner.attempt += 1;
                waiting.0 = Some(inner.attempt);
                Poll::Ready(Asked::Start(Starting { machine: Arc::clone(machine), is_finished: false }))
            }
            State::Starting => {
                waiting.0 = Some(inner.attempt);
                inner.wait(cx)
            }
            State::Stopping { .. } => inner.wait(cx),
            State::Over => Poll::Ready(Asked::Over),
        }
    }

    /// Stops it if it runs; with `uses`, only if nobody uses it and nobody has since.
    pub(crate) fn stop(machine: &Arc<Self>, unused_since: Option<u64>) -> Option<Stopping<T>> {
        machine.change(|inner| inner.stop(machine, unused_since))
    }

    /// From now on nothing is started.
    pub(crate) fn end(&self) {
        self.change(|inner| {
            inner.ending = true;
            if matches!(inner.state, State::Asleep) {
                inner.state = State::Over;
            }
        });
    }

    /// Waits for what is under way, after [`end`](Self::end): what runs then is this one's to stop.
    pub(crate) fn poll_ended(machine: &Arc<Self>, cx: &Context<'_>) -> Poll<Option<Stopping<T>>> {
        let mut inner = machine.lock();
        match inner.state {
            State::Running { .. } => Poll::Ready(inner.stop(machine, None)),
            State::Over => Poll::Ready(None),
            State::Asleep | State::Starting | State::Stopping { .. } => inner.wait(cx),
        }
    }

    /// Waits until it runs and nobody uses it; the number goes to [`stop`](Self::stop).
    pub(crate) fn poll_unused(&self, cx: &Context<'_>) -> Poll<u64> {
        let mut inner = self.lock();
        match inner.state {
            State::Running { users: 0, .. } => Poll::Ready(inner.uses),
            _ => inner.wait(cx),
        }
    }

    /// Whether asking would start it.
    pub(crate) fn is_asleep(&self, now: Moment) -> bool {
        let inner = self.lock();
        let may = inner.failed.as_ref().is_none_or(|failed| now >= failed.until);
        matches!(inner.state, State::Asleep) && !inner.ending && may
    }
}

impl<T: Clone> Inner<T> {
    fn wait<R>(&mut self, cx: &Context<'_>) -> Poll<R> {
        if !self.waiting.iter().any(|waker| waker.will_wake(cx.waker())) {
            self.waiting.push(cx.waker().clone());
        }
        Poll::Pending
    }

    fn stop(&mut self, machine: &Arc<Machine<T>>, unused_since: Option<u64>) -> Option<Stopping<T>> {
        let State::Running { instance, users } = &self.state else { return None };
        if unused_since.is_some_and(|uses| *users > 0 || self.uses != uses) {
            return None;
        }
        let stopping = Stopping { machine: Arc::clone(machine), instance: instance.clone() };
        self.state = State::Stopping { users: *users, hurry: false };
        Some(stopping)
    }
}

/// A start under way; one that is dropped has failed.
pub(crate) struct Starting<T: Clone> {
    machine: Arc<Machine<T>>,
    is_finished: bool,
}

impl<T: Clone> Starting<T> {
    /// It runs.
    pub(crate) fn succeed(mut self, instance: T) {
        self.is_finished = true;
        self.machine.change(|inner| {
            inner.failed = None;
            inner.state = State::Running { instance, users: 0 };
        });
    }

    /// It does not, and for a while nobody tries again; this is by which the log knows it.
    pub(crate) fn fail(mut self, id: &str, now: Moment) {
        self.is_finished = true;
        self.machine.change(|inner| inner.fail(id.into(), now));
    }
}

impl<T: Clone> Inner<T> {
    fn fail(&mut self, id: Id, now: Moment) {
        let times = self.failed.as_ref().map_or(0, |failed| failed.times).saturating_add(1);
        let backoff = BACKOFF.checked_shl(times - 1).unwrap_or(BACKOFF_MAX).min(BACKOFF_MAX);
        self.failed = Some(Failed { id, attempt: self.attempt, times, until: now.saturating_add(backoff) });
        self.state = if self.ending { State::Over } else { State::Asleep };
    }
}

impl<T: Clone> Drop for Starting<T> {
    fn drop(&mut self) {
        if !self.is_finished {
            self.machine.change(|inner| inner.fail("abandoned".into(), 0));
        }
    }
}

/// A use: for as long as it is held, nothing stops without saying so.
pub(crate) struct Using<T: Clone> {
    machine: Arc<Machine<T>>,
    /// The start that it uses the outcome of: one that overstays is no user of the next.
    attempt: u64,
    instance: T,
}

impl<T: Clone> Using<T> {
    pub(crate) fn instance(&self) -> &T {
        &self.instance
    }

    /// Waits until there is no more time.
    pub(crate) fn poll_hurried(&self, cx: &Context<'_>) -> Poll<()> {
        let mut inner = self.machine.lock();
        match inner.state {
            State::Running { .. } | State::Stopping { hurry: false, .. } if inner.attempt == self.attempt => {
                inner.wait(cx)
            }
            _ => Poll::Ready(()),
        }
    }
}

impl<T: Clone> Drop for Using<T> {
    fn drop(&mut self) {
        let attempt = self.attempt;
        self.machine.change(|inner| {
            if let State::Running { users, .. } | State::Stopping { users, .. } = &mut inner.state
                && inner.attempt == attempt
            {
                *users -= 1;
            }
        });
    }
}

/// A stop under way; it is over when this is dropped.
pub(crate) struct Stopping<T: Clone> {
    machine: Arc<Machine<T>>,
    instance: T,
}

impl<T: Clone> Stopping<T> {
    pub(crate) fn instance(&self) -> &T {
        &self.instance
    }

    /// Waits until nobody uses it.
    pub(crate) fn poll_unused(&self, cx: &Context<'_>) -> Poll<()> {
        let mut inner = self.machine.lock();
        match inner.state {
            State::Stopping { users, .. } if users > 0 => inner.wait(cx),
            _ => Poll::Ready(()),
        }
    }

    /// Tells those who still use it that there is no more time.
    pub(crate) fn hurry(&self) {
        self.machine.change(|inner| {
            if let State::Stopping { hurry, .. } = &mut inner.state {
                *hurry = true;
            }
        });
    }
}

impl<T: Clone> Drop for Stopping<T> {
    fn drop(&mut self) {
        self.machine.change(|inner| {
            inner.state = if inner.ending { State::Over } else { State::Asleep };
        });
    }
}
