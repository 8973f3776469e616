//! The life of an extension under every interleaving of those who ask, stop and end it.

use std::{
    future::poll_fn,
    sync::atomic::{AtomicUsize as Count, Ordering::Relaxed},
};

use loom::{
    future::block_on,
    model::Builder,
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicUsize, Ordering::SeqCst},
    },
    thread,
};
use machine::{Asked, Machine, Stopping, Waiting};

// The runtime's own machine, on loom's locks.
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
}

/// What must hold of all of them.
struct World {
    machine: Arc<Machine<Instance>>,
    starting: AtomicUsize,
    started: AtomicUsize,
    stopped: AtomicUsize,
    fails: bool,
}

/// What one who asked got.
#[derive(Debug, PartialEq, Eq)]
enum Got {
    Used,
    Failed,
    Over,
}

impl World {
    fn new(fails: bool) -> Arc<Self> {
        let zero = || AtomicUsize::new(0);
        let machine = Arc::new(Machine::new());
        Arc::new(Self { machine, starting: zero(), started: zero(), stopped: zero(), fails })
    }

    /// Asks, starts where that is asked of it, and uses.
    fn ask(&self) -> Got {
        let mut waiting = Waiting::default();
        loop {
            match block_on(poll_fn(|cx| Machine::poll_use(&self.machine, cx, 0, &mut waiting))) {
                Asked::Start(starting) => {
                    assert_eq!(self.starting.fetch_add(1, SeqCst), 0, "never two starts at once");
                    thread::yield_now();
                    assert_eq!(self.starting.fetch_sub(1, SeqCst), 1);
                    if self.fails {
                        self.started.fetch_add(1, SeqCst);
                        starting.fail("1", 0);
                    } else {
                        self.started.fetch_add(1, SeqCst);
                        starting.succeed(Instance { is_stopped: Arc::new(AtomicBool::new(false)) });
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
        if let Some(stopping) = Machine::stop(&self.machine, None) {
            self.bring_down(&stopping);
        }
    }

    fn idle(&self) {
        let uses = block_on(poll_fn(|cx| self.machine.poll_unused(cx)));
        thread::yield_now();
        if let Some(stopping) = Machine::stop(&self.machine, Some(uses)) {
            self.bring_down(&stopping);
        }
    }

    fn end(&self) {
        self.machine.end();
        if let Some(stopping) = block_on(poll_fn(|cx| Machine::poll_ended(&self.machine, cx))) {
            self.bring_down(&stopping);
        }
    }

    /// Each that was started was stopped, and nothing starts any more.
    fn is_settled(&self) {
        assert_eq!(self.started.load(SeqCst), self.stopped.load(SeqCst));
        assert_eq!(self.ask(), Got::Over);
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
    // Two by default; three are some 1.8 million schedules, which take minutes.
    let preemptions = std::env::var("PREEMPTIONS").map_or(2, |number| number.parse().expect("a number"));
    let two_askers_and_an_end = explore(preemptions, || {
        let world = World::new(false);
        let others: Vec<_> = (0..2)
            .map(|_| {
                let world = Arc::clone(&world);
                thread::spawn(move || assert_ne!(world.ask(), Got::Failed))
            })
            .collect();
        world.end();
        for other in others {
            other.join().expect("it asked");
        }
        world.is_settled();
    });
    let a_stop_between_askers = explore(preemptions, || {
        let world = World::new(false);
        let (asker, stopper) = (Arc::clone(&world), Arc::clone(&world));
        let asker = thread::spawn(move || assert_eq!(asker.ask(), Got::Used));
        let stopper = thread::spawn(move || stopper.stand_down());
        assert_eq!(world.ask(), Got::Used);
        asker.join().expect("it asked");
        stopper.join().expect("it stopped it");
        world.end();
        world.is_settled();
    });
    let idling = explore(preemptions, || {
        let world = World::new(false);
        let (asker, idler) = (Arc::clone(&world), Arc::clone(&world));
        let asker = thread::spawn(move || assert_eq!(asker.ask(), Got::Used));
        let idler = thread::spawn(move || idler.idle());
        assert_eq!(world.ask(), Got::Used);
        asker.join().expect("it asked");
        idler.join().expect("it was idle at some time");
        world.end();
        world.is_settled();
    });
    let a_start_that_fails = explore(preemptions, || {
        let world = World::new(true);
        let other = Arc::clone(&world);
        let other = thread::spawn(move || assert_eq!(other.ask(), Got::Failed));
        assert_eq!(world.ask(), Got::Failed);
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
