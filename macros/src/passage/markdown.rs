//! A text as a tree of blocks: slices of the author's own bytes, in whole lines. A line is blank as in Markdown, which knows
//! the white space of ASCII alone.

use std::{borrow::Cow, iter::Peekable, ops::Range, vec};

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

/// A block and what belongs to it.
#[derive(Debug)]
pub(crate) enum Block {
    /// A paragraph, a code block, a quote, a rule, HTML: shown whole or not at all.
    Leaf(Range<usize>),
    /// A heading, a table's head or a paragraph that ends in a colon: it goes where all of its body goes.
    Head {
        head: Range<usize>,
        body: Vec<Block>,
    },
    List {
        items: Vec<Item>,
        ordered: Option<u64>,
        lines: Range<usize>,
    },
}

/// An item of a list: its own text and the lists in it.
#[derive(Debug)]
pub(crate) struct Item {
    pub(crate) lines: Range<usize>,
    /// The digits before its mark.
    pub(crate) number: Option<Range<usize>>,
    pub(crate) parts: Vec<Block>,
}

impl Block {
    pub(crate) fn lines(&self) -> Range<usize> {
        match self {
            Self::Leaf(lines) | Self::List { lines, .. } => lines.clone(),
            Self::Head { head, body } => head.start..body.last().map_or(head.end, |last| last.lines().end),
        }
    }
}

/// A text's blocks, and where its code is.
pub(crate) struct Markdown {
    pub(crate) blocks: Vec<Block>,
    /// Spans and blocks of code, in order.
    pub(crate) code: Vec<Range<usize>>,
}

/// Cuts a text.
pub(crate) fn parse(text: &str) -> Markdown {
    let lines = by_newlines(text);
    let parser = Parser::new_ext(&lines, Options::ENABLE_TABLES);
    // Definitions of links give no events, and are always shown: a link elsewhere may need them.
    let definitions: Vec<Range<usize>> =
        parser.reference_definitions().iter().map(|(_, definition)| definition.span.clone()).collect();
    let events: Vec<(Event<'_>, Range<usize>)> = parser.into_offset_iter().collect();
    let code = events.iter().filter_map(code).collect();
    let mut cutter = Cutter { text, events: events.into_iter().peekable() };
    let mut blocks = cutter.blocks();
    for definition in definitions {
        if let Some(lines) = whole_lines(text, &definition) {
            insert(&mut blocks, lines);
        }
    }
    for lines in unread(text, &blocks) {
        insert(&mut blocks, lines);
    }
    Markdown { blocks: sections(blocks), code }
}

/// The same text, byte for byte as long, in which only a newline ends a line: here lines are cut there alone, and
/// Markdown ends one at a lone carriage return too.
fn by_newlines(text: &str) -> Cow<'_, str> {
    let mut lines = Cow::Borrowed(text);
    for (at, _) in text.match_indices('\r') {
        if !text[at + 1..].starts_with('\n') {
            lines.to_mut().replace_range(at..=at, " ");
        }
    }
    lines
}

