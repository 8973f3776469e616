//! A selection as the query of a URL: bytes to names, and back.

use std::{borrow::Cow, convert::Infallible, fmt, str::FromStr};

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode, utf8_percent_encode};

use super::Selection;

/// The words of the grammar, which as a key mean something else than a toolset of that name.
const RESERVED: [&str; 3] = ["toolsets", "only", "without"];

/// What a query says plainly (RFC 3986, unreserved).
const ENCODED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

impl Selection {
    /// Reads the raw bytes of a query; a piece whose key is one of `ignored` says nothing.
    ///
    /// Any bytes have a meaning, and reading takes time in proportion to their number.
    ///
    /// ```
    /// use pegboard::Selection;
    ///
    /// let selection = Selection::from_query(b"scopes=all&geo", &["scopes"]);
    /// assert_eq!(selection, Selection::with(["geo"]).unwrap());
    /// ```
    pub fn from_query(query: &[u8], ignored: &[impl AsRef<str>]) -> Self {
        let (mut named, mut only, mut without) = (Vec::new(), None, Vec::new());
        for (key, value) in pieces(&text(query), ignored) {
            match &*key {
                "toolsets" => named.extend(names(&value)),
                "only" => only.get_or_insert_with(Vec::new).extend(names(&value)),
                "without" => without.extend(names(&value)),
                list => named.extend(names(list)),
            }
        }
        Self { named: named.into(), only: only.map(Into::into), without: without.into() }
    }
}

/// Bytes as text; what is no UTF-8 is replaced.
pub(crate) fn text(bytes: &[u8]) -> Cow<'_, str> {
    // Nearly all of them are, and that is seen sooner than what is not is found.
    str::from_utf8(bytes).map_or_else(|_| String::from_utf8_lossy(bytes), Cow::Borrowed)
}

/// The keys that say something, and their values, decoded.
pub(crate) fn pieces<'q>(
    query: &'q str,
    ignored: &[impl AsRef<str>],
) -> impl Iterator<Item = (Cow<'q, str>, Cow<'q, str>)> {
    // Hardly any query has something to decode.
    let is_plain = !query.bytes().any(|byte| matches!(byte, b'+' | b'%'));
    let decoded = move |text| if is_plain { Cow::Borrowed(text) } else { decoded(text) };
    query.split('&').filter(|piece| !piece.is_empty()).filter_map(move |piece| {
        let (key, value) = piece.split_once('=').unwrap_or((piece, ""));
        let key = match decoded(key) {
            Cow::Borrowed(key) => Cow::Borrowed(trim(key)),
            Cow::Owned(key) => Cow::Owned(trim(&key).to_owned()),
        };
        let says = !key.is_empty() && ignored.iter().all(|ignored| ignored.as_ref() != key);
        says.then(|| (key, decoded(value)))
    })
}

/// `+` is a space; then each `%` with two hexadecimal digits is a byte, once.
fn decoded(text: &str) -> Cow<'_, str> {
    let spaced = text.replace('+', " ");
    Cow::Owned(percent_decode(spaced.as_bytes()).decode_utf8_lossy().into_owned())
}

fn names(list: &str) -> impl Iterator<Item = String> {
    list.split([',', ' ']).map(trim).filter(|name| !name.is_empty()).map(str::to_owned)
}

/// Without white space at the ends: Unicode's, and the four separators that are none there.
fn trim(text: &str) -> &str {
    text.trim_matches(|c: char| c.is_whitespace() || ('\u{1c}'..='\u{1f}').contains(&c))
}

/// Whether reading what was written gives the same one name.
pub(super) fn is_writable(name: &str) -> bool {
    !name.is_empty() && !name.contains([',', ' ']) && trim(name) == name
}

impl FromStr for Selection {
    type Err = Infallible;

