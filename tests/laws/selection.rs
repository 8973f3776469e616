//! What holds of every query: it is read as the grammar says, and what was read is written in one form.

use std::collections::BTreeSet;

use arbitrary::{Arbitrary, Result, Unstructured};
use pegboard::{Declared, Selection};

/// The toolsets that there may be; the last has a word of the grammar for a name.
const TOOLSETS: [&str; 4] = ["alpha", "beta", "gamma", "only"];

/// What queries are made of, besides what nobody thought of.
const WORDS: [&str; 29] = [
    "alpha",
    "beta",
    "gamma",
    "only",
    "without",
    "toolsets",
    "scopes",
    "omega",
    "=",
    "&",
    ",",
    "+",
    "%",
    "%2",
    "%20",
    "%2C",
    "%26",
    "%3D",
    "%2B",
    "%25",
    "%61lpha",
    "%C3%A9",
    "%ff",
    "%1c",
    "%E2%80%83",
    " ",
    "\u{1f}",
    "\u{85}",
    "é",
];

/// A query, and where it is resolved.
#[derive(Arbitrary, Debug)]
pub(crate) struct Case {
    query: Vec<Word>,
    default_selection: Option<Vec<Word>>,
    ignores_scopes: bool,
    /// Of each toolset whether it is there, on by default, and always on.
    toolsets: [(bool, bool, bool); TOOLSETS.len()],
}

/// A piece of a query.
#[derive(Debug)]
enum Word {
    Known(&'static str),
    Byte(u8),
}

impl Arbitrary<'_> for Word {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        let byte = bytes.arbitrary::<u8>()?;
        // The upper half stands for words, so that one byte of the input is one piece.
        let word = usize::from(byte).checked_sub(128).and_then(|at| WORDS.get(at));
        Ok(match word {
            Some(word) => Self::Known(word),
            None if byte < 128 => Self::Byte(byte),
            None => Self::Byte(bytes.arbitrary()?),
        })
    }
}

fn written(words: &[Word]) -> Vec<u8> {
    let mut bytes = Vec::new();
    for word in words {
        match word {
            Word::Known(known) => bytes.extend_from_slice(known.as_bytes()),
            Word::Byte(byte) => bytes.push(*byte),
        }
    }
    bytes
}

impl Case {
    /// Panics where a law is broken.
    pub(crate) fn holds(&self) {
        let ignored: &[&str] = if self.ignores_scopes { &["scopes"] } else { &[] };
        let query = written(&self.query);
        let selection = Selection::from_query(&query, ignored);
        let read = Read::new(&query, ignored);
        assert_eq!(selection, read.selection(), "what the grammar says");
        let default_query = self.default_selection.as_deref().map(written);
        let default = default_query.as_deref().map(|query| Read::new(query, &[]));
        Self::is_written_in_one_form(&selection);
        Self::order_and_repetition_mean_nothing(&query, ignored, &selection);
        self.resolves(&selection, &read, default.as_ref());
    }

    fn is_written_in_one_form(selection: &Selection) {
        let text = selection.to_string();
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-._~%&=,".contains(&byte);
        assert!(text.bytes().all(is_plain), "{text:?} can stand in a URL and in a header");
        let again: Selection = text.parse().expect("every text is a query");
        assert_eq!((&again, again.to_string()), (selection, text), "what was written is what is read");
        assert_eq!(selection.says_nothing(), selection.to_string().is_empty());
    }

    fn order_and_repetition_mean_nothing(query: &[u8], ignored: &[&str], selection: &Selection) {
        // A piece by itself may be other text: bytes are text before they are split.
        let text = String::from_utf8_lossy(query).into_owned();
        let mut pieces: Vec<&str> = text.split('&').collect();
        pieces.reverse();
        let reversed = pieces.join("&");
        for other in [&reversed, &format!("{text}&{reversed}")] {
            assert_eq!(Selection::from_query(other.as_bytes(), ignored), *selection, "{other:?}");
        }
    }

    fn resolves(&self, selection: &Selection, read: &Read, default: Option<&Read>) {
        let there = TOOLSETS.into_iter().zip(self.toolsets).filter(|(_, (is_there, ..))| *is_there);
        let declared: Vec<Declared<'_>> =
            there.map(|(name, (_, default, always))| Declared { name, default, always }).collect();
        let default_selection = default.map(Read::selection);
        let resolution = selection.resolve(&declared, default_selection.as_ref());
        let active = declared.iter().enumerate().filter(|(at, _)| resolution.active() >> at & 1 == 1);
        let active: BTreeSet<&str> = active.map(|(_, toolset)| toolset.name).collect();
        let (expected, unknown) = default.filter(|_| read.says_nothing()).unwrap_or(read).resolved(&declared);
        assert_eq!((active, resolution.unknown()), (expected, &unknown));
        assert_eq!(resolution.active() >> declared.len(), 0, "nothing that is not declared is active");
    }
}

