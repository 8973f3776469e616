//! What a walk over a text writes: counted always, and written where there is room.

/// A page that is written from its start.
pub(super) struct Page<'a> {
    /// Empty where the page is only counted.
    bytes: &'a mut [u8],
    at: Mark,
    most: usize,
    /// Where the text starts that is written now.
    start: usize,
    writes: Writes,
}

/// How a text is written.
#[derive(Clone, Copy)]
enum Writes {
    Plain,
    /// As the inside of a string of JSON.
    Json,
}

/// How far a page is written.
#[derive(Clone, Copy)]
pub(super) struct Mark {
    bytes: usize,
    /// UTF-16 units.
    units: usize,
    /// How many of the last bytes end lines.
    ends: usize,
}

impl<'a> Page<'a> {
    pub(super) const fn new(bytes: &'a mut [u8]) -> Self {
        let at = Mark { bytes: 0, units: 0, ends: 0 };
        Self { bytes, at, most: 0, start: 0, writes: Writes::Plain }
    }

    /// Whether nothing is written.
    pub(super) const fn is_counted(&self) -> bool {
        self.bytes.is_empty()
    }

    pub(super) const fn mark(&self) -> Mark {
        self.at
    }

    /// Takes back what was written since.
    pub(super) const fn back_to(&mut self, mark: Mark) {
        self.at = mark;
    }

    /// Appends a text as a string of JSON, whole.
    pub(super) const fn write_string(&mut self, text: &str) {
        self.put(b"\"");
        self.put_escaped(text.as_bytes());
        self.put(b"\"");
    }

    /// Starts a string of JSON, whose text what follows is.
    pub(super) const fn open(&mut self) {
        self.put(b"\"");
        self.start = self.at.bytes;
        self.at.ends = 0;
        self.writes = Writes::Json;
    }

    /// Ends it, without the ends of lines at its end.
    pub(super) const fn close(&mut self) {
        self.at.bytes -= self.at.ends;
        self.at.ends = 0;
        self.writes = Writes::Plain;
        self.put(b"\"");
    }

    /// Appends a text of so many UTF-16 units; a text starts with no end of a line.
    pub(super) const fn write(&mut self, text: &str, units: usize) {
        let mut text = text.as_bytes();
        let mut units = units;
        while self.at.bytes == self.start
            && let Some((b'\r' | b'\n', rest)) = text.split_first()
        {
            text = rest;
            units -= 1;
        }
        let ends = ends(text);
        let all = ends == text.len();
        let ends = match self.writes {
            Writes::Plain => {
                self.put(text);
                ends
            }
            Writes::Json => {
                self.put_escaped(text);
                // Each as `\n`.
                2 * ends
            }
        };
        self.at.units += units;
        self.at.ends = if all { self.at.ends + ends } else { ends };
    }

    /// Appends bytes as they are.
    pub(super) const fn put(&mut self, text: &[u8]) {
        let end = self.at.bytes + text.len();
        if end <= self.bytes.len() {
            let (_, free) = self.bytes.split_at_mut(self.at.bytes);
            free.split_at_mut(text.len()).0.copy_from_slice(text);
        }
        self.at.bytes = end;
        if end > self.most {
            self.most = end;
        }
    }

    /// Appends bytes as the inside of a string of JSON: what stands for itself in one piece, since the compiler counts steps.
    const fn put_escaped(&mut self, text: &[u8]) {
        let mut rest = text;
        while !rest.is_empty() {
            let mut plain = 0;
            while plain < rest.len() && !is_escaped(rest[plain]) {
                plain += 1;
            }
            let (piece, after) = rest.split_at(plain);
            self.put(piece);
            rest = match after.split_first() {
                Some((byte, after)) => {
                    self.escape(*byte);
                    after
                }
                None => after,
            };
        }
    }

    /// Appends a byte as `serde_json` writes it in a string.
    const fn escape(&mut self, byte: u8) {
        let digits = b"0123456789abcdef";
        match byte {
            b'"' => self.put(b"\\\""),
            b'\\' => self.put(b"\\\\"),
            b'\n' => self.put(b"\\n"),
            b'\r' => self.put(b"\\r"),
            b'\t' => self.put(b"\\t"),
            0x08 => self.put(b"\\b"),
            0x0C => self.put(b"\\f"),
            0..0x20 => self.put(&[
                b'\\',
                b'u',
                b'0',
                b'0',
                digits[(byte >> 4) as usize],
                digits[(byte & 15) as usize],
            ]),
            byte => self.put(&[byte]),
        }
    }

