//! The life of one extension: asleep, starting, running, stopping, over. Whoever asks waits for what is under way.
//!
//! Nothing here knows a runtime or a clock: the moment is told, and a start is somebody else's to carry out. So every
//! interleaving can be tried.

use std::{
    collections::BTreeMap,
    mem,
    sync::PoisonError,
    task::{Context, Poll, Waker},
};

use super::{
    held::{Starting, Stopping, Using},
    sync::{Arc, Mutex, MutexGuard},
};

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

pub(super) struct Inner<T> {
    pub(super) state: State<T>,
    pub(super) failed: Option<Failed>,
    /// Whether a start that has failed is still at work somewhere.
    pub(super) blocked: bool,
    /// Counts starts.
    pub(super) attempt: u64,
    /// Counts uses: by the number each is known, and by the sum that an idle time is over.
    uses: u64,
    /// Who uses what this attempt started, and whom to wake once there is no more time.
    pub(super) users: BTreeMap<u64, Option<Waker>>,
    /// Whether nothing is to be started any more.
    pub(super) ending: bool,
    /// Who waits for any other change.
    pub(super) waiting: Vec<Waker>,
}

pub(super) enum State<T> {
    Asleep,
    Starting,
    Running(T),
    Stopping {
        /// Whether the time for those who still use it is over.
        hurry: bool,
    },
    Over,
}

#[derive(Clone)]
pub(super) struct Failed {
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
        Self {
            inner: Mutex::new(Inner {
                state: State::Asleep,
                failed: None,
                blocked: false,
                attempt: 0,
                uses: 0,
                users: BTreeMap::new(),
                ending: false,
                waiting: Vec::new(),
            }),
        }
    }

    pub(super) fn lock(&self) -> MutexGuard<'_, Inner<T>> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the state, and wakes whoever waits for a change, with those who use it if it is about them.
    pub(super) fn change<R>(&self, change: impl FnOnce(&mut Inner<T>) -> R) -> R {
        let mut inner = self.lock();
        let result = change(&mut inner);
        let mut waiting = mem::take(&mut inner.waiting);
        if matches!(inner.state, State::Stopping { hurry: true }) {
            waiting.extend(inner.users.values_mut().filter_map(Option::take));
        }
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
        match &inner.state {
            // But those who waited for this start before the end may still have it.
            State::Running(_) | State::Asleep if inner.ending && waiting.0 != Some(inner.attempt) => {
                Poll::Ready(Asked::Over)
            }
            State::Running(instance) => {
                let instance = instance.clone();
                inner.uses += 1;
                let number = inner.uses;
                inner.users.insert(number, None);
                // An idle time is over.
                let woken = mem::take(&mut inner.waiting);
                drop(inner);
                woken.into_iter().for_each(Waker::wake);
                Poll::Ready(Asked::Use(Using::new(instance, machine, number)))
            }
            State::Asleep => {
                let fails = |failed: &&Failed| {
                    waiting.0 == Some(failed.attempt) || inner.blocked || now < failed.until
                };
                if let Some(failed) = inner.failed.as_ref().filter(fails) {
                    return Poll::Ready(Asked::Failed(failed.id.clone()));
                }
                inner.state = State::Starting;
                inner.attempt += 1;
                waiting.0 = Some(inner.attempt);
                Poll::Ready(Asked::Start(Starting::new(machine)))
            }
            State::Starting => {
                waiting.0 = Some(inner.attempt);
                inner.wait(cx)
            }
            State::Stopping { .. } => inner.wait(cx),
            State::Over => Poll::Ready(Asked::Over),
        }
    }

    /// Waits for what is under way, and stops what runs; what was stopping already is not stopped again.
    pub(crate) fn poll_stop(
        machine: &Arc<Self>,
        cx: &Context<'_>,
        was_stopping: &mut bool,
    ) -> Poll<Option<Stopping<T>>> {
        let mut inner = machine.lock();
        match inner.state {
            State::Asleep | State::Over => Poll::Ready(None),
            State::Starting | State::Running(_) if *was_stopping => Poll::Ready(None),
            State::Running(_) => Poll::Ready(inner.stop(machine)),
            State::Starting => inner.wait(cx),
            State::Stopping { .. } => {
                *was_stopping = true;
                inner.wait(cx)
            }
        }
    }

    /// Stops what an attempt started, if nobody uses it and nobody has since so many uses.
    pub(crate) fn stop_unused(machine: &Arc<Self>, attempt: u64, uses: u64) -> Option<Stopping<T>> {
        machine.change(|inner| {
            let is_unused = inner.attempt == attempt && inner.users.is_empty() && inner.uses == uses;
            if is_unused { inner.stop(machine) } else { None }
        })
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
            State::Running(_) => Poll::Ready(inner.stop(machine)),
            State::Over => Poll::Ready(None),
            State::Asleep | State::Starting | State::Stopping { .. } => inner.wait(cx),
        }
    }

    /// Tells those who use what is stopping that there is no more time.
    pub(crate) fn hurry(&self) {
        self.change(|inner| {
            if let State::Stopping { hurry } = &mut inner.state {
                *hurry = true;
            }
        });
    }

    /// Waits until what an attempt started is used by nobody, and says after how many uses; none once it no longer runs.
    pub(crate) fn poll_unused(&self, cx: &Context<'_>, attempt: u64) -> Poll<Option<u64>> {
        let mut inner = self.lock();
        match inner.state {
            State::Running(_) if inner.attempt == attempt && inner.users.is_empty() => {
                Poll::Ready(Some(inner.uses))
            }
            State::Running(_) if inner.attempt == attempt => inner.wait(cx),
            _ => Poll::Ready(None),
        }
    }

    /// Waits until what an attempt started is used after so many uses, or no longer runs.
    pub(crate) fn poll_used(&self, cx: &Context<'_>, attempt: u64, uses: u64) -> Poll<()> {
        let mut inner = self.lock();
        match inner.state {
            State::Running(_) if inner.attempt == attempt && inner.uses == uses => inner.wait(cx),
            _ => Poll::Ready(()),
        }
    }

    /// Whether asking would start it, now or once it has stopped.
    pub(crate) fn would_start(&self, now: Moment) -> bool {
        let inner = self.lock();
        let may = !inner.blocked && inner.failed.as_ref().is_none_or(|failed| now >= failed.until);
        matches!(inner.state, State::Asleep | State::Stopping { .. }) && !inner.ending && may
    }

    pub(crate) fn is_ending(&self) -> bool {
        self.lock().ending
    }

    /// Waits for [`end`](Self::end).
    pub(crate) fn poll_ending(&self, cx: &Context<'_>) -> Poll<()> {
        let mut inner = self.lock();
        if inner.ending { Poll::Ready(()) } else { inner.wait(cx) }
    }
}

