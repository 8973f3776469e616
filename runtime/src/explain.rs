//! Why a passage is shown under a selection, or is not: for authors.

use std::fmt::Write;

use crate::{
    active::ActiveSet,
    catalog::{
        Catalog,
        composition::NEVER,
        table::{Passage, Piece, Reference, Refers, Shape},
        walk::{Text, which},
    },
};

/// Each passage of the server's text and of the active toolsets' with a mark: `+` shown, `-` withheld and why.
pub(crate) fn explain(catalog: &'static Catalog, active: ActiveSet) -> String {
    let mut out = String::from("server\n");
    passages(&mut out, catalog, catalog.own_text(), active);
    for (at, toolset) in catalog.toolsets().enumerate() {
        if active.holds_toolset(at) {
            out.push_str(toolset.name());
            out.push('\n');
            for text in catalog.texts(at) {
                passages(&mut out, catalog, text, active);
            }
        }
    }
    out
}

fn passages(out: &mut String, catalog: &'static Catalog, text: Text<'_>, active: ActiveSet) {
    let visible = which(catalog.composition(), text, active.shown());
    for (at, passage) in text.passages.iter().enumerate() {
        // An item's own text is the leaf inside of it, and a list has none.
        let words = first_line(passage, text.references);
        let why = reasons(passage, text, active);
        if words.is_empty() && why.is_empty() {
            continue;
        }
        let words = if matches!(passage.shape, Shape::Item { .. }) { "an item:".to_owned() } else { words };
        let mark = if visible[at] { '+' } else { '-' };
        // A string takes everything.
        let _ = writeln!(out, "  {mark} {words}{why}");
    }
}

/// What is missing, and which names stand there without braces.
fn reasons(passage: &Passage, text: Text<'_>, active: ActiveSet) -> String {
    let mut why = String::new();
    for position in passage.references {
        let reference = &text.references[usize::from(*position)];
        let needs = text.resolved[usize::from(*position)];
        let name = reference.name;
        let said = match reference.kind {
            Refers::Code | Refers::Word | Refers::Uri if needs == 0 => None,
            _ if needs & NEVER != 0 => Some(format!("`{name}` is not in this server")),
            kind if !active.shown().holds(reference, needs) => Some(match kind {
                Refers::Glob => format!("no tool `{name}*` is active"),
                Refers::Toolset => format!("toolset `{name}` is not published"),
                _ => format!("`{name}` is not active"),
            }),
            Refers::Word | Refers::Uri => Some(format!("`{name}` stands here without braces")),
            _ => None,
        };
        if let Some(said) = said {
            let _ = write!(why, "{}{said}", if why.is_empty() { "   [" } else { "; " });
        }
    }
    if !why.is_empty() {
        why.push(']');
    }
    why
}

/// The beginning of a passage, on one line.
fn first_line(passage: &Passage, references: &[Reference]) -> String {
    const LONGEST: usize = 60;
    let mut words = String::new();
    for piece in passage.pieces {
        match piece {
            Piece::Text(text, _) => words.push_str(text),
            Piece::Names(position) => {
                let reference = &references[usize::from(*position)];
                words.push_str(reference.name);
                words.push_str(if reference.kind == Refers::Glob { "*" } else { "" });
            }
        }
    }
    let line = words.trim().lines().next().unwrap_or_default().trim();
    let mut cut: String = line.chars().take(LONGEST).collect();
    if cut.len() < line.len() {
        cut.push('…');
    }
    cut
}
