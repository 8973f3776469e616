//! One extension that starts and stops, with the time and the tasks that its machine knows nothing of.

use std::{
    error::Error,
    fmt::Write,
    future::{Future, poll_fn},
    sync::{
        Arc, Mutex, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use rmcp::ErrorData;
use tokio::time::{Instant, timeout};

use super::{
    machine::{Asked, Machine, Moment, Starting, Stopping, Using, Waiting},
    progress::Progress,
    recipe::{Cause, Runs, Waking},
};
use crate::{
    catalog::{composition::Mask, declare::Erased},
    incident,
};

/// How long a recipe or a hook may take, unless the hook says otherwise.
const DEADLINE: Duration = Duration::from_secs(30);

/// How long those have that were told that there is no more time: their calls are dropped when they are next polled.
const DROPPED: Duration = Duration::from_secs(1);

/// What runs: an extension that was made, or none where the server holds it itself.
pub(crate) type Instance = Option<Arc<dyn Runs>>;

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

/// A use of an extension; without one, what needs no waking.
#[derive(Default)]
pub(crate) struct Used {
    using: Option<Using<Instance>>,
    toolsets: String,
}

impl Used {
    /// What is used, if it is not the server's own.
    pub(crate) fn instance(&self) -> Option<&dyn Runs> {
        self.using.as_ref().and_then(|using| using.instance().as_deref())
    }

    /// Runs to the end, unless the extension is stopped and has no more time.
    pub(crate) async fn run<A>(
        &self,
        running: impl Future<Output = Result<A, ErrorData>>,
    ) -> Result<A, ErrorData> {
        let Some(using) = &self.using else { return running.await };
        tokio::select! {
            biased;
            result = running => result,
            () = poll_fn(|cx| using.poll_hurried(cx)) => Err(ErrorData::internal_error(
                format!("{} is stopping, and this call was not done in time; try again", self.toolsets),
                None,
            )),
        }
    }
}

/// Why an extension cannot be used; the cause is in the log alone.
#[derive(Clone, Debug)]
pub(crate) enum NotUsable {
    /// It cannot be started now.
    Failed { toolsets: String, id: Arc<str> },
    /// The server ends.
    Over,
}

impl NotUsable {
    pub(crate) fn message(&self) -> String {
        match self {
            Self::Failed { toolsets, id } => {
                format!(
                    "{toolsets} cannot be started now; try again later (the log has the cause under {id})"
                )
            }
            Self::Over => "the server is shutting down".to_owned(),
        }
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
        let (order, cause) = (AtomicU64::new(0), Mutex::default());
        Arc::new(Self { toolsets, mask, extension, waking, server, machine, order, cause, clock, orders })
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
        if self.machine.is_asleep(self.clock.now()) {
            let (life, why) = (Arc::clone(self), why.to_owned());
            tokio::spawn(async move {
                // What fails is in the log, and told to whoever asks.
                let _ = life.use_it(&why, Progress::default()).await;
            });
        }
    }

    /// In a task of its own: the one who asked first may go.
    fn start_in_the_background(self: &Arc<Self>, starting: Starting<Instance>, why: &str) {
        let life = Arc::clone(self);
        let why = why.to_owned();
        tokio::spawn(async move {
            let begun = Instant::now();
            match life.bring_up().await {
                Ok(instance) => {
                    life.order.store(life.orders.fetch_add(1, Ordering::Relaxed) + 1, Ordering::Relaxed);
                    tracing::info!("{} started for {why}, in {:?}", life.toolsets, begun.elapsed());
                    starting.succeed(instance);
                    life.watch_idling();
                }
                Err(cause) => {
                    let id = incident::id();
                    tracing::error!("{} did not start for {why} ({id}): {cause}", life.toolsets);
                    *life.cause.lock().unwrap_or_else(PoisonError::into_inner) = cause;
                    starting.fail(&id, life.clock.now());
                }
            }
        });
    }

    /// Makes it and runs `#[on_start]`, in a task whose panic is no more than a failure.
    async fn bring_up(self: &Arc<Self>) -> Result<Instance, String> {
        let life = Arc::clone(self);
        let work = tokio::spawn(async move {
            let instance = match &life.waking.recipe {
                Some(recipe) => Some(recipe().await?),
                None => None,
            };
            match &instance {
                Some(instance) => instance.start().await?,
                None => life.server.start(life.extension).await?,
            }
            Ok::<Instance, Cause>(instance)
        });
        within(self.waking.start.unwrap_or(DEADLINE), work).await
    }

    /// Stands it down once nobody has used it for long enough.
    fn watch_idling(self: &Arc<Self>) {
        let Some(idle_after) = self.waking.idle_after else { return };
        let life = Arc::downgrade(self);
        tokio::spawn(async move {
            loop {
                let Some(machine) = life.upgrade().map(|life| Arc::clone(&life.machine)) else { return };
                let uses = poll_fn(|cx| machine.poll_unused(cx)).await;
                tokio::time::sleep(idle_after).await;
                if let Some(stopping) = Machine::stop(&machine, Some(uses)) {
                    if let Some(life) = life.upgrade() {
                        // What goes wrong is in the log.
                        let _ = life.bring_down(stopping, "nobody has used it").await;
                    }
                    return;
                }
            }
        });
    }

    /// Stops it if it runs; returns once it has stopped.
    pub(super) async fn stand_down(self: &Arc<Self>) -> Result<(), String> {
        match Machine::stop(&self.machine, None) {
            Some(stopping) => self.bring_down(stopping, "it was told to").await,
            None => Ok(()),
        }
    }

    /// From now on it is not started.
    pub(super) fn end(&self) {
        self.machine.end();
    }

    /// After [`end`](Self::end): waits for what is under way, and stops what runs then.
    pub(super) async fn ended(self: &Arc<Self>) -> Result<(), String> {
        match poll_fn(|cx| Machine::poll_ended(&self.machine, cx)).await {
            Some(stopping) => self.bring_down(stopping, "the server ends").await,
            None => Ok(()),
        }
    }

    /// Lets calls in flight finish, and runs `#[on_stop]`.
    async fn bring_down(self: &Arc<Self>, stopping: Stopping<Instance>, why: &str) -> Result<(), String> {
        let deadline = self.waking.stop.unwrap_or(DEADLINE);
        let unused = || poll_fn(|cx| stopping.poll_unused(cx));
        if timeout(deadline, unused()).await.is_err() {
            tracing::warn!(
                "{} is stopping, and calls were in flight after {deadline:?}; they are dropped",
                self.toolsets
            );
            stopping.hurry();
            if timeout(DROPPED, unused()).await.is_err() {
                tracing::error!("{} is stopping, and a call in it blocks its thread", self.toolsets);
            }
        }
        let life = Arc::clone(self);
        let instance = stopping.instance().clone();
        let work = tokio::spawn(async move {
            match &instance {
                Some(instance) => instance.stop().await,
                None => life.server.stop(life.extension).await,
            }
        });
        let stopped = within(deadline, work).await;
        match &stopped {
            Ok(()) => tracing::info!("{} stopped, since {why}", self.toolsets),
            Err(cause) => tracing::error!("{} did not stop well: {cause}", self.toolsets),
        }
        stopped.map_err(|cause| format!("{} did not stop well: {cause}", self.toolsets))
    }
}

/// The outcome of a task that has so long; one that panics or hangs has failed.
async fn within<T>(
    deadline: Duration,
    mut work: tokio::task::JoinHandle<Result<T, Cause>>,
) -> Result<T, String> {
    match timeout(deadline, &mut work).await {
        Ok(Ok(outcome)) => outcome.map_err(|cause| chain(&*cause)),
        Ok(Err(error)) => match error.try_into_panic() {
            Ok(panic) => Err(format!("it panicked: {}", incident::panic_text(&*panic))),
            Err(_) => Err("its task was cancelled".to_owned()),
        },
        Err(_) => {
            work.abort();
            Err(format!("it took longer than {deadline:?}"))
        }
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
