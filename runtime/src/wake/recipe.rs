//! How an extension comes to be: with the server, or when somebody asks for it.

use std::{any::TypeId, error::Error, fmt, future::Future, pin::Pin, sync::Arc, time::Duration};

use crate::catalog::{
    call::{Call, Called},
    complete::{Complete, Completed},
    declare::{Composed, Extension, Hook, OneToolsetImplPerType},
    get::{Get, Got},
    read::{Read, ReadBack},
    table::Table,
};

/// Why something could not be made.
pub(crate) type Cause = Box<dyn Error + Send + Sync>;

/// Something that is being made.
type Making<T> = Pin<Box<dyn Future<Output = Result<T, Cause>> + Send>>;

/// Makes an extension.
pub(crate) type Recipe = Arc<dyn Fn() -> Making<Arc<dyn Runs>> + Send + Sync>;

/// An extension whose type is forgotten.
pub(crate) trait Runs: Send + Sync {
    fn call(&self, index: u16, call: Call) -> Called<'_>;
    fn get(&self, index: u16, get: Get) -> Got<'_>;
    fn read(&self, index: u16, read: Read) -> ReadBack<'_>;
    fn complete(&self, index: u16, complete: Complete) -> Completed<'_>;
    fn start(&self) -> Hook<'_>;
    fn stop(&self) -> Hook<'_>;
}

impl<T: OneToolsetImplPerType + Send + Sync> Runs for T {
    fn call(&self, index: u16, call: Call) -> Called<'_> {
        OneToolsetImplPerType::call(self, index, call)
    }

    fn get(&self, index: u16, get: Get) -> Got<'_> {
        OneToolsetImplPerType::get(self, index, get)
    }

    fn read(&self, index: u16, read: Read) -> ReadBack<'_> {
        OneToolsetImplPerType::read(self, index, read)
    }

    fn complete(&self, index: u16, complete: Complete) -> Completed<'_> {
        OneToolsetImplPerType::complete(self, index, complete)
    }

    fn start(&self) -> Hook<'_> {
        OneToolsetImplPerType::start(self)
    }

    fn stop(&self) -> Hook<'_> {
        OneToolsetImplPerType::stop(self)
    }
}

/// What is known of an extension's life before it lives.
pub struct Waking {
    pub(crate) type_id: TypeId,
    /// Absent for one that is there with the server.
    pub(crate) recipe: Option<Recipe>,
    pub(crate) on_selection: bool,
    pub(crate) idle_after: Option<Duration>,
    /// How long `#[on_start]` may take, where there is one.
    pub(crate) start: Option<Duration>,
    /// The same for `#[on_stop]`.
    pub(crate) stop: Option<Duration>,
}

impl Waking {
    pub(crate) fn with_the_server<T: OneToolsetImplPerType + 'static>() -> Self {
        Self {
            type_id: TypeId::of::<T>(),
            recipe: None,
            on_selection: false,
            idle_after: None,
            start: T::START,
            stop: T::STOP,
        }
    }
}

impl fmt::Debug for Waking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Waking").field("on_demand", &self.recipe.is_some()).finish_non_exhaustive()
    }
}

/// An extension that does not exist until somebody asks for it: a field of a server that holds a recipe.
///
/// Its components are listed, described and checked without it. The first call, read, get or completion that reaches one
/// of them makes it, once, however many ask at the same time. Opening a session and listing never wait for it, and never
/// fail because of it. Who asks for what cannot be made gets an error that names the toolset, and the log has the cause;
/// it is tried again for a later asker, after a second at first and after up to a minute.
///
/// ```
/// use std::time::Duration;
///
/// use pegboard::prelude::*;
///
/// struct Archive;
///
/// impl Archive {
///     async fn open() -> Result<Self, std::io::Error> {
///         Ok(Self)
///     }
/// }
///
/// /// Old letters.
/// #[toolset(name = "archive", default = false)]
/// impl Archive {
///     /// Finds a letter.
///     #[tool(read_only)]
///     async fn find_letter(&self) -> String {
///         "Dear reader".into()
///     }
///
///     #[on_stop]
///     async fn close(&self) {}
/// }
///
/// #[derive(Server)]
/// #[server(name = "library")]
/// struct Library {
///     archive: OnDemand<Archive>,
/// }
///
/// let archive = OnDemand::new(|| async { Archive::open().await }).idle_after(Duration::from_mins(10));
/// let library = Library { archive };
/// # let _ = library.archive;
/// ```
pub struct OnDemand<T> {
    recipe: Arc<dyn Fn() -> Making<T> + Send + Sync>,
    on_selection: bool,
    idle_after: Option<Duration>,
    start_within: Option<Duration>,
}

