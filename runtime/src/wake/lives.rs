//! All extensions of a deployment that start and stop, and in which order.

use std::{
    any::TypeId,
    fmt::Display,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering},
    },
    time::Duration,
};

use super::{
    life::{Clock, Life},
    progress::Progress,
    used::{NotUsable, Used},
};
use crate::{
    catalog::{composition::Mask, declare::Erased},
    decisions::Decisions,
};

/// Why the start of a server was refused by one of its extensions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct StartError(String);

/// The extensions that start and stop, in field order; the others are simply there.
pub(crate) struct Lives {
    lives: Vec<Option<Arc<Life>>>,
    /// The toolsets that wake theirs when they are selected.
    on_selection: Mask,
    ending: AtomicBool,
    /// How many serve the deployment.
    pub(super) servers: AtomicUsize,
}

impl Lives {
    /// One without a published toolset has no life.
    pub(crate) fn new(decisions: &Decisions, server: &Arc<Erased>) -> Self {
        let clock = Clock::start();
        let orders = Arc::new(AtomicU64::new(0));
        let mut on_selection = 0;
        let lives = server.wakings().into_iter().zip(0..).map(|(waking, extension)| {
            let (names, mask) = decisions.toolsets_of(extension);
            let has_life = waking.recipe.is_some() || waking.start.is_some() || waking.stop.is_some();
            if mask == 0 || !has_life {
                return None;
            }
            if waking.on_selection {
                on_selection |= mask;
            }
            let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
            let toolsets = format!("toolset {}", names.join(", "));
            let (server, orders) = (Arc::clone(server), Arc::clone(&orders));
            Some(Life::new(toolsets, mask, extension, waking, server, clock, orders))
        });
        let lives = lives.collect();
        Self { lives, on_selection, ending: AtomicBool::new(false), servers: AtomicUsize::new(0) }
    }

    /// Uses an extension, starting it where it is asleep.
    pub(crate) async fn use_it(
        &self,
        extension: u16,
        why: impl Display,
        progress: impl FnOnce() -> Progress,
    ) -> Result<Used, NotUsable> {
        if self.ending.load(Ordering::Relaxed) {
            return Err(NotUsable::Over);
        }
        match self.lives.get(usize::from(extension)) {
            Some(Some(life)) => {
                let (why, progress) = (why.to_string(), progress());
                // Large, and no concern of those that need no waking: every call would carry it along.
                Box::pin(async move { life.use_it(&why, progress).await }).await
            }
            _ => Ok(Used::default()),
        }
    }

    /// Whether this extension starts and stops.
    #[cfg(feature = "http")]
    pub(crate) fn has(&self, extension: u16) -> bool {
        matches!(self.lives.get(usize::from(extension)), Some(Some(_)))
    }

    /// Starts those that are there with the server, in field order; where one fails, those that were started are stopped.
    pub(crate) async fn start(&self) -> Result<(), StartError> {
        for life in self.lives.iter().flatten().filter(|life| life.waking.recipe.is_none()) {
            if life.use_it("the start of the server", Progress::default()).await.is_err() {
                // What goes wrong besides is in the log.
                let _ = self.stop(None).await;
                return Err(StartError(life.fault()));
            }
        }
        Ok(())
    }

    /// Starts in the background those that a selection of their toolsets wakes.
    pub(crate) fn selected(&self, active: Mask) {
        if active & self.on_selection == 0 {
            return;
        }
        for life in
            self.lives.iter().flatten().filter(|life| life.waking.on_selection && life.mask & active != 0)
        {
            life.wake("a selection");
        }
    }

    /// Stops those that hold a type, and returns once they have stopped.
    pub(crate) async fn stand_down(&self, type_id: TypeId) {
        for life in self.lives.iter().flatten().filter(|life| life.waking.type_id == type_id) {
            life.stand_down().await;
        }
    }

    /// From now on nothing is started, and nobody who asks is served; what is in flight goes on.
    pub(crate) fn end(&self) {
        self.ending.store(true, Ordering::Relaxed);
        for life in self.lives.iter().flatten() {
            life.end();
        }
    }

    /// Starts nothing any more, waits for what is under way, and stops all that run, the last started first; calls in them have
    /// this long, or as long as the stop of each. Returns what went wrong.
    pub(crate) async fn stop(&self, patience: Option<Duration>) -> Result<(), Vec<String>> {
        self.end();
        let mut lives: Vec<&Arc<Life>> = self.lives.iter().flatten().collect();
        // One that is still starting has not been given its place: it is the last.
        let order = |life: &&Arc<Life>| match life.order.load(Ordering::Relaxed) {
            0 => u64::MAX,
            order => order,
        };
        lives.sort_by_key(|life| std::cmp::Reverse(order(life)));
        let mut faults = Vec::new();
        for life in lives {
            faults.extend(life.ended(patience).await.err());
        }
        if faults.is_empty() { Ok(()) } else { Err(faults) }
    }
}
