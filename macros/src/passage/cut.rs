//! A text as passages in the order of reading, each saying what it needs and what lies inside of it.

use std::ops::Range;

use super::{
    markdown::{self, Block, Item},
    references::{Braces, Odd, Piece, Reference, Scanner},
};

/// What a passage is, as far as showing it needs to know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Shown whole or not at all.
    Leaf,
    /// Shown with at least one of what lies inside.
    Head,
    /// Shown as far as its items are.
    List,
    Item {
        /// What stands before the number, and the first number of the list, where the author counts.
        number: Option<(String, u64)>,
        /// Whether its text ends in a colon, so that it goes with the list inside.
        introduces: bool,
    },
}

/// A piece of text, shown exactly when everything that it names is active.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Passage {
    pub(crate) shape: Shape,
    pub(crate) pieces: Vec<Piece>,
    /// Positions among the references.
    pub(crate) needs: Vec<usize>,
    /// How many of the passages that follow lie inside of this one.
    pub(crate) inside: usize,
    /// What stands between it and the sibling before it.
    pub(crate) gap: String,
}

/// A text, cut.
#[derive(Debug)]
pub(crate) struct Cut {
    pub(crate) passages: Vec<Passage>,
    pub(crate) references: Vec<Reference>,
    pub(crate) odd: Vec<Odd>,
}

/// Cuts a text into passages.
pub(crate) fn cut(text: &str, braces: Braces) -> Cut {
    let parsed = markdown::parse(text);
    let mut cutter = Cutter { text, scanner: Scanner::new(text, &parsed.code, braces), passages: Vec::new() };
    cutter.sequence(&introduced(text, parsed.blocks));
    let Cutter { scanner, passages, .. } = cutter;
    Cut { passages, references: scanner.references, odd: scanner.odd }
}

/// The whole text, with bare names for its references.
pub(crate) fn plain(text: &str, braces: Braces) -> String {
    let parsed = markdown::parse(text);
    let mut scanner = Scanner::new(text, &parsed.code, braces);
    let pieces = scanner.scan(0..text.len()).pieces;
    let shown = pieces.into_iter().map(|piece| match piece {
        Piece::Text(text) => text,
        Piece::Names(reference) => scanner.references[reference].name.clone(),
    });
    shown.collect::<String>().trim().to_owned()
}

/// Joins a paragraph that ends in a colon with the list, table or code that it introduces.
fn introduced(text: &str, blocks: Vec<Block>) -> Vec<Block> {
    let mut joined: Vec<Block> = Vec::new();
    for block in blocks {
        let block = match block {
            Block::Head { head, body } => Block::Head { head, body: introduced(text, body) },
            block => block,
        };
        let follows = match joined.last() {
            Some(Block::Leaf(lines)) => ends_in_colon(&text[lines.clone()]),
            _ => false,
        };
        if follows && !is_paragraph(text, &block) {
            if let Some(before) = joined.pop() {
                joined.push(Block::Head { head: before.lines(), body: vec![block] });
            }
        } else {
            joined.push(block);
        }
    }
    joined
}

fn ends_in_colon(text: &str) -> bool {
    text.trim_end().ends_with(':')
}

/// Whether a block is running text: what introduces, and is not introduced.
fn is_paragraph(text: &str, block: &Block) -> bool {
    match block {
        Block::Leaf(lines) => {
            let leaf = &text[lines.clone()];
            !leaf.starts_with("    ") && !leaf.trim_start().starts_with(['`', '~', '>', '<'])
        }
        Block::Head { head, .. } => !text[head.clone()].trim_start().starts_with('|'),
        Block::List { .. } => false,
    }
}

struct Cutter<'t> {
    text: &'t str,
    scanner: Scanner<'t>,
    passages: Vec<Passage>,
}

impl Cutter<'_> {
    fn sequence(&mut self, blocks: &[Block]) {
        let mut end = None;
        for block in blocks {
            let lines = block.lines();
            let gap = self.gap(end, lines.start);
            end = Some(lines.end);
            self.block(block, gap);
        }
    }

    fn gap(&self, end: Option<usize>, start: usize) -> String {
        end.and_then(|end| self.text.get(end..start)).unwrap_or_default().to_owned()
    }

    fn block(&mut self, block: &Block, gap: String) {
        match block {
            Block::Leaf(lines) => self.within(Shape::Leaf, lines.clone(), gap, |_| {}),
            Block::Head { head, body } => {
                // What lies between a head and its body is the head's.
                let end = body.first().map_or(head.end, |first| first.lines().start);
                self.within(Shape::Head, head.start..end, gap, |cutter| cutter.sequence(body));
            }
            Block::List { items, ordered, .. } => {
                let first = ordered.filter(|first| self.is_counted(items, *first));
                self.within(Shape::List, 0..0, gap, |cutter| {
                    let mut end = None;
                    for item in items {
                        let gap = cutter.gap(end, item.lines.start);
                        end = Some(item.lines.end);
                        cutter.item(item, first, gap);
                    }
                });
            }
        }
    }

    /// Whether the author's numbers go up by one.
    fn is_counted(&self, items: &[Item], first: u64) -> bool {
        items.iter().zip(first..).all(|(item, expected)| {
            // One with zeros before it stays as it was written.
            item.number.clone().is_some_and(|digits| self.text[digits] == expected.to_string())
        })
    }

    /// An item's own text is shown with it, wherever it stands: what that needs, the item needs.
    fn item(&mut self, item: &Item, first: Option<u64>, gap: String) {
        let number = item.number.clone().filter(|_| first.is_some());
        let start = number.as_ref().map_or(item.lines.start, |digits| digits.end);
        let before = number.map(|digits| self.text[item.lines.start..digits.start].to_owned());
        let introduces = item.parts.windows(2).any(|pair| match pair {
            [Block::Leaf(lines), Block::List { .. }] => ends_in_colon(&self.text[lines.clone()]),
            _ => false,
        });
        let at = self.passages.len();
        let shape = Shape::Item { number: before.zip(first), introduces };
        self.within(shape, 0..0, gap, |cutter| {
            let mut end = None;
            for part in &item.parts {
                let lines = part.lines();
                let gap = cutter.gap(end, lines.start);
                end = Some(lines.end);
                match part {
                    Block::Leaf(lines) => {
                        let from = lines.start.max(start);
                        cutter.within(Shape::Leaf, from..lines.end, gap, |_| {});
                        let own = cutter.passages.last_mut().map(|own| std::mem::take(&mut own.needs));
                        cutter.passages[at].needs.extend(own.unwrap_or_default());
                    }
                    list => cutter.block(list, gap),
                }
            }
        });
        self.passages[at].needs.sort_unstable();
        self.passages[at].needs.dedup();
    }

    fn within(&mut self, shape: Shape, own: Range<usize>, gap: String, inside: impl FnOnce(&mut Self)) {
        let scanned = self.scanner.scan(own);
        let at = self.passages.len();
        self.passages.push(Passage { shape, pieces: scanned.pieces, needs: scanned.needs, inside: 0, gap });
        inside(self);
        self.passages[at].inside = self.passages.len() - at - 1;
    }
}
