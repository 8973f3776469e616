//! The instructions that a model reads: the passages that the active set holds, in order.

use std::ops::Range;

use crate::{
    active::ActiveSet,
    catalog::{
        Catalog, Text,
        table::{Passage, Piece, Refers, Shape},
    },
};

/// The server's text, then a heading and the text of each active toolset; `None` where nothing is shown.
pub(crate) fn render(catalog: &'static Catalog, active: ActiveSet) -> Option<String> {
    let own = shown(catalog, catalog.own_text(), active);
    let toolsets = catalog.toolsets().enumerate().filter(|(at, _)| active.holds_toolset(*at));
    let parts = toolsets.filter_map(|(at, toolset)| {
        let texts: Vec<String> = catalog.texts(at).filter_map(|text| shown(catalog, text, active)).collect();
        (!texts.is_empty()).then(|| format!("## {}\n\n{}", toolset.title(), texts.join("\n\n")))
    });
    let parts: Vec<String> = own.into_iter().chain(parts).collect();
    (!parts.is_empty()).then(|| parts.join("\n\n"))
}

/// What an active set shows of a text, without blank lines around it.
pub(crate) fn shown(catalog: &'static Catalog, text: Text, active: ActiveSet) -> Option<String> {
    let mut renderer = Renderer::new(catalog, text, active);
    renderer.sequence(0..text.passages.len(), None);
    let shown = renderer.out.trim_matches(['\r', '\n']);
    (!shown.is_empty()).then(|| shown.to_owned())
}

/// Whether each passage is shown.
#[cfg(feature = "cli")]
pub(crate) fn shows(catalog: &'static Catalog, text: Text, active: ActiveSet) -> Vec<bool> {
    let mut renderer = Renderer::new(catalog, text, active);
    renderer.sequence(0..text.passages.len(), None);
    renderer.shown
}

struct Renderer {
    catalog: &'static Catalog,
    text: Text,
    active: ActiveSet,
    out: String,
    /// Which passages are in `out`.
    shown: Vec<bool>,
}

impl Renderer {
    fn new(catalog: &'static Catalog, text: Text, active: ActiveSet) -> Self {
        Self { catalog, text, active, out: String::new(), shown: vec![false; text.passages.len()] }
    }

    /// Shows siblings; two that become neighbours take the widest gap that lay between them. Items count from
    /// `nth`. Returns whether any was shown.
    fn sequence(&mut self, range: Range<usize>, mut nth: Option<u64>) -> bool {
        let mut any = false;
        let mut widest = "";
        let mut at = range.start;
        while at < range.end {
            let passage = &self.text.passages[at];
            if any && lines(passage.gap) >= lines(widest) {
                widest = passage.gap;
            }
            let before = self.out.len();
            if any {
                self.out.push_str(widest);
            }
            let end = at + 1 + usize::from(passage.inside);
            if self.passage(at, nth) {
                self.shown[at] = true;
                any = true;
                widest = "";
                nth = nth.map(|count| count + 1);
            } else {
                self.out.truncate(before);
                self.shown[at..end].fill(false);
            }
            at = end;
        }
        any
    }

    /// Shows one passage and what lies inside of it; returns whether it did.
    fn passage(&mut self, at: usize, nth: Option<u64>) -> bool {
        let passage = &self.text.passages[at];
        if !self.holds(at) {
            return false;
        }
        let inside = at + 1..at + 1 + usize::from(passage.inside);
        match passage.shape {
            Shape::Leaf => {
                self.pieces(passage);
                true
            }
            Shape::Head => {
                self.pieces(passage);
                inside.is_empty() || self.sequence(inside, None)
            }
            Shape::List => self.sequence(inside, Some(0)),
            Shape::Item { number, introduces } => {
                if let (Some((before, first)), Some(nth)) = (number, nth) {
                    self.out.push_str(before);
                    self.out.push_str(&(first + nth).to_string());
                }
                (!introduces || self.any_list(inside.clone())) && self.sequence(inside, None)
            }
        }
    }

    /// Whether a list among these would be shown.
    fn any_list(&mut self, inside: Range<usize>) -> bool {
        let before = self.out.len();
        let mut at = inside.start;
        let mut any = false;
        while at < inside.end {
            let passage = &self.text.passages[at];
            any |= matches!(passage.shape, Shape::List) && self.passage(at, None);
            at += 1 + usize::from(passage.inside);
        }
        self.out.truncate(before);
        any
    }

    /// Whether everything that a passage names is active: one mask, but for globs.
    fn holds(&self, at: usize) -> bool {
        let Text { passages, masks, references, resolved } = self.text;
        self.active.holds(masks[at])
            && passages[at].references.iter().all(|position| {
                let position = usize::from(*position);
                references[position].kind != Refers::Glob || self.active.holds_any(resolved[position])
            })
    }

    fn pieces(&mut self, passage: &Passage) {
        for piece in passage.pieces {
            match piece {
                Piece::Text(text) => self.out.push_str(text),
                Piece::Names(position) => self.names(usize::from(*position)),
            }
        }
    }

    fn names(&mut self, position: usize) {
        let reference = &self.text.references[position];
        match reference.kind {
            Refers::Glob => {
                let tools = self.catalog.tools().into_iter().filter(|tool| {
                    self.active.holds(tool.mask()) && tool.declared.name.starts_with(reference.name)
                });
                let names: Vec<&str> = tools.map(|tool| tool.declared.name).collect();
                self.out.push_str(&names.join(", "));
            }
            _ if self.text.resolved[position] == 0 => {
                self.out.push('{');
                self.out.push_str(reference.name);
                self.out.push('}');
            }
            _ => self.out.push_str(reference.name),
        }
    }
}

fn lines(gap: &str) -> usize {
    gap.matches('\n').count()
}
