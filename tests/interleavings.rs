//! The life of an extension under every interleaving of those who ask, stop and end it.

use std::{
    future::poll_fn,
    sync::atomic::{AtomicUsize as Count, Ordering::Relaxed},
};

use held::Stopping;
use loom::{
    future::block_on,
    model::Builder,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread,
};
use machine::{Asked, Machine, Waiting};

// The runtime's own machine, on loom's locks.
#[allow(dead_code, reason = "what only a clock needs is not tried here")]
#[path = "../runtime/src/wake/held.rs"]
mod held;
#[allow(dead_code, reason = "what only a clock needs is not tried here")]
#[path = "../runtime/src/wake/machine.rs"]
mod machine;
mod sync {
    pub(crate) use loom::sync::{Arc, Mutex, MutexGuard};
}

/// What is started and stopped: it knows whether it is.
#[derive(Clone)]
struct Instance {
    is_stopped: Arc<AtomicBool>,
    /// Counts those that are not destroyed; each use holds it too.
    _alive: Arc<Alive>,
}

struct Alive(Arc<World>);

impl Drop for Alive {
    fn drop(&mut self) {
        self.0.alive.fetch_sub(1, SeqCst);
    }
}

/// What must hold of all of them.
struct World {
    machine: Arc<Machine<Instance>>,
    starting: AtomicUsize,
    alive: AtomicUsize,
    started: AtomicUsize,
    stopped: AtomicUsize,
    fails: bool,
    /// Whether each that is started is stopped once nobody uses it.
    idles: bool,
}

/// What one who asked got.
#[derive(Debug, PartialEq, Eq)]
enum Got {
    Used,
    Failed,
    Over,
}

impl World {
    fn new() -> Self {
        let zero = || AtomicUsize::new(0);
        let machine = Arc::new(Machine::new());
        let (starting, alive, started, stopped) = (zero(), zero(), zero(), zero());
        Self { machine, starting, alive, started, stopped, fails: false, idles: false }
    }

    /// Asks, starts where that is asked of it, and uses.
    fn ask(world: &Arc<Self>) -> Got {
        let mut waiting = Waiting::default();
        loop {
            match block_on(poll_fn(|cx| Machine::poll_use(&world.machine, cx, 0, &mut waiting))) {
                Asked::Start(starting) => {
                    assert_eq!(world.starting.fetch_add(1, SeqCst), 0, "never two starts at once");
                    assert_eq!(world.alive.load(SeqCst), 0, "never beside the one before");
                    thread::yield_now();
                    assert_eq!(world.starting.fetch_sub(1, SeqCst), 1);
                    if world.fails {
                        world.started.fetch_add(1, SeqCst);
                        starting.fail("1", 0);
                    } else {
                        world.started.fetch_add(1, SeqCst);
                        world.alive.fetch_add(1, SeqCst);
                        let alive = Arc::new(Alive(Arc::clone(world)));
                        let instance =
                            Instance { is_stopped: Arc::new(AtomicBool::new(false)), _alive: alive };
                        let attempt = starting.succeed(instance);
                        if world.idles {
                            let world = Arc::clone(world);
                            thread::spawn(move || world.idle(attempt));
                        }
                    }
                }
                Asked::Use(using) => {
                    assert!(!using.instance().is_stopped.load(SeqCst), "never a call on what is stopped");
                    thread::yield_now();
                    assert!(!using.instance().is_stopped.load(SeqCst), "nor one that it is stopped under");
                    return Got::Used;
                }
                Asked::Failed(_) => return Got::Failed,
                Asked::Over => return Got::Over,
            }
        }
    }

    fn bring_down(&self, stopping: &Stopping<Instance>) {
        block_on(poll_fn(|cx| stopping.poll_unused(cx)));
        assert!(!stopping.instance().is_stopped.swap(true, SeqCst), "a stop once for each start");
        self.stopped.fetch_add(1, SeqCst);
    }

    fn stand_down(&self) {
        let mut was_stopping = false;
        let stopping = block_on(poll_fn(|cx| Machine::poll_stop(&self.machine, cx, &mut was_stopping)));
        if let Some(stopping) = stopping {
            self.bring_down(&stopping);
        }
    }