fn code((event, range): &(Event<'_>, Range<usize>)) -> Option<Range<usize>> {
    matches!(event, Event::Code(_) | Event::Start(Tag::CodeBlock(_))).then(|| range.clone())
}

/// Puts a block at its place among the others, unless it lies inside of one.
fn insert(blocks: &mut Vec<Flat>, lines: Range<usize>) {
    let at = blocks.partition_point(|(_, block)| block.lines().end <= lines.start);
    if blocks.get(at).is_none_or(|(_, next)| next.lines().start >= lines.end) {
        blocks.insert(at, (None, Block::Leaf(lines)));
    }
}

/// The lines that no block holds, such as a second definition of one link: a passage, as all that is shown.
fn unread(text: &str, blocks: &[Flat]) -> Vec<Range<usize>> {
    let starts = blocks.iter().map(|(_, block)| block.lines().start).chain([text.len()]);
    let ends = std::iter::once(0).chain(blocks.iter().map(|(_, block)| block.lines().end));
    let between = ends.zip(starts).filter_map(|(end, start)| {
        let rest = text.get(end..start)?.trim_ascii();
        let from = start - text[end..start].trim_ascii_start().len();
        (!rest.is_empty()).then(|| whole_lines(text, &(from..from + rest.len())))?
    });
    between.collect()
}

/// Whole lines up to the last that is not blank; `None` where something else stands before on the first.
fn whole_lines(text: &str, range: &Range<usize>) -> Option<Range<usize>> {
    let start = text[..range.start].rfind('\n').map_or(0, |at| at + 1);
    if !text[start..range.start].trim_ascii().is_empty() {
        return None;
    }
    let end = text[..range.end].trim_ascii_end().len();
    let end = text[end..].find('\n').map_or(text.len(), |at| end + at + 1);
    (start < end).then_some(start..end)
}

struct Cutter<'t> {
    text: &'t str,
    events: Peekable<vec::IntoIter<(Event<'t>, Range<usize>)>>,
}

impl Cutter<'_> {
    /// The blocks up to the end of what holds them.
    fn blocks(&mut self) -> Vec<Flat> {
        let mut blocks = Vec::new();
        while let Some((event, range)) = self.events.next_if(|(event, _)| !matches!(event, Event::End(_))) {
            let lines = whole_lines(self.text, &range);
            let mut level = None;
            let block = match event {
                Event::Start(Tag::List(ordered)) => self.list(ordered, lines),
                Event::Start(Tag::Table(_)) => self.table(lines),
                Event::Start(Tag::Heading { level: of, .. }) => {
                    level = Some(of);
                    self.skip();
                    lines.map(|head| Block::Head { head, body: Vec::new() })
                }
                Event::Start(_) => {
                    self.skip();
                    lines.map(Block::Leaf)
                }
                _ => lines.map(Block::Leaf),
            };
            blocks.extend(block.map(|block| (level, block)));
        }
        blocks
    }

    /// Passes over the rest of what was started.
    fn skip(&mut self) {
        let mut depth = 1;
        while depth > 0 {
            match self.events.next() {
                Some((Event::Start(_), _)) => depth += 1,
                Some((Event::End(_), _)) => depth -= 1,
                Some(_) => {}
                None => return,
            }
        }
    }

    fn table(&mut self, lines: Option<Range<usize>>) -> Option<Block> {
        let mut rows = Vec::new();
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::End(TagEnd::Table) => break,
                Event::Start(Tag::TableRow) => {
                    self.skip();
                    rows.extend(whole_lines(self.text, &range).map(Block::Leaf));
                }
                Event::Start(_) => self.skip(),
                _ => {}
            }
        }
        let lines = lines?;
        // The separator below the head gives no event; it lies before the first row.
        let end = rows.first().map_or(lines.end, |row| row.lines().start);
        Some(Block::Head { head: lines.start..end, body: rows })
    }

    /// `None` where the list does not start its own line: then it belongs to what does.
    fn list(&mut self, ordered: Option<u64>, lines: Option<Range<usize>>) -> Option<Block> {
        let mut items: Vec<Item> = Vec::new();
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::Start(Tag::Item) => items.extend(self.item(&range, ordered.is_some())),
                Event::End(_) => break,
                _ => {}
            }
        }
        let lines = lines?;
        // What lies in the list and in no item, as a definition behind code that nothing closes, is the item's before it.
        for at in 0..items.len() {
            let end = items.get(at + 1).map_or(lines.end, |next| next.lines.start);
            if let Some(rest) = own_text(self.text, items[at].lines.end..end) {
                items[at].lines.end = rest.lines().end;
                items[at].parts.push(rest);
            }
        }
        Some(Block::List { items, ordered, lines })
    }

    fn item(&mut self, range: &Range<usize>, ordered: bool) -> Option<Item> {
        let lines = whole_lines(self.text, range);
        let mut parts = Vec::new();
        let mut from = lines.clone().unwrap_or_default().start;
        let mut depth = 0;
        while let Some((event, range)) = self.events.next() {
            match event {
                Event::Start(Tag::List(nested)) if depth == 0 => {
                    let nested = self.list(nested, whole_lines(self.text, &range));
                    if let (Some(list), Some(_)) = (nested, &lines) {
                        parts.extend(own_text(self.text, from..list.lines().start));
                        from = list.lines().end;
                        parts.push(list);
                    }
                }
                Event::Start(_) => depth += 1,
                Event::End(TagEnd::Item) if depth == 0 => break,
                Event::End(_) => depth -= 1,
                _ => {}
            }
        }
        let lines = lines?;
        parts.extend(own_text(self.text, from..lines.end));
        let digits = self.text[range.start..].bytes().take_while(u8::is_ascii_digit).count();
        Some(Item { lines, number: ordered.then(|| range.start..range.start + digits), parts })
    }
}

/// An item's text outside of its lists, up to its last line that is not blank.
fn own_text(text: &str, range: Range<usize>) -> Option<Block> {
    let own = text[range.clone()].trim_ascii_end();
    let end = range.start + own.len();
    let end = text[end..range.end].find('\n').map_or(range.end, |at| end + at + 1);
    (!own.is_empty()).then_some(Block::Leaf(range.start..end))
}

/// A block, and its level if it is a heading that has not yet been given what is under it.
type Flat = (Option<HeadingLevel>, Block);

/// Gives each heading what is under it.
fn sections(flat: Vec<Flat>) -> Vec<Block> {
    fn take(blocks: &mut Peekable<vec::IntoIter<Flat>>, above: Option<HeadingLevel>) -> Vec<Block> {
        let mut taken = Vec::new();
        // Levels are ordered as their numbers: what is deeper is greater.
        while let Some((level, block)) = blocks.next_if(|(level, _)| level.is_none() || *level > above) {
            taken.push(match block {
                Block::Head { head, .. } if level.is_some() => {
                    Block::Head { head, body: take(blocks, level) }
                }
                block => block,
            });
        }
        taken
    }
    take(&mut flat.into_iter().peekable(), None)
}