impl<T: Extension + Send + Sync + 'static> OnDemand<T> {
    /// By an async function, which may fail and may be asked again.
    ///
    /// It has 30 seconds together with `#[on_start]`, or as long as that says, or [`start_within`](Self::start_within); then it
    /// is dropped. One that blocks its thread is not, and until it is done nothing is made beside it.
    pub fn new<F, M>(recipe: F) -> Self
    where
        F: Fn() -> M + Send + Sync + 'static,
        M: Future<Output: Made<T>> + Send + 'static,
    {
        const { assert!(!T::IS_ON_DEMAND, "an extension is on demand once: write `OnDemand<Archive>`") }
        Self {
            recipe: Arc::new(move || {
                let made = recipe();
                Box::pin(async move { made.await.made() })
            }),
            on_selection: false,
            idle_after: None,
            start_within: None,
        }
    }

    /// How long making it may take, together with `#[on_start]`.
    #[must_use]
    pub fn start_within(mut self, time: Duration) -> Self {
        self.start_within = Some(time);
        self
    }

    /// Makes it in the background as soon as a session or a request selects one of its toolsets.
    #[must_use]
    pub fn on_selection(mut self) -> Self {
        self.on_selection = true;
        self
    }

    /// Stands it down once nobody has used it for so long, counted from the end of the last call; the next asker makes it
    /// afresh.
    #[must_use]
    pub fn idle_after(mut self, time: Duration) -> Self {
        self.idle_after = Some(time);
        self
    }
}

impl<T> fmt::Debug for OnDemand<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut recipe = f.debug_struct("OnDemand");
        recipe
            .field("on_selection", &self.on_selection)
            .field("idle_after", &self.idle_after)
            .finish_non_exhaustive()
    }
}

/// What a recipe may give: an extension, or a `Result` of one.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is no extension, so it cannot be made on demand",
    label = "neither an extension nor a `Result` of one",
    note = "give an async function that makes it, as in `OnDemand::new(|| async {{ Archive::open().await }})`"
)]
pub trait Made<T> {
    /// The extension, or why there is none.
    #[doc(hidden)]
    fn made(self) -> Result<T, Cause>;
}

#[diagnostic::do_not_recommend]
impl<T: Extension> Made<T> for T {
    fn made(self) -> Result<T, Cause> {
        Ok(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T: Extension, E: Into<Cause>> Made<T> for Result<T, E> {
    fn made(self) -> Result<T, Cause> {
        self.map_err(Into::into)
    }
}

#[diagnostic::do_not_recommend]
impl<T: OneToolsetImplPerType + Send + Sync + 'static> OneToolsetImplPerType for OnDemand<T> {
    const TABLE: &'static Table = T::TABLE;
    const IS_ON_DEMAND: bool = true;

    // Checked as what it makes.
    type Mounted<S: Composed> = T::Mounted<S>;

    fn waking(&self) -> Waking {
        let recipe = Arc::clone(&self.recipe);
        let recipe: Recipe = Arc::new(move || {
            let made = recipe();
            Box::pin(async move { made.await.map(|made| Arc::new(made) as Arc<dyn Runs>) })
        });
        Waking {
            recipe: Some(recipe),
            on_selection: self.on_selection,
            idle_after: self.idle_after,
            start: self.start_within.or(T::START),
            ..Waking::with_the_server::<T>()
        }
    }
}
