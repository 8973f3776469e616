//! What an active set shows of a text: one walk, by which the compiler counts and a server writes.

use super::{
    Mounted,
    composition::{Composition, Mask},
    page::{Page, utf16},
    resolve::starts_with,
    table::{Kind, Passage, Passages, Piece, Reference, Refers, Shape, Table},
};

/// A text of the catalog.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Text<'t> {
    pub(crate) passages: &'t [Passage],
    /// For each passage what it needs.
    pub(crate) masks: &'t [Mask],
    pub(crate) references: &'t [Reference],
    /// For each reference what it needs.
    pub(crate) resolved: &'t [Mask],
}

impl Text<'static> {
    /// A text of an extension, with what was resolved for it.
    pub(crate) const fn of(table: &Table, passages: &Passages, mounted: &Mounted) -> Self {
        let (_, masks) = mounted.masks.split_at(passages.from as usize);
        Self {
            passages: passages.all,
            masks: masks.split_at(passages.all.len()).0,
            references: table.references,
            resolved: mounted.resolved,
        }
    }
}

/// Which toolsets a text may name.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Active {
    /// The active ones, and the built-in tool.
    pub(crate) toolsets: Mask,
    /// All that could be.
    pub(crate) published: Mask,
}

impl Active {
    /// These, where everything is published.
    pub(crate) const fn of_all(toolsets: Mask) -> Self {
        Self { toolsets, published: Mask::MAX }
    }

    /// Whether everything that a reference names is there, as far as the passage's mask does not say.
    pub(crate) const fn holds(self, reference: &Reference, resolved: Mask) -> bool {
        match reference.kind {
            Refers::Glob => resolved & self.toolsets != 0,
            Refers::Toolset => resolved & self.published != 0,
            _ => resolved & !self.toolsets == 0,
        }
    }
}

/// A walk over a text, passage by passage.
pub(crate) struct Walk<'a> {
    composition: &'static Composition,
    text: Text<'a>,
    active: Active,
    page: Page<'a>,
    /// Which passages stand on the page, as far as there is room to say so.
    shown: &'a mut [bool],
}

/// How many UTF-16 units an active set shows of a text.
pub(crate) const fn measure(composition: &'static Composition, text: Text<'_>, active: Active) -> usize {
    let mut walk = Walk::new(composition, text, active, Page::new(&mut []), &mut []);
    walk.all();
    walk.page.trimmed_units()
}

/// What an active set shows of a text, without blank lines around it.
pub(crate) fn shown(composition: &'static Composition, text: Text<'_>, active: Active) -> Option<String> {
    let mut counted = Walk::new(composition, text, active, Page::new(&mut []), &mut []);
    counted.all();
    let mut bytes = vec![0; counted.page.most()];
    let mut walk = Walk::new(composition, text, active, Page::new(&mut bytes), &mut []);
    walk.all();
    let length = walk.page.trimmed_length();
    bytes.truncate(length);
    // Whole pieces were written, one behind the other.
    String::from_utf8(bytes).ok().filter(|shown| !shown.is_empty())
}

/// Writes what an active set shows of a text, and gives the page back.
pub(super) const fn write<'a>(
    composition: &'static Composition,
    text: Text<'a>,
    active: Active,
    page: Page<'a>,
) -> Page<'a> {
    let mut walk = Walk::new(composition, text, active, page, &mut []);
    walk.all();
    walk.page
}

/// Whether each passage is shown.
#[cfg(feature = "cli")]
pub(crate) fn which(composition: &'static Composition, text: Text<'_>, active: Active) -> Vec<bool> {
    let mut shown = vec![false; text.passages.len()];
    Walk::new(composition, text, active, Page::new(&mut []), &mut shown).all();
    shown
}

/// Whether anything is shown.
pub(crate) const fn shows_any(composition: &'static Composition, text: Text<'_>, active: Active) -> bool {
    Walk::new(composition, text, active, Page::new(&mut []), &mut []).all()
}

impl<'a> Walk<'a> {
    const fn new(
        composition: &'static Composition,
        text: Text<'a>,
        active: Active,
        page: Page<'a>,
        shown: &'a mut [bool],
    ) -> Self {
        Self { composition, text, active, page, shown }
    }

    const fn all(&mut self) -> bool {
        self.sequence(0, self.text.passages.len(), None)
    }