    /// Reads a query without its `?`; every text is one.
    fn from_str(query: &str) -> Result<Self, Infallible> {
        const NONE: &[&str] = &[];
        Ok(Self::from_query(query.as_bytes(), NONE))
    }
}

impl fmt::Display for Selection {
    /// Writes the query, sorted: `geo&math&toolsets=only&only=…&without=…`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut pieces = Pieces { f, first: true };
        let is_reserved = |name: &&String| RESERVED.contains(&name.as_str());
        for name in self.named.iter().filter(|name| !is_reserved(name)) {
            pieces.piece("", [name])?;
        }
        let mut reserved = self.named.iter().filter(is_reserved).peekable();
        if reserved.peek().is_some() {
            pieces.piece("toolsets=", reserved)?;
        }
        if let Some(only) = &self.only {
            pieces.piece("only=", only.iter())?;
        }
        if !self.without.is_empty() {
            pieces.piece("without=", self.without.iter())?;
        }
        Ok(())
    }
}

/// Writes pieces with `&` between them.
struct Pieces<'a, 'f> {
    f: &'a mut fmt::Formatter<'f>,
    first: bool,
}

impl Pieces<'_, '_> {
    fn piece<'n>(&mut self, key: &str, names: impl IntoIterator<Item = &'n String>) -> fmt::Result {
        if !std::mem::replace(&mut self.first, false) {
            self.f.write_str("&")?;
        }
        self.f.write_str(key)?;
        for (at, name) in names.into_iter().enumerate() {
            if at > 0 {
                self.f.write_str(",")?;
            }
            for chunk in utf8_percent_encode(name, ENCODED) {
                self.f.write_str(chunk)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::selection::names::Names;

    fn read(query: &str) -> Selection {
        query.parse().expect("every text is a query")
    }

    #[test]
    fn a_query_is_written_in_one_form() {
        for (query, written) in [
            ("", ""),
            ("&&=x&%20=y", ""),
            ("geo", "geo"),
            ("b&a,c&a=0", "a&b&c"),
            ("toolsets=only,geo", "geo&toolsets=only"),
            ("only=", "only="),
            ("only=b+a&only", "only=a,b"),
            ("without=", ""),
            ("without=x&geo", "geo&without=x"),
            ("%C3%A9", "%C3%A9"),
            ("a%2Cb", "a&b"),
            ("%61%zz", "a%25zz"),
            ("a%09b", "a%09b"),
        ] {
            assert_eq!(read(query).to_string(), written, "{query}");
            assert_eq!(read(written), read(query), "{query}");
        }
    }

    #[test]
    fn invalid_utf8_is_replaced_before_and_after_decoding() {
        let selection = Selection::from_query(b"a\xff&b%FF", &[""; 0]);
        assert_eq!(selection, Selection::with(["a\u{fffd}", "b\u{fffd}"]).expect("writable"));
    }

    #[test]
    fn a_name_that_would_be_read_otherwise_is_refused() {
        for name in ["", "a,b", "a b", " a", "a\u{1c}", "a\u{2003}"] {
            assert!(Selection::with([name]).is_err(), "{name:?}");
            assert!(Selection::only([name]).is_err(), "{name:?}");
        }
    }

    #[test]
    fn pieces_say_something_unless_their_key_is_empty_or_ignored() {
        let query = "&=x&+=y&geo&&%73copes=a&Scopes=b+c&scopes&+scope%73+&only=%41=&trace";
        let pieces: Vec<_> = pieces(query, &["scopes", "trace"]).collect();
        assert_eq!(
            pieces,
            [("geo", ""), ("Scopes", "b c"), ("only", "A=")].map(|(key, value)| (key.into(), value.into()))
        );
        let selection = Selection::from_query(query.as_bytes(), &["scopes", "trace"]);
        let only = Some(vec!["A=".to_owned()].into());
        let named = vec!["geo".to_owned(), "Scopes".to_owned()].into();
        assert_eq!(selection, Selection { named, only, without: Names::default() });
    }
}
