//! What holds of every text: it is cut without a word lost, and shows no name that is withheld.

// The macros' own cutter, which a proc-macro crate cannot export.
#[path = "../../macros/src/passage/cut.rs"]
pub(crate) mod cut;
#[path = "../../macros/src/passage/markdown.rs"]
mod markdown;
#[path = "../../macros/src/passage/references.rs"]
pub(crate) mod references;
#[allow(dead_code, reason = "declared URIs are judged by the macro alone")]
#[path = "../../macros/src/passage/uri.rs"]
mod uri;

use std::collections::BTreeSet;

use arbitrary::{Arbitrary, Result, Unstructured};
use cut::Cut;
use pegboard::{
    __private::{Passage, Piece, Reference, Refers, Shape, show},
    prelude::*,
};
use references::{Braces, Kind};

/// How many toolsets the server has; each has two tools.
pub(crate) const TOOLSETS: usize = 8;

macro_rules! eight {
    ($($type:ident $field:ident $name:literal $a:ident $b:ident $prompt:literal $uri:literal $template:literal;)*) => {
        $(
            struct $type;

            /// One of eight.
            #[toolset(name = $name)]
            impl $type {
                /// A prompt.
                #[prompt(name = $prompt)]
                fn prompt() -> &'static str {
                    $name
                }

                /// A resource.
                #[resource(uri = $uri)]
                fn resource() -> &'static str {
                    $name
                }

                /// A template.
                #[resource(uri_template = $template)]
                fn template(id: String) -> String {
                    id
                }

                /// The one.
                #[tool]
                fn $a() {}
                /// The other.
                #[tool]
                fn $b() {}
            }
        )*

        #[derive(Server)]
        #[server(name = "eight")]
        pub(crate) struct Eight { $($field: $type,)* }
    };
}

eight! {
    S0 s0 "s0" tool_0a tool_0b "plan_0" "x0://all" "x0://one/{id}";
    S1 s1 "s1" tool_1a tool_1b "plan_1" "x1://all" "x1://one/{id}";
    S2 s2 "s2" tool_2a tool_2b "plan_2" "x2://all" "x2://one/{id}";
    S3 s3 "s3" tool_3a tool_3b "plan_3" "x3://all" "x3://one/{id}";
    S4 s4 "s4" tool_4a tool_4b "plan_4" "x4://all" "x4://one/{id}";
    S5 s5 "s5" tool_5a tool_5b "plan_5" "x5://all" "x5://one/{id}";
    S6 s6 "s6" tool_6a tool_6b "plan_6" "x6://all" "x6://one/{id}";
    S7 s7 "s7" tool_7a tool_7b "plan_7" "x7://all" "x7://one/{id}";
}

/// Keeps what the runtime has only as constants.
pub(crate) trait Keep {
    fn all<T: 'static>(&mut self, values: Vec<T>) -> &'static [T];
    fn text(&mut self, text: String) -> &'static str;
}

/// A text as the runtime has it.
pub(crate) struct Text {
    passages: Vec<Passage>,
    references: Vec<Reference>,
}

/// A hash as the macros compute it: 128-bit FNV-1a.
fn hash(name: &str) -> u128 {
    name.bytes().fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    })
}

impl Text {
    /// Makes the constants that the macro would have written.
    pub(crate) fn new(cut: Cut, keep: &mut impl Keep) -> Self {
        let passages = cut.passages.into_iter().map(|cut| passage(cut, keep)).collect();
        let references = cut.references.into_iter().map(|named| reference(named, keep)).collect();
        Self { passages, references }
    }

    /// What these toolsets show of it.
    pub(crate) fn shown(&self, active: u128) -> String {
        let (shown, units) = show(Eight::CATALOG, &self.passages, &self.references, active);
        assert_eq!(units, shown.encode_utf16().count(), "what the compiler counts of {shown:?}");
        shown
    }
}