    /// Shows siblings; two that become neighbours take the widest gap that lay between them. Items count from
    /// `nth`. Returns whether any was shown.
    const fn sequence(&mut self, mut at: usize, end: usize, mut nth: Option<u64>) -> bool {
        let mut any = false;
        let mut widest = "";
        while at < end {
            let passage = &self.text.passages[at];
            if any && lines(passage.gap) >= lines(widest) {
                widest = passage.gap;
            }
            let mark = self.page.mark();
            if any {
                self.page.write(widest, widest.len());
            }
            let after = at + 1 + passage.inside as usize;
            if self.passage(at, nth) {
                self.tell(at, at + 1, true);
                any = true;
                widest = "";
                if let Some(count) = nth {
                    nth = Some(count + 1);
                }
            } else {
                self.page.back_to(mark);
                self.tell(at, after, false);
            }
            at = after;
        }
        any
    }

    /// Shows one passage and what lies inside of it; returns whether it did.
    const fn passage(&mut self, at: usize, nth: Option<u64>) -> bool {
        let passage = &self.text.passages[at];
        if !self.holds(at) {
            return false;
        }
        let inside = at + 1;
        let end = inside + passage.inside as usize;
        match passage.shape {
            Shape::Leaf => {
                self.pieces(passage);
                true
            }
            Shape::Head => {
                self.pieces(passage);
                inside == end || self.sequence(inside, end, None)
            }
            Shape::List => self.sequence(inside, end, Some(0)),
            Shape::Item { number, introduces } => {
                if introduces && !self.any_list(inside, end) {
                    return false;
                }
                if let (Some((before, first)), Some(nth)) = (number, nth) {
                    self.page.write(before, before.len());
                    self.page.write_number(first + nth);
                }
                self.sequence(inside, end, None)
            }
        }
    }

    /// Whether a list among these would be shown.
    const fn any_list(&mut self, mut at: usize, end: usize) -> bool {
        let mark = self.page.mark();
        let mut any = false;
        while at < end {
            let passage = &self.text.passages[at];
            if matches!(passage.shape, Shape::List) && self.passage(at, None) {
                any = true;
            }
            at += 1 + passage.inside as usize;
        }
        self.page.back_to(mark);
        any
    }

    const fn tell(&mut self, mut at: usize, end: usize, shown: bool) {
        while at < end && at < self.shown.len() {
            self.shown[at] = shown;
            at += 1;
        }
    }

    /// Whether everything that a passage names is active: one mask, but for globs and toolsets.
    const fn holds(&self, passage: usize) -> bool {
        if self.text.masks[passage] & !self.active.toolsets != 0 {
            return false;
        }
        let references = self.text.passages[passage].references;
        let mut at = 0;
        while at < references.len() {
            let position = references[at] as usize;
            let reference = &self.text.references[position];
            if matches!(reference.kind, Refers::Glob | Refers::Toolset)
                && !self.active.holds(reference, self.text.resolved[position])
            {
                return false;
            }
            at += 1;
        }
        true
    }

    const fn pieces(&mut self, passage: &Passage) {
        let mut at = 0;
        while at < passage.pieces.len() {
            match passage.pieces[at] {
                Piece::Text(text, units) => self.page.write(text, units),
                Piece::Names(position) => self.names(position as usize),
            }
            at += 1;
        }
    }

    const fn names(&mut self, position: usize) {
        let reference = &self.text.references[position];
        match reference.kind {
            Refers::Glob => self.glob(reference.name),
            _ if self.text.resolved[position] == 0 => {
                self.page.write("{", 1);
                // A URI in code may hold what no resource's does.
                self.page.write(reference.name, utf16(reference.name));
                self.page.write("}", 1);
            }
            _ => self.page.write(reference.name, reference.name.len()),
        }
    }

    /// The active tools whose names start so, in the order of every list.
    const fn glob(&mut self, start: &str) {
        let mut before = None;
        while let Some((place, name)) = self.next(start, before) {
            if before.is_some() {
                self.page.write(", ", 2);
            }
            self.page.write(name, name.len());
            before = Some(place);
        }
    }