    /// The time of another use may come at any moment.
    fn idle(&self, attempt: u64) {
        while let Some(uses) = block_on(poll_fn(|cx| self.machine.poll_unused(cx, attempt))) {
            thread::yield_now();
            match Machine::stop_unused(&self.machine, attempt, uses) {
                Some(stopping) => self.bring_down(&stopping),
                None => block_on(poll_fn(|cx| self.machine.poll_used(cx, attempt, uses))),
            }
        }
    }

    fn end(&self) {
        self.machine.end();
        if let Some(stopping) = block_on(poll_fn(|cx| Machine::poll_ended(&self.machine, cx))) {
            self.bring_down(&stopping);
        }
    }

    /// Each that was started was stopped, and nothing starts any more.
    fn is_settled(world: &Arc<Self>) {
        assert_eq!(world.started.load(SeqCst), world.stopped.load(SeqCst));
        assert_eq!(Self::ask(world), Got::Over);
    }
}

/// Tries every schedule with up to so many preemptions, and returns how many there were. A wake that is lost is a
/// deadlock, which fails.
fn explore(preemptions: usize, scenario: impl Fn() + Send + Sync + 'static) -> usize {
    static SCHEDULES: Count = Count::new(0);
    SCHEDULES.store(0, Relaxed);
    let mut model = Builder::new();
    model.preemption_bound = Some(preemptions);
    model.check(move || {
        SCHEDULES.fetch_add(1, Relaxed);
        scenario();
    });
    SCHEDULES.load(Relaxed)
}

#[test]
fn no_schedule_breaks_the_life_of_an_extension() {
    // Two by default; three are some 3.6 million schedules, which take minutes.
    let preemptions = std::env::var("PREEMPTIONS").map_or(2, |number| number.parse().expect("a number"));
    let two_askers_and_an_end = explore(preemptions, || {
        let world = Arc::new(World::new());
        let others: Vec<_> = (0..2)
            .map(|_| {
                let world = Arc::clone(&world);
                thread::spawn(move || assert_ne!(World::ask(&world), Got::Failed))
            })
            .collect();
        world.end();
        for other in others {
            other.join().expect("it asked");
        }
        World::is_settled(&world);
    });
    let a_stop_between_askers = explore(preemptions, || {
        let world = Arc::new(World::new());
        let (asker, stopper) = (Arc::clone(&world), Arc::clone(&world));
        let asker = thread::spawn(move || assert_eq!(World::ask(&asker), Got::Used));
        let stopper = thread::spawn(move || stopper.stand_down());
        assert_eq!(World::ask(&world), Got::Used);
        asker.join().expect("it asked");
        stopper.join().expect("it stopped it");
        world.end();
        World::is_settled(&world);
    });
    let idling = explore(preemptions, || {
        let world = Arc::new(World { idles: true, ..World::new() });
        let asker = Arc::clone(&world);
        let asker = thread::spawn(move || assert_eq!(World::ask(&asker), Got::Used));
        assert_eq!(World::ask(&world), Got::Used);
        asker.join().expect("it asked");
        world.end();
        World::is_settled(&world);
    });
    let a_start_that_fails = explore(preemptions, || {
        let world = Arc::new(World { fails: true, ..World::new() });
        let other = Arc::clone(&world);
        let other = thread::spawn(move || assert_eq!(World::ask(&other), Got::Failed));
        assert_eq!(World::ask(&world), Got::Failed);
        other.join().expect("it asked");
        assert_eq!(world.started.load(SeqCst), 1, "both get the failure of one start");
        world.machine.end();
    });
    #[allow(clippy::print_stdout, reason = "how many there were is worth knowing")]
    for (what, schedules) in [
        ("two askers and an end", two_askers_and_an_end),
        ("a stop between askers", a_stop_between_askers),
        ("idling", idling),
        ("a start that fails", a_start_that_fails),
    ] {
        println!("{what}: {schedules} schedules");
        assert!(schedules > 20, "{what}: {schedules}");
    }
}