fn passage(cut: cut::Passage, keep: &mut impl Keep) -> Passage {
    let narrow = |at: usize| u16::try_from(at).expect("a small text");
    let shape = match cut.shape {
        cut::Shape::Leaf => Shape::Leaf,
        cut::Shape::Head => Shape::Head,
        cut::Shape::List => Shape::List,
        cut::Shape::Item { number, introduces } => {
            Shape::Item { number: number.map(|(before, first)| (keep.text(before), first)), introduces }
        }
    };
    let pieces = cut.pieces.into_iter().map(|piece| match piece {
        references::Piece::Text(text) => {
            let units = text.encode_utf16().count();
            Piece::Text(keep.text(text), units)
        }
        references::Piece::Names(at) => Piece::Names(narrow(at)),
    });
    let pieces = pieces.collect();
    let needs = cut.needs.into_iter().map(narrow).collect();
    let (pieces, references) = (keep.all(pieces), keep.all(needs));
    Passage { shape, pieces, references, inside: narrow(cut.inside), gap: keep.text(cut.gap) }
}

fn reference(named: references::Reference, keep: &mut impl Keep) -> Reference {
    let hash = match named.kind {
        // As the macros mark it.
        Kind::Prompt => hash(&named.name) ^ 0x70_726f_6d70_743a,
        _ => hash(&named.name),
    };
    let kind = match named.kind {
        Kind::Tool => Refers::Tool,
        Kind::Maybe => Refers::Maybe,
        Kind::Prompt => Refers::Prompt,
        Kind::Resource => Refers::Resource,
        Kind::Glob => Refers::Glob,
        Kind::Toolset => Refers::Toolset,
        Kind::Code => Refers::Code,
        Kind::Word => Refers::Word,
        Kind::Uri => Refers::Uri,
    };
    Reference { hash, kind, name: keep.text(named.name), place: "" }
}

/// What texts are made of, besides what nobody thought of.
const WORDS: [&str; 64] = [
    "\n",
    "\n\n",
    "\r\n",
    "\r",
    " ",
    "  ",
    "    ",
    "\t",
    "- ",
    "* ",
    "1. ",
    "2. ",
    "3) ",
    "007. ",
    "# ",
    "## ",
    "> ",
    "```\n",
    "~~~\n",
    "`",
    "``",
    "| a | b |\n|---|---|\n",
    "| ",
    "|",
    "[a]: x\n",
    "[a]",
    "<!-- x -->",
    "<div>\n",
    "</div>",
    "---\n",
    "===\n",
    ":",
    ":\n\n",
    "_",
    "**",
    "{",
    "}",
    "{{",
    "}}",
    "{?",
    "{=",
    "*}",
    "{prompt:",
    "{toolset:",
    "\\",
    "://",
    "http://x/",
    "/",
    ".",
    "-",
    ",",
    "(",
    ")",
    "é",
    "𝄞",
    "\u{a0}",
    "\u{2028}",
    "&nbsp;",
    "<",
    "![",
    "](",
    "1",
    "tool_",
    "no_such",
];

/// A text, and two selections of which the second holds the first.
#[derive(Arbitrary, Debug)]
pub(crate) struct Case {
    words: Vec<Word>,
    is_comment: bool,
    active: u8,
    more: u8,
}

/// A piece of a text.
#[derive(Debug)]
enum Word {
    Known(&'static str),
    /// What a toolset has: by its number, and which of its names.
    Name(u8, u8),
    Char(char),
}

impl Arbitrary<'_> for Word {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let byte = bytes.arbitrary::<u8>()?;
        Ok(match byte {
            0..128 => Self::Char(byte.into()),
            // The two lower bits are the toolset: few are more likely to meet.
            128..160 => Self::Name(byte & 3, byte >> 2 & 7),
            160..224 => Self::Known(WORDS[usize::from(byte - 160)]),
            _ => Self::Char(bytes.arbitrary()?),
        })
    }
}

