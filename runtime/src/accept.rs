//! Files that hold what somebody reviewed: held equal to what is, or written where a person accepts the change.

use std::{
    env, fs, io,
    path::{Path, PathBuf},
    process,
};

use crate::catalog::{
    message::Message,
    snapshot::{fault, say_how_to_accept},
};

/// What a person sets to accept what differs: to `accept`.
pub(crate) const VARIABLE: &str = "PEGBOARD_SNAPSHOT";

/// Whether what differs is accepted in this run; an error on a machine that reviews nothing.
fn accepting() -> Result<bool, String> {
    match env::var_os(VARIABLE) {
        Some(value) if value == "accept" => match env::var_os("CI") {
            None => Ok(true),
            Some(_) => {
                Err("`CI` is set, and nobody reviews there: accept the snapshot where you work".to_owned())
            }
        },
        _ => Ok(false),
    }
}

/// The folder and the name of the package whose test runs, as cargo says them.
#[cfg(feature = "testing")]
pub(crate) fn package() -> (String, String) {
    let variable = |name: &str| env::var(name).unwrap_or_default();
    (variable("CARGO_MANIFEST_DIR"), variable("CARGO_PKG_NAME"))
}

/// What is said by a binary that was built to accept.
pub(crate) const BUILT_TO_ACCEPT: &str =
    "this was built to accept a snapshot, and does not serve; build it again without PEGBOARD_SNAPSHOT";

/// Writes a file so that nobody ever reads half of it; one that holds the text already is not touched, since what cargo
/// watches would be built again.
pub(crate) fn write(path: &Path, text: &str) -> io::Result<()> {
    if fs::read(path).is_ok_and(|file| file == text.as_bytes()) {
        return Ok(());
    }
    let mut beside = path.as_os_str().to_owned();
    beside.push(format!(".{}.new", process::id()));
    let beside = PathBuf::from(beside);
    fs::write(&beside, text).and_then(|()| fs::rename(&beside, path)).inspect_err(|_| {
        // What could not be put in place is of no use.
        let _ = fs::remove_file(&beside);
    })
}

/// Holds the reviewed file equal to `text`, or accepts it. `stale` says what differs from the file's text.
pub(crate) fn hold(
    path: &Path,
    named: &str,
    package: &str,
    text: &str,
    stale: impl FnOnce(&str) -> Option<String>,
) -> Result<(), String> {
    if accepting()? {
        return write(path, text).map_err(|error| format!("`{named}` cannot be written: {error}"));
    }
    match fs::read_to_string(path) {
        Ok(file) => stale(&file).map_or(Ok(()), Err),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let mut message = Message::new();
            message.name(named);
            message.say(" is missing; ");
            say_how_to_accept(&mut message, package);
            Err(message.text().to_owned())
        }
        Err(error) => Err(format!("`{named}` cannot be read: {error}")),
    }
}

/// What the test does that `#[server(snapshot = …)]` generates.
///
/// # Panics
/// Where the file is missing or stale.
#[track_caller]
pub fn assert_snapshot(server: &str, package: &str, root: &str, named: &str, json: &str) {
    let path = Path::new(root).join(named);
    let stale =
        |file: &str| fault(server, package, named, json, file).map(|message| message.text().to_owned());
    if let Err(message) = hold(&path, named, package, json, stale) {
        panic!("{message}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_put_in_place_whole_and_only_where_it_differs() {
        let folder = env::temp_dir().join(format!("pegboard-{}", process::id()));
        fs::create_dir_all(&folder).expect("a folder");
        let path = folder.join("file");
        write(&path, "one").expect("it can be written");
        let long_ago = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1);
        let file = fs::File::options().write(true).open(&path).expect("a file");
        file.set_modified(long_ago).expect("it can be set");
        let modified = || fs::metadata(&path).and_then(|of| of.modified()).expect("a time");
        write(&path, "one").expect("it is there");
        assert_eq!(modified(), long_ago);
        write(&path, "two").expect("it can be written");
        assert_ne!(modified(), long_ago);
        let taken = folder.join("taken");
        fs::create_dir_all(taken.join("in it")).expect("a folder");
        write(&taken, "text").expect_err("a folder is there");
        let left: Vec<_> = fs::read_dir(&folder)
            .expect("a folder")
            .map(|entry| entry.expect("an entry").file_name())
            .collect();
        assert_eq!(left.len(), 2, "nothing is left beside them: {left:?}");
        fs::remove_dir_all(&folder).expect("it can be removed");
    }
}