    /// The next tool in order. Where the page is only counted, that of the rows is as good and found at once.
    const fn next(&self, start: &str, before: Option<Place>) -> Option<(Place, &'static str)> {
        let mut nearest: Option<(Place, &'static str)> = None;
        let counted = self.page.is_counted();
        let rows = self.composition.components;
        let mut at = match before {
            Some(place) if counted => place.row + 1,
            _ => 0,
        };
        while at < rows.len() {
            let tool = self.composition.component(&rows[at]);
            if matches!(tool.kind(), Kind::Tool)
                && self.active.toolsets >> rows[at].toolset & 1 == 1
                && starts_with(tool.name, start)
            {
                let place = Place { row: at, order: [rows[at].toolset, rows[at].extension, tool.index] };
                if counted {
                    return Some((place, tool.name));
                }
                let follows = match &before {
                    Some(before) => before.precedes(&place),
                    None => true,
                };
                let is_nearer = match &nearest {
                    Some((nearest, _)) => place.precedes(nearest),
                    None => true,
                };
                if follows && is_nearer {
                    nearest = Some((place, tool.name));
                }
            }
            at += 1;
        }
        nearest
    }
}

/// Where a tool stands among the rows, and in every list.
#[derive(Clone, Copy)]
struct Place {
    row: usize,
    order: [u16; 3],
}

impl Place {
    const fn precedes(&self, other: &Self) -> bool {
        let mut at = 0;
        while at < self.order.len() {
            if self.order[at] != other.order[at] {
                return self.order[at] < other.order[at];
            }
            at += 1;
        }
        false
    }
}

const fn lines(gap: &str) -> usize {
    let gap = gap.as_bytes();
    let mut lines = 0;
    let mut at = 0;
    while at < gap.len() {
        if gap[at] == b'\n' {
            lines += 1;
        }
        at += 1;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{catalog::Catalog, prelude::*};

    struct Near;
    struct Far;

    /// What is near.
    #[toolset(name = "a")]
    #[toolset(name = "b")]
    #[toolset(name = "c")]
    impl Near {
        /// A tool.
        #[tool(toolset = "a")]
        fn alpha() {}
        /// A tool.
        #[tool(toolset = "b")]
        fn beta() {}
        /// A tool.
        #[tool(toolset = "c")]
        fn gamma() {}
        /// A tool.
        #[tool(toolset = "b")]
        fn go_up() {}
        /// A tool.
        #[tool(toolset = "a")]
        fn go_on() {}
        /// A tool.
        #[tool(toolset = "a")]
        fn go_by() {}
        /// No tool.
        #[prompt(toolset = "a")]
        fn go_and_ask() -> &'static str {
            ""
        }
    }

    /// What is far.
    #[toolset(name = "a")]
    impl Far {
        /// A tool.
        #[tool]
        fn go_far() {}
        /// A tool.
        #[tool]
        fn go_away() {}
    }

    macro_rules! servers {
        ($($server:ident $text:literal)*) => {
            $(
                #[derive(Server)]
                #[server(name = "walked", instructions = $text)]
                struct $server {
                    near: Near,
                    far: Far,
                }
            )*

            /// The fields are there for the catalog alone.
            fn read_fields() {
                $(
                    let server = $server { near: Near, far: Far };
                    let _ = (server.near, server.far);
                )*
            }
        };
    }

    servers! {
        Siblings "\n\n{alpha}\n\n\n{beta}\n\n\n\n{beta}\n\n{gamma}\n\n"
        Gaps "{alpha}\n\n{beta}\n \n{gamma}"
        Sections "# {alpha}\n\n## {beta}\n\nBoth.\n\n## Third\n\n{gamma}\n\n# Alone"
        Counted "3. {alpha}\n4. {beta}\n5. {gamma}\n\nThen:\n\n1. {alpha}\n1. {beta}"
        Nested "- First:\n  1. {alpha}\n  2. {beta}\n- Second {beta}\n  - {alpha}\n- {gamma}"
        Table "Tools:\n\n| a | b |\n|---|---|\n| {alpha} | 𝄞 |\n| {beta} | é |"
        Named "Any of {go_*}.\n\nSee {toolset:b}, {toolset:c}.\n\n`{gamma}`, `{nothing}`."
    }

    fn check(catalog: &'static Catalog, active: Active, expected: &str) {
        let (composition, text) = (catalog.composition(), catalog.own_text());
        assert_eq!(shown(composition, text, active).unwrap_or_default(), expected, "{active:?}");
        assert_eq!(measure(composition, text, active), expected.encode_utf16().count(), "{active:?}");
        assert_eq!(shows_any(composition, text, active), !expected.is_empty(), "{active:?}");
    }

    /// What each of the eight active sets shows, where everything is published.
    fn check_all(catalog: &'static Catalog, expected: [&str; 8]) {
        for (toolsets, expected) in (0..).zip(expected) {
            check(catalog, Active::of_all(toolsets), expected);
        }
    }

    #[test]
    fn neighbours_take_the_widest_gap_between_them() {
        read_fields();
        let expected = [
            "",
            "alpha",
            "beta\n\n\n\nbeta",
            "alpha\n\n\nbeta\n\n\n\nbeta",
            "gamma",
            "alpha\n\n\n\ngamma",
            "beta\n\n\n\nbeta\n\ngamma",
            "alpha\n\n\nbeta\n\n\n\nbeta\n\ngamma",
        ];
        check_all(Siblings::CATALOG, expected);
        // Of two that are as wide the last.
        let expected = [
            "",
            "alpha",
            "beta",
            "alpha\n\nbeta",
            "gamma",
            "alpha\n \ngamma",
            "beta\n \ngamma",
            "alpha\n\nbeta\n \ngamma",
        ];
        check_all(Gaps::CATALOG, expected);
    }

    #[test]
    fn a_heading_goes_with_what_is_under_it() {
        let alone = "# Alone";
        let expected = [
            alone,
            alone,
            alone,
            "# alpha\n\n## beta\n\nBoth.\n\n# Alone",
            alone,
            "# alpha\n\n## Third\n\ngamma\n\n# Alone",
            alone,
            "# alpha\n\n## beta\n\nBoth.\n\n## Third\n\ngamma\n\n# Alone",
        ];
        check_all(Sections::CATALOG, expected);
        let head = "Tools:\n\n| a | b |\n|---|---|";
        let expected = [
            "",
            &format!("{head}\n| alpha | 𝄞 |"),
            &format!("{head}\n| beta | é |"),
            &format!("{head}\n| alpha | 𝄞 |\n| beta | é |"),
            "",
            &format!("{head}\n| alpha | 𝄞 |"),
            &format!("{head}\n| beta | é |"),
            &format!("{head}\n| alpha | 𝄞 |\n| beta | é |"),
        ];
        check_all(Table::CATALOG, expected);
    }

    #[test]
    fn items_are_counted_where_the_author_counts() {
        let expected = [
            "",
            "3. alpha\n\nThen:\n\n1. alpha",
            "3. beta\n\nThen:\n\n1. beta",
            "3. alpha\n4. beta\n\nThen:\n\n1. alpha\n1. beta",
            "3. gamma",
            "3. alpha\n4. gamma\n\nThen:\n\n1. alpha",
            "3. beta\n4. gamma\n\nThen:\n\n1. beta",
            "3. alpha\n4. beta\n5. gamma\n\nThen:\n\n1. alpha\n1. beta",
        ];
        check_all(Counted::CATALOG, expected);
        let expected = [
            "",
            "- First:\n  1. alpha",
            "- First:\n  1. beta\n- Second beta",
            "- First:\n  1. alpha\n  2. beta\n- Second beta\n  - alpha",
            "- gamma",
            "- First:\n  1. alpha\n- gamma",
            "- First:\n  1. beta\n- Second beta\n- gamma",
            "- First:\n  1. alpha\n  2. beta\n- Second beta\n  - alpha\n- gamma",
        ];
        check_all(Nested::CATALOG, expected);
    }

    #[test]
    fn names_that_match_come_in_the_order_of_every_list() {
        for (toolsets, published, expected) in [
            (0b000, 0b000, ""),
            (0b001, 0b001, "Any of go_on, go_by, go_far, go_away."),
            (0b010, 0b011, "Any of go_up."),
            (0b000, 0b110, "See b, c."),
            (0b011, 0b111, "Any of go_on, go_by, go_far, go_away, go_up.\n\nSee b, c."),
            (0b100, 0b101, "`gamma`, `{nothing}`."),
            (0b110, 0b111, "Any of go_up.\n\nSee b, c.\n\n`gamma`, `{nothing}`."),
        ] {
            check(Named::CATALOG, Active { toolsets, published }, expected);
        }
    }

    #[test]
    fn a_reference_is_held_by_what_is_active_or_published() {
        let active = Active { toolsets: 0b001, published: 0b011 };
        let needs = [0b000, 0b001, 0b010, 0b011, 0b100, 0b101];
        for (kind, expected) in [
            (Refers::Tool, [true, true, false, false, false, false]),
            (Refers::Glob, [false, true, false, true, false, true]),
            (Refers::Toolset, [false, true, true, true, false, true]),
        ] {
            let reference = Reference { hash: 0, name: "", kind, place: "" };
            assert_eq!(needs.map(|needs| active.holds(&reference, needs)), expected, "{kind:?}");
        }
    }

    #[test]
    fn each_passage_that_is_shown_is_told() {
        let (composition, text) = (Nested::CATALOG.composition(), Nested::CATALOG.own_text());
        // The list; an item, its text, its list of two; an item, its text, its list of one; an item and its text.
        for (toolsets, expected) in [
            (0b000, "- ------- ----- --"),
            (0b001, "+ +++++-- ----- --"),
            (0b010, "+ +++--++ ++--- --"),
            (0b100, "+ ------- ----- ++"),
            (0b111, "+ +++++++ +++++ ++"),
        ] {
            for before in [false, true] {
                let mut told = vec![before; text.passages.len()];
                Walk::new(composition, text, Active::of_all(toolsets), Page::new(&mut []), &mut told).all();
                let told: String = told.into_iter().map(|shown| if shown { '+' } else { '-' }).collect();
                assert_eq!(told, expected.replace(' ', ""), "{toolsets:03b}");
            }
        }
    }
}