/// A component, written in one of the ways that a text has.
fn named(at: u8, which: u8) -> String {
    match which {
        0 => format!("tool_{at}a"),
        1 => format!("{{tool_{at}a}}"),
        2 => format!("{{tool_{at}*}}"),
        3 => format!("plan_{at}"),
        4 => format!("{{prompt:plan_{at}}}"),
        5 => format!("x{at}://all"),
        6 => format!("{{x{at}://one/{{id}}}}"),
        _ => format!("{{?tool_{at}b}}"),
    }
}

fn written(words: &[Word]) -> String {
    let mut text = String::new();
    for word in words {
        match word {
            Word::Known(known) => text.push_str(known),
            Word::Char(c) => text.push(*c),
            Word::Name(at, which) => text += &named(*at, *which),
        }
    }
    text
}

impl Case {
    /// Panics where a law is broken.
    pub(crate) fn holds(&self, keep: &mut impl Keep) {
        let braces = if self.is_comment { Braces::Lenient } else { Braces::Strict };
        let author = written(&self.words);
        cut::plain(&author, braces);
        let cut = cut::cut(&author, braces);
        is_a_tree(&cut);
        stands_where_it_says(&cut, &author);
        let is_compiled = cut.odd.is_empty() && cut.references.iter().all(is_there);
        let has_globs = cut.references.iter().any(|named| named.kind == Kind::Glob);
        let text = Text::new(cut, keep);
        let (less, more) = (u128::from(self.active), u128::from(self.active | self.more));
        let of_less = text.shown(less);
        if !is_compiled {
            return;
        }
        names_nothing_withheld(&author, &of_less, less);
        // A glob shows other names in each, and the author's text has none of them.
        if !has_globs {
            is_part_of(&of_less, &text.shown(more));
            is_the_authors(&author, &text.shown(u128::MAX >> 8));
        }
    }
}

/// What lies inside of a passage lies inside of what that lies in, and each need is a reference.
fn is_a_tree(cut: &Cut) {
    let mut ends = vec![cut.passages.len()];
    for (at, passage) in cut.passages.iter().enumerate() {
        while ends.last() == Some(&at) {
            ends.pop();
        }
        let end = at + 1 + passage.inside;
        assert!(ends.last().is_some_and(|outer| end <= *outer), "passage {at} ends outside of its parent");
        if end > at + 1 {
            ends.push(end);
        }
        let needs: BTreeSet<usize> = passage.needs.iter().copied().collect();
        assert_eq!(needs.len(), passage.needs.len(), "each once");
        assert!(needs.last().is_none_or(|last| *last < cut.references.len()));
        for piece in &passage.pieces {
            if let references::Piece::Names(names) = piece {
                assert!(*names < cut.references.len());
            }
        }
    }
}

/// What a message would point at is there.
fn stands_where_it_says(cut: &Cut, author: &str) {
    for odd in &cut.odd {
        assert!(author[odd.at..].starts_with(&odd.text), "{odd:?}");
    }
    for named in &cut.references {
        let form = match named.kind {
            Kind::Maybe => "{?",
            Kind::Prompt => "{prompt:",
            Kind::Toolset => "{toolset:",
            Kind::Tool | Kind::Resource | Kind::Glob => "{",
            // In code it is in braces, and a word that may be a name by itself is not.
            Kind::Code | Kind::Word | Kind::Uri => "",
        };
        let rest = author[named.at..].strip_prefix(form).expect("it stands there");
        // A template's own braces are doubled where a text needs that.
        let bare = |text: &str| text.replace(['{', '}'], "");
        assert!(bare(rest).starts_with(&bare(&named.name)), "{named:?}");
    }
}