/// A query as the design's grammar reads it, sentence by sentence.
struct Read {
    named: BTreeSet<String>,
    only: Option<BTreeSet<String>>,
    without: BTreeSet<String>,
}

impl Read {
    fn new(query: &[u8], ignored: &[&str]) -> Self {
        let mut read = Self { named: BTreeSet::new(), only: None, without: BTreeSet::new() };
        for piece in String::from_utf8_lossy(query).split('&').filter(|piece| !piece.is_empty()) {
            let (key, value) = match piece.find('=') {
                Some(at) => (&piece[..at], &piece[at + 1..]),
                None => (piece, ""),
            };
            let key = trimmed(&decoded(key));
            if key.is_empty() || ignored.contains(&key.as_str()) {
                continue;
            }
            match key.as_str() {
                "toolsets" => read.named.extend(names(&decoded(value))),
                "without" => read.without.extend(names(&decoded(value))),
                "only" => read.only.get_or_insert_default().extend(names(&decoded(value))),
                _ => read.named.extend(names(&key)),
            }
        }
        read
    }

    fn says_nothing(&self) -> bool {
        self.named.is_empty() && self.only.is_none() && self.without.is_empty()
    }

    fn selection(&self) -> Selection {
        let base = self.only.as_ref().map_or_else(|| Ok(Selection::default()), Selection::only);
        let selection = base.and_then(|base| base.and_with(&self.named)?.and_without(&self.without));
        selection.expect("what is read can be written")
    }

    /// The active toolsets, and the unknown names.
    fn resolved<'a>(&'a self, declared: &[Declared<'a>]) -> (BTreeSet<&'a str>, BTreeSet<&'a str>) {
        let of = |holds: fn(&Declared<'_>) -> bool| -> BTreeSet<&'a str> {
            declared.iter().filter(|toolset| holds(toolset)).map(|toolset| toolset.name).collect()
        };
        let (all, always) = (of(|_| true), of(|toolset| toolset.always));
        let base: BTreeSet<&str> = match &self.only {
            Some(only) => all.iter().filter(|name| only.contains(**name)).copied().collect(),
            None => {
                let named = all.iter().filter(|name| self.named.contains(**name)).copied();
                of(|toolset| toolset.default).into_iter().chain(named).collect()
            }
        };
        let without = |name: &&str| self.without.contains(*name) && !always.contains(*name);
        let active = base.union(&always).filter(|name| !without(name)).copied().collect();
        let said = self.named.iter().chain(self.only.iter().flatten()).chain(&self.without);
        (active, said.map(String::as_str).filter(|name| !all.contains(name)).collect())
    }
}

fn decoded(text: &str) -> String {
    let digit = |byte: Option<&u8>| byte.and_then(|byte| char::from(*byte).to_digit(16));
    let text = text.as_bytes();
    let mut bytes = Vec::new();
    let mut at = 0;
    while at < text.len() {
        at += match (text[at], digit(text.get(at + 1)), digit(text.get(at + 2))) {
            (b'%', Some(high), Some(low)) => {
                bytes.extend(u8::try_from(16 * high + low));
                3
            }
            (byte, ..) => {
                bytes.push(if byte == b'+' { b' ' } else { byte });
                1
            }
        };
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

fn names(list: &str) -> Vec<String> {
    list.split([',', ' ']).map(trimmed).filter(|name| !name.is_empty()).collect()
}

fn trimmed(text: &str) -> String {
    let mut text: Vec<char> = text.chars().collect();
    while text.last().is_some_and(|last| is_white(*last)) {
        text.pop();
    }
    text.into_iter().skip_while(|first| is_white(*first)).collect()
}

/// Unicode's `White_Space` by its code points, and the four separators.
fn is_white(c: char) -> bool {
    matches!(u32::from(c),
        0x09..=0x0D | 0x1C..=0x20 | 0x85 | 0xA0 | 0x1680 | 0x2000..=0x200A | 0x2028 | 0x2029 | 0x202F | 0x205F | 0x3000)
}