impl<T: Clone> Inner<T> {
    pub(super) fn wait<R>(&mut self, cx: &Context<'_>) -> Poll<R> {
        if !self.waiting.iter().any(|waker| waker.will_wake(cx.waker())) {
            self.waiting.push(cx.waker().clone());
        }
        Poll::Pending
    }

    pub(super) fn stop(&mut self, machine: &Arc<Machine<T>>) -> Option<Stopping<T>> {
        let State::Running(instance) = &self.state else { return None };
        let stopping = Stopping::new(instance.clone(), machine);
        self.state = State::Stopping { hurry: false };
        Some(stopping)
    }

    pub(super) fn fail(&mut self, id: Id, now: Moment) {
        let times = self.failed.as_ref().map_or(0, |failed| failed.times).saturating_add(1);
        let failed = Failed { id, attempt: self.attempt, times, until: now.saturating_add(backoff(times)) };
        self.failed = Some(failed);
        self.state = if self.ending { State::Over } else { State::Asleep };
    }
}

/// How long nobody tries again after so many failures in a row.
fn backoff(times: u32) -> Moment {
    let doublings = times.saturating_sub(1).min(6);
    (BACKOFF << doublings).min(BACKOFF_MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_tries_again_for_a_second_then_two_and_at_most_a_minute() {
        let moments: Vec<Moment> = (1..=8).map(backoff).collect();
        assert_eq!(moments, [1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000]);
        assert_eq!([62, 63, 64, u32::MAX].map(backoff), [60_000; 4]);
    }
}