    /// How many bytes are written.
    pub(super) const fn length(&self) -> usize {
        self.at.bytes
    }

    /// Appends a number.
    pub(super) const fn write_number(&mut self, number: u64) {
        if number >= 10 {
            self.write_number(number / 10);
        }
        let digits = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"];
        self.write(digits[(number % 10) as usize], 1);
    }

    /// The most bytes that were written at any time.
    pub(super) fn most(&self) -> usize {
        self.most
    }

    /// How many bytes there are before the last ends of lines.
    pub(super) fn trimmed_length(&self) -> usize {
        self.at.bytes - self.at.ends
    }

    /// The same in UTF-16 units.
    pub(super) const fn trimmed_units(&self) -> usize {
        self.at.units - self.at.ends
    }
}

/// Whether a byte does not stand for itself in a string of JSON.
const fn is_escaped(byte: u8) -> bool {
    byte < 0x20 || byte == b'"' || byte == b'\\'
}

/// How many bytes at the end of a text end lines.
const fn ends(mut text: &[u8]) -> usize {
    let mut ends = 0;
    while let Some((b'\r' | b'\n', rest)) = text.split_last() {
        text = rest;
        ends += 1;
    }
    ends
}

/// The length of a text as most clients count it.
pub(super) const fn utf16(text: &str) -> usize {
    let text = text.as_bytes();
    let mut units = 0;
    let mut at = 0;
    while at < text.len() {
        units += match text[at] {
            // The rest of a character.
            0x80..=0xBF => 0,
            0xF0..=0xFF => 2,
            _ => 1,
        };
        at += 1;
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_are_those_of_utf_16() {
        for text in ["", "geo", "é", "中文", "a𝄞b"] {
            assert_eq!(utf16(text), text.encode_utf16().count(), "{text}");
        }
    }

    #[test]
    fn a_page_is_counted_as_it_is_written() {
        let mut bytes = [0; 32];
        let mut page = Page::new(&mut bytes);
        page.write("\n\na𝄞\r\n", 7);
        let mark = page.mark();
        page.write("taken back", 10);
        page.back_to(mark);
        page.write_number(120);
        page.write("\n\n", 2);
        page.write("\r\n", 2);
        assert_eq!((page.trimmed_length(), page.trimmed_units(), page.most()), (10, 8, 17));
        assert_eq!(bytes[..10], *"a𝄞\r\n120".as_bytes());
    }

    #[test]
    fn a_page_without_room_is_counted_alone() {
        let mut page = Page::new(&mut []);
        page.write("ab\n", 3);
        assert_eq!((page.trimmed_length(), page.trimmed_units(), page.most()), (2, 2, 3));
    }

    #[test]
    fn a_page_takes_what_fits_and_counts_the_rest() {
        let mut bytes = [0; 3];
        let mut page = Page::new(&mut bytes);
        assert!(!page.is_counted());
        page.put(b"ab");
        page.put(b"cd");
        page.put(b"e");
        assert_eq!((page.length(), page.most()), (5, 5));
        assert_eq!(bytes, *b"ab\0");
        let mut page = Page::new(&mut bytes);
        page.put(b"ab");
        page.put(b"c");
        assert_eq!((page.length(), page.most()), (3, 3));
        assert_eq!(bytes, *b"abc");
        assert!(Page::new(&mut []).is_counted());
    }

    #[test]
    fn a_string_is_escaped_as_serde_json_does_it() {
        let text: String = (0..128_u8).map(char::from).chain(['é', '𝄞']).collect();
        let mut bytes = [0; 512];
        let mut page = Page::new(&mut bytes);
        page.write_string(&text);
        let length = page.length();
        let expected = serde_json::to_string(&text).expect("JSON");
        assert_eq!(str::from_utf8(&bytes[..length]), Ok(expected.as_str()));
    }

    #[test]
    fn a_text_in_a_string_loses_the_ends_of_lines_around_it() {
        let mut bytes = [0; 64];
        let mut page = Page::new(&mut bytes);
        page.put(b"[\n");
        for _ in 0..2 {
            page.open();
            page.write("\n", 1);
            page.write("\r\n\"a\n", 5);
            page.write("\n\r", 2);
            page.write("b\n", 2);
            page.write("\n", 1);
            page.close();
            page.write("\n", 1);
        }
        let length = page.length();
        let expected = "[\n\"\\\"a\\n\\n\\rb\"\n\"\\\"a\\n\\n\\rb\"\n";
        assert_eq!(str::from_utf8(&bytes[..length]), Ok(expected));
    }
}
