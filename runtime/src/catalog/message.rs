//! The sentence of a mistake, put together by the compiler.

/// Text of bounded length; what does not fit is cut.
#[derive(Debug)]
pub(crate) struct Message {
    bytes: [u8; Self::CAPACITY],
    length: usize,
}

impl Message {
    const CAPACITY: usize = 1024;

    pub(crate) const fn new() -> Self {
        Self { bytes: [0; Self::CAPACITY], length: 0 }
    }

    /// A message that starts with these words.
    pub(crate) const fn new_with(text: &str) -> Self {
        let mut message = Self::new();
        message.say(text);
        message
    }

    /// Appends text.
    pub(crate) const fn say(&mut self, text: &str) {
        let text = text.as_bytes();
        let room = Self::CAPACITY - self.length;
        let length = if text.len() > room { room } else { text.len() };
        let (_, free) = self.bytes.split_at_mut(self.length);
        free.split_at_mut(length).0.copy_from_slice(text.split_at(length).0);
        self.length += length;
    }

    /// Appends a name in back-ticks.
    pub(crate) const fn name(&mut self, name: &str) {
        self.say("`");
        self.say(name);
        self.say("`");
    }

    /// Appends a number.
    pub(crate) const fn number(&mut self, number: usize) {
        if number >= 10 {
            self.number(number / 10);
        }
        let digits = "0123456789".as_bytes();
        let digit = [digits[number % 10]];
        if let Ok(digit) = str::from_utf8(&digit) {
            self.say(digit);
        }
    }

    /// The sentence; only a cut in the middle of a character could make it unreadable.
    pub(crate) const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => "a mistake whose message is too long to be shown",
        }
    }
}

/// Names longer than this are not compared.
const LONGEST: usize = 128;

/// How many bytes must be changed, or neighbours swapped, to make one name of another; case costs nothing.
pub(crate) const fn distance(left: &str, right: &str) -> usize {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    if left.len() > LONGEST || right.len() > LONGEST {
        return usize::MAX;
    }
    // The last three lines of the table of distances between beginnings.
    let mut rows = [[0; LONGEST + 1]; 3];
    let mut column = 0;
    while column <= right.len() {
        rows[2][column] = column;
        column += 1;
    }
    let mut line = 1;
    while line <= left.len() {
        rows = [rows[1], rows[2], [0; LONGEST + 1]];
        rows[2][0] = line;
        column = 1;
        while column <= right.len() {
            let same = equal(left[line - 1], right[column - 1]);
            let mut cost = rows[1][column - 1] + if same { 0 } else { 1 };
            cost = least(cost, least(rows[1][column], rows[2][column - 1]) + 1);
            if line > 1
                && column > 1
                && equal(left[line - 1], right[column - 2])
                && equal(left[line - 2], right[column - 1])
            {
                cost = least(cost, rows[0][column - 2] + 1);
            }
            rows[2][column] = cost;
            column += 1;
        }
        line += 1;
    }
    rows[2][right.len()]
}

const fn equal(one: u8, other: u8) -> bool {
    one.eq_ignore_ascii_case(&other)
}

const fn least(one: usize, other: usize) -> usize {
    if one < other { one } else { other }
}

/// How far a name may lie from another to be meant by it.
pub(crate) const fn reach(name: &str) -> usize {
    match name.len() / 3 {
        0 => 1,
        third if third > 3 => 3,
        third => third,
    }
}

/// The nearest of `known` to a misspelt `name`, if one is near enough to be meant.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = known.into_iter().map(|candidate| (distance(name, candidate), candidate));
    let near = near.filter(|(away, _)| *away <= reach(name)).min_by_key(|(away, _)| *away);
    near.map(|(_, candidate)| candidate)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_what_it_was_told_and_cuts_what_does_not_fit() {
        let mut message = Message::new();
        message.say("toolset ");
        message.name("geo");
        message.say(" holds ");
        message.number(1204);
        assert_eq!(message.text(), "toolset `geo` holds 1204");
        message.say(&"x".repeat(2000));
        assert_eq!(message.text().len(), Message::CAPACITY);
    }

    #[test]
    fn distances() {
        for (left, right, expected) in [
            ("", "", 0),
            ("geo", "geo", 0),
            ("Geo", "geo", 0),
            ("goe", "geo", 1),
            ("geo", "geos", 1),
            ("a", "", 1),
        ] {
            assert_eq!(distance(left, right), expected, "{left} {right}");
        }
        assert_eq!(distance(&"x".repeat(129), "x"), usize::MAX);
    }
}
