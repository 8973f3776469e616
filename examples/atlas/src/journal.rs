//! The toolset `journal`: notes about places, in a file that is made at its first use.

use std::{
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};

use pegboard::{
    prelude::*,
    rmcp::model::{ContentBlock, IntoContents},
};
use rusqlite::Connection;
use serde::{Deserialize, Serialize};

/// The name of the file.
const FILE: &str = "atlas-journal.sqlite";

/// Notes about places.
pub(crate) struct Journal {
    notes: Mutex<Connection>,
}

#[derive(Deserialize, JsonSchema)]
struct NewNote {
    /// The place that it is about, such as `Paris`.
    place: String,
    /// What to remember.
    note: String,
}

#[derive(Deserialize, JsonSchema)]
struct About {
    /// The place; all places where it is left out.
    place: Option<String>,
}

/// A note.
#[derive(Serialize, JsonSchema)]
struct Note {
    number: i64,
    place: String,
    note: String,
}

#[derive(Serialize, JsonSchema)]
struct Notes {
    /// Oldest first.
    notes: Vec<Note>,
}

#[derive(Debug, thiserror::Error)]
enum JournalError {
    #[error("a note needs a place and a text; give both")]
    Empty,
    #[error("the journal could not be read or written")]
    File(#[source] rusqlite::Error),
}

impl IntoContents for JournalError {
    fn into_contents(self) -> Vec<ContentBlock> {
        vec![ContentBlock::text(self.to_string())]
    }
}

impl Journal {
    /// Opens the file in a folder, and makes it where there is none.
    pub(crate) async fn open(folder: PathBuf) -> Result<Self, rusqlite::Error> {
        let opened = tokio::task::spawn_blocking(move || connect(&folder.join(FILE))).await;
        opened.unwrap_or(Err(rusqlite::Error::InvalidQuery))
    }

    fn with<T>(&self, work: impl FnOnce(&Connection) -> rusqlite::Result<T>) -> Result<T, JournalError> {
        let notes = self.notes.lock().unwrap_or_else(PoisonError::into_inner);
        work(&notes).map_err(JournalError::File)
    }
}

fn connect(file: &Path) -> Result<Journal, rusqlite::Error> {
    let notes = Connection::open(file)?;
    notes.execute_batch(
        "CREATE TABLE IF NOT EXISTS notes (number INTEGER PRIMARY KEY, place TEXT NOT NULL, note TEXT NOT NULL)",
    )?;
    Ok(Journal { notes: Mutex::new(notes) })
}

/// Notes about places, kept from one session to the next.
#[toolset(
    name = "journal",
    title = "Journal",
    default = false,
    instructions = "Keep what the person wants to remember of a place with {note_place}; look first with {list_notes}."
)]
impl Journal {
    /// Puts what changed on the disk.
    #[on_stop]
    fn close(&self) -> Result<(), rusqlite::Error> {
        self.notes.lock().unwrap_or_else(PoisonError::into_inner).cache_flush()
    }

    /// Remembers something about a place.
    #[tool(destructive = false, open_world = false)]
    fn note_place(
        &self,
        Parameters(NewNote { place, note }): Parameters<NewNote>,
        updates: Updates,
    ) -> Result<Json<Note>, JournalError> {
        if place.trim().is_empty() || note.trim().is_empty() {
            return Err(JournalError::Empty);
        }
        let number = self.with(|notes| {
            notes.execute("INSERT INTO notes (place, note) VALUES (?1, ?2)", (&place, &note))?;
            Ok(notes.last_insert_rowid())
        })?;
        updates.updated("journal://notes");
        Ok(Json(Note { number, place, note }))
    }

    /// What is remembered, of one place or of all.
    #[tool(read_only, open_world = false)]
    fn list_notes(
        &self,
        Parameters(About { place }): Parameters<About>,
    ) -> Result<Json<Notes>, JournalError> {
        self.with(|notes| select(notes, place.as_deref())).map(|notes| Json(Notes { notes }))
    }

    /// All notes.
    #[resource(uri = "journal://notes", subscribe)]
    fn notes(&self) -> Result<Json<Notes>, String> {
        let notes = self.with(|notes| select(notes, None));
        notes.map(|notes| Json(Notes { notes })).map_err(|error| error.to_string())
    }
}

fn select(notes: &Connection, place: Option<&str>) -> rusqlite::Result<Vec<Note>> {
    let mut found = notes
        .prepare("SELECT number, place, note FROM notes WHERE ?1 IS NULL OR place = ?1 ORDER BY number")?;
    let rows = found
        .query_map([place], |row| Ok(Note { number: row.get(0)?, place: row.get(1)?, note: row.get(2)? }))?;
    rows.collect()
}
