//! What a client wrote, cut to what an answer or a line of the log repeats of it.

/// How many names are repeated, and how many characters of each.
pub(crate) const NAMES: usize = 16;
pub(crate) const CHARACTERS: usize = 64;

/// The beginning, as it came.
pub(crate) fn cut(text: &str) -> String {
    text.chars().take(CHARACTERS).collect()
}

/// The beginning in quotation marks, escaped.
pub(crate) fn escaped(text: &str) -> String {
    format!("{:?}", cut(text))
}
