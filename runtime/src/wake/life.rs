//! One extension that starts and stops, with the time and the tasks that its machine knows nothing of.

use std::{
    error::Error,
    fmt::Write,
    future::poll_fn,
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicBool, AtomicU64, Ordering},
    },
    task::Poll,
    time::Duration,
};

use tokio::{
    task::JoinHandle,
    time::{Instant, sleep, timeout},
};

use super::{
    held::{Starting, Stopping},
    machine::{Asked, Machine, Moment, Waiting},
    progress::Progress,
    recipe::{Cause, Waking},
    used::{Instance, NotUsable, Used},
};
use crate::{
    catalog::{composition::Mask, declare::Erased},
    incident,
};

/// How long a recipe or a hook may take, unless the hook says otherwise.
const DEADLINE: Duration = Duration::from_secs(30);

/// How long those have that were told that there is no more time: their calls are dropped when they are next polled.
const DROPPED: Duration = Duration::from_secs(1);

/// An extension and its life.
pub(crate) struct Life {
    /// Its published toolsets, as messages name them.
    toolsets: String,
    pub(super) mask: Mask,
    extension: u16,
    pub(super) waking: Waking,
    server: Arc<Erased>,
    machine: Arc<Machine<Instance>>,
    /// When it started, among all.
    pub(super) order: AtomicU64,
    /// Why it did not start, for the operator.
    cause: Mutex<String>,
    /// Why it did not stop well at the end.
    fault_at_the_end: Mutex<Option<String>>,
    /// Whether a selection is waking it.
    is_waking: AtomicBool,
    clock: Clock,
    orders: Arc<AtomicU64>,
}

/// Since when moments are counted.
#[derive(Clone, Copy)]
pub(super) struct Clock(Instant);

impl Clock {
    pub(super) fn start() -> Self {
        Self(Instant::now())
    }

    fn now(self) -> Moment {
        u64::try_from(self.0.elapsed().as_millis()).unwrap_or(Moment::MAX)
    }
}

impl Life {
    pub(super) fn new(
        toolsets: String,
        mask: Mask,
        extension: u16,
        waking: Waking,
        server: Arc<Erased>,
        clock: Clock,
        orders: Arc<AtomicU64>,
    ) -> Arc<Self> {
        let machine = Arc::new(Machine::new());
        Arc::new(Self {
            toolsets,
            mask,
            extension,
            waking,
            server,
            machine,
            order: AtomicU64::new(0),
            cause: Mutex::default(),
            fault_at_the_end: Mutex::default(),
            is_waking: AtomicBool::new(false),
            clock,
            orders,
        })
    }

    /// Uses it, starting it where it is asleep.
    pub(crate) async fn use_it(self: &Arc<Self>, why: &str, progress: Progress) -> Result<Used, NotUsable> {
        let mut waiting = Waiting::default();
        let mut ask = async || {
            loop {
                let asked =
                    poll_fn(|cx| Machine::poll_use(&self.machine, cx, self.clock.now(), &mut waiting)).await;
                match asked {
                    Asked::Start(starting) => self.start_in_the_background(starting, why),
                    Asked::Use(using) => {
                        return Ok(Used { using: Some(using), toolsets: self.toolsets.clone() });
                    }
                    Asked::Failed(id) => {
                        return Err(NotUsable::Failed { toolsets: self.toolsets.clone(), id });
                    }
                    Asked::Over => return Err(NotUsable::Over),
                }
            }
        };
        progress.while_waiting(&self.toolsets, ask()).await
    }

    /// Why it did not start, for the operator alone.
    pub(super) fn fault(&self) -> String {
        let cause = self.cause.lock().unwrap_or_else(PoisonError::into_inner);
        format!("{} did not start: {cause}", self.toolsets)
    }

    /// Starts it, unless it runs, was asked to or failed lately.
    pub(super) fn wake(self: &Arc<Self>, why: &str) {
        if self.machine.would_start(self.clock.now()) && !self.is_waking.swap(true, Ordering::Relaxed) {
            let (life, why) = (Arc::clone(self), why.to_owned());
            tokio::spawn(async move {
                // What fails is in the log, and told to whoever asks.
                let _ = life.use_it(&why, Progress::default()).await;
                life.is_waking.store(false, Ordering::Relaxed);
            });
        }
    }