/// Whether a reference compiles, and its passage can be shown.
fn is_there(named: &references::Reference) -> bool {
    let is_of = |start: &str, ends: &[&str]| {
        let rest = named
            .name
            .strip_prefix(start)
            .and_then(|rest| rest.strip_prefix(|digit: char| ('0'..='7').contains(&digit)));
        rest.is_some_and(|rest| ends.contains(&rest))
    };
    match named.kind {
        Kind::Tool | Kind::Maybe => is_of("tool_", &["a", "b"]),
        Kind::Prompt => is_of("plan_", &[""]),
        Kind::Resource => is_of("x", &["://all", "://one/{id}"]),
        Kind::Toolset => is_of("s", &[""]),
        Kind::Glob | Kind::Code | Kind::Word | Kind::Uri => true,
    }
}

/// No word that stands by itself is the name of what is withheld, but where the author asked for the plain word.
fn names_nothing_withheld(author: &str, shown: &str, active: u128) {
    let is_word = |c: char| c.is_ascii_alphanumeric() || c == '_';
    // What is a part of a URI is no word.
    let words = shown.split(char::is_whitespace).filter(|word| !word.contains("://"));
    let words = words.flat_map(|word| word.split(|c| !is_word(c)));
    let uris = shown.split(char::is_whitespace).filter(|word| word.contains("://"));
    for word in words.chain(uris) {
        for toolset in (0..TOOLSETS).filter(|toolset| active >> toolset & 1 == 0) {
            let names = [
                format!("tool_{toolset}a"),
                format!("tool_{toolset}b"),
                format!("plan_{toolset}"),
                format!("x{toolset}://all"),
                format!("x{toolset}://one/{{id}}"),
                format!("x{toolset}://one/7"),
            ];
            let is_named = names.iter().any(|name| name == word);
            assert!(
                !is_named || author.contains(&format!("{{={word}")),
                "{word} is withheld and shown: {shown:?}"
            );
        }
    }
}

/// Every line of one text is a line of the other, in order, but for the numbers of items.
fn is_part_of(less: &str, more: &str) {
    fn lines(text: &str) -> impl Iterator<Item = String> {
        let lines = text.split('\n').map(str::trim).filter(|line| !line.is_empty());
        lines.map(|line| line.replace(|c: char| c.is_ascii_digit(), "#"))
    }
    let mut rest = lines(more);
    for line in lines(less) {
        // Numbers of more digits are more signs.
        let is_same = |other: &String| other.replace("##", "#") == line.replace("##", "#");
        assert!(rest.any(|other| is_same(&other)), "{line:?} of {less:?} is gone in {more:?}");
    }
}

/// With everything active, what is shown is the author's text in order; left out are braces, what says in them what a
/// name is, and blank lines around it all.
fn is_the_authors(author: &str, shown: &str) {
    let bytes = author.as_bytes();
    let is_blank = |text: &str| text.chars().all(char::is_whitespace);
    // All places up to which the author's text may have been shown.
    let mut places: BTreeSet<usize> = BTreeSet::new();
    let starts = author.match_indices(['\r', '\n']).map(|(at, _)| at + 1);
    places.extend(std::iter::once(0).chain(starts).take_while(|start| is_blank(&author[..*start])));
    for byte in shown.bytes() {
        let open: Vec<usize> = places.iter().copied().collect();
        for mut at in open {
            while let Some(length) = left_out(&bytes[at..]) {
                at += length;
                places.insert(at);
            }
        }
        places = places.into_iter().filter(|at| bytes.get(*at) == Some(&byte)).map(|at| at + 1).collect();
        assert!(!places.is_empty(), "{shown:?} is not {author:?}");
    }
    let ends = |at: &usize| {
        let rest = author[*at..].replace(['{', '}'], "");
        is_blank(&rest)
    };
    assert!(places.iter().any(ends), "{shown:?} ends before {author:?}");
}

/// How much may be left out at the start of a text.
fn left_out(text: &[u8]) -> Option<usize> {
    let forms: [&[u8]; 6] = [b"{prompt:", b"{toolset:", b"{?", b"{=", b"{", b"}"];
    forms.into_iter().find(|form| text.starts_with(form)).map(<[u8]>::len)
}
