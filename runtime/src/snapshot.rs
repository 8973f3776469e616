//! The snapshot as a file, for build scripts.

use std::{
    env, io,
    path::{Path, PathBuf},
};

use crate::{accept, catalog::declare::Server};

/// Writes what [`Server::TOOLSETS_JSON`] holds to a file: a relative path is in `OUT_DIR`. Returns where.
///
/// A build script of a crate whose toolsets live in a library has two lines:
///
/// ```no_run
/// # use pegboard::prelude::*;
/// # struct Greeter;
/// # /// Greetings.
/// # #[toolset(name = "greetings")]
/// # impl Greeter {
/// #     /// Says hello.
/// #     #[tool(read_only)]
/// #     fn hello() -> String { "Hello!".into() }
/// # }
/// # #[derive(Server)]
/// # #[server(name = "greeter")]
/// # struct Host { greeter: Greeter }
/// fn main() {
///     pegboard::snapshot::write::<Host>("toolsets.json").expect("the snapshot can be written");
/// }
/// ```
///
/// # Errors
/// If the file cannot be written, or the path is relative outside of a build script.
pub fn write<S: Server>(path: impl AsRef<Path>) -> io::Result<PathBuf> {
    let path = path.as_ref();
    let path = if path.is_absolute() {
        path.to_owned()
    } else {
        let out = env::var_os("OUT_DIR").ok_or_else(|| {
            io::Error::other("`OUT_DIR` is set in build scripts alone; give an absolute path elsewhere")
        })?;
        Path::new(&out).join(path)
    };
    accept::write(&path, S::TOOLSETS_JSON)?;
    Ok(path)
}