    /// In a task of its own: the one who asked first may go.
    fn start_in_the_background(self: &Arc<Self>, starting: Starting<Instance>, why: &str) {
        let life = Arc::clone(self);
        let why = why.to_owned();
        // Until it has started, it is the last.
        self.order.store(0, Ordering::Relaxed);
        tokio::spawn(async move {
            let begun = Instant::now();
            let mut work = life.bring_up();
            match within(life.waking.start.unwrap_or(DEADLINE), &mut work).await {
                Ok(instance) => {
                    life.order.store(life.orders.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
                    tracing::info!("{} started for {why}, in {:?}", life.toolsets, begun.elapsed());
                    let attempt = starting.succeed(instance);
                    life.watch_idling(attempt);
                }
                Err(cause) => {
                    let id = incident::id();
                    tracing::error!("{} did not start for {why} ({id}): {cause}", life.toolsets);
                    *life.cause.lock().unwrap_or_else(PoisonError::into_inner) = cause;
                    if work.is_finished() {
                        starting.fail(&id, life.clock.now());
                    } else {
                        let _at_work = starting.fail_at_work(&id, life.clock.now());
                        work.abort();
                        // One that blocks its thread ends when it does; its outcome is nobody's.
                        let _ = work.await;
                    }
                }
            }
        });
    }

    /// Makes it and runs `#[on_start]`, in a task whose panic is no more than a failure.
    fn bring_up(self: &Arc<Self>) -> JoinHandle<Result<Instance, Cause>> {
        let life = Arc::clone(self);
        tokio::spawn(async move {
            let instance = match &life.waking.recipe {
                Some(recipe) => Some(recipe().await?),
                None => None,
            };
            match &instance {
                Some(instance) => instance.start().await?,
                None => life.server.start(life.extension).await?,
            }
            Ok(instance)
        })
    }

    /// Stands what an attempt started down once nobody has used it for long enough.
    fn watch_idling(self: &Arc<Self>, attempt: u64) {
        let Some(idle_after) = self.waking.idle_after else { return };
        // By this nothing is kept: a deployment may go without an end.
        let (life, machine) = (Arc::downgrade(self), Arc::downgrade(&self.machine));
        tokio::spawn(async move {
            let unused = || {
                poll_fn(|cx| match machine.upgrade() {
                    Some(machine) => machine.poll_unused(cx, attempt),
                    None => Poll::Ready(None),
                })
            };
            let used = |uses| {
                let machine = &machine;
                poll_fn(move |cx| match machine.upgrade() {
                    Some(machine) => machine.poll_used(cx, attempt, uses),
                    None => Poll::Ready(()),
                })
            };
            while let Some(uses) = unused().await {
                if timeout(idle_after, used(uses)).await.is_ok() {
                    continue;
                }
                let Some(life) = life.upgrade() else { return };
                if let Some(stopping) = Machine::stop_unused(&life.machine, attempt, uses) {
                    // What goes wrong is in the log.
                    drop(life.bring_down(stopping, "nobody has used it", Duration::ZERO));
                }
            }
        });
    }

    /// Stops it if it runs or starts; returns once it has stopped.
    pub(super) async fn stand_down(self: &Arc<Self>) {
        let mut was_stopping = false;
        let stopping = poll_fn(|cx| Machine::poll_stop(&self.machine, cx, &mut was_stopping)).await;
        if let Some(stopping) = stopping {
            // What goes wrong is in the log.
            let _ = self.bring_down(stopping, "it was told to", self.stop_deadline()).await;
        }
    }

    /// From now on it is not started.
    pub(super) fn end(&self) {
        self.machine.end();
    }

    /// After [`end`](Self::end): waits for what is under way, and stops what runs then. Calls that are in it have as long as
    /// this, or as long as the stop has.
    pub(super) async fn ended(self: &Arc<Self>, patience: Option<Duration>) -> Result<(), String> {
        if patience == Some(Duration::ZERO) {
            self.machine.hurry();
        }
        if let Some(stopping) = poll_fn(|cx| Machine::poll_ended(&self.machine, cx)).await {
            let patience = patience.unwrap_or_else(|| self.stop_deadline());
            // A task that was cancelled ends with its runtime, where nobody is told anything.
            let _ = self.bring_down(stopping, "the server ends", patience).await;
        }
        let fault = self.fault_at_the_end.lock().unwrap_or_else(PoisonError::into_inner);
        fault.clone().map_or(Ok(()), Err)
    }

    fn stop_deadline(&self) -> Duration {
        self.waking.stop.unwrap_or(DEADLINE)
    }

    /// Lets calls in flight finish, and runs `#[on_stop]`, in a task of its own: whoever waits for it may go.
    fn bring_down(
        self: &Arc<Self>,
        stopping: Stopping<Instance>,
        why: &'static str,
        patience: Duration,
    ) -> JoinHandle<()> {
        let life = Arc::clone(self);
        tokio::spawn(async move {
            life.let_finish(&stopping, patience).await;
            let deadline = life.stop_deadline();
            let mut work = life.run_stop(&stopping);
            match within(deadline, &mut work).await {
                Ok(()) => tracing::info!("{} stopped, since {why}", life.toolsets),
                Err(cause) => {
                    let fault = format!("{} did not stop well: {cause}", life.toolsets);
                    tracing::error!("{fault}");
                    if life.machine.is_ending() {
                        *life.fault_at_the_end.lock().unwrap_or_else(PoisonError::into_inner) = Some(fault);
                    }
                }
            }
            if !work.is_finished() {
                work.abort();
                // One that blocks its thread ends when it does, and until then nothing is started beside it.
                tokio::spawn(async move {
                    let _stopping = stopping;
                    tokio::select! {
                        _ = work => {}
                        () = poll_fn(|cx| life.machine.poll_ending(cx)) => {}
                    }
                });
            }
        })
    }

    /// Waits for the calls in flight, and drops those that outlast their time.
    async fn let_finish(&self, stopping: &Stopping<Instance>, patience: Duration) {
        let unused = || poll_fn(|cx| stopping.poll_unused(cx));
        tokio::select! {
            biased;
            () = unused() => return,
            () = poll_fn(|cx| stopping.poll_hurried(cx)) => {}
            () = sleep(patience) => self.machine.hurry(),
        }
        tracing::warn!("{} is stopping, and calls in it had no more time; they are dropped", self.toolsets);
        if timeout(DROPPED, unused()).await.is_err() {
            tracing::error!("{} is stopping, and a call in it blocks its thread", self.toolsets);
        }
    }

    fn run_stop(self: &Arc<Self>, stopping: &Stopping<Instance>) -> JoinHandle<Result<(), Cause>> {
        let life = Arc::clone(self);
        let instance = stopping.instance().clone();
        tokio::spawn(async move {
            match &instance {
                Some(instance) => instance.stop().await,
                None => life.server.stop(life.extension).await,
            }
        })
    }
}

/// The outcome of a task that has so long; one that panics or hangs has failed.
async fn within<T>(deadline: Duration, work: &mut JoinHandle<Result<T, Cause>>) -> Result<T, String> {
    match timeout(deadline, work).await {
        Ok(Ok(outcome)) => outcome.map_err(|cause| chain(&*cause)),
        Ok(Err(error)) => match error.try_into_panic() {
            Ok(panic) => Err(format!("it panicked: {}", incident::panic_text(&*panic))),
            Err(_) => Err("its task was cancelled".to_owned()),
        },
        Err(_) => Err(format!("it took longer than {deadline:?}")),
    }
}

/// An error and its causes.
fn chain(cause: &dyn Error) -> String {
    let mut line = cause.to_string();
    let mut source = cause.source();
    while let Some(next) = source {
        // A string takes everything.
        let _ = write!(line, ": {next}");
        source = next.source();
    }
    line
}
