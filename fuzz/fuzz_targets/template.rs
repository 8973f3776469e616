//! Templates and URIs: which are whose, and what the variables stand for.
#![no_main]

use arbitrary::{Arbitrary, Result, Unstructured};

/// Two templates, and a URI that may be of one.
#[derive(Arbitrary, Debug)]
struct Case {
    one: Vec<Part>,
    other: Vec<Part>,
    uri: Uri,
}

#[derive(Arbitrary, Debug)]
enum Part {
    Variable,
    Literal(Literal),
}

/// A byte that a URI may hold: few of them, so that two are often the same.
#[derive(Debug)]
struct Literal(char);

impl Arbitrary<'_> for Literal {
    fn arbitrary(bytes: &mut Unstructured<'_>) -> Result<Self> {
        bytes.choose(&['a', 'b', '/', '2', '.', '%', 'C', '-', ':', '?', '~', '!']).copied().map(Self)
    }
}

#[derive(Arbitrary, Debug)]
enum Uri {
    /// Any text.
    Any(String),
    /// The first template, with these in the place of its variables.
    OfOne(Vec<Vec<Piece>>),
    OfOther(Vec<Vec<Piece>>),
}

#[derive(Arbitrary, Debug)]
enum Piece {
    Literal(Literal),
    Encoded(u8),
    Char(char),
}

/// The most variables that the macro accepts.
const VARIABLES: usize = 16;

/// A template as the macro accepts it.
fn template(parts: &[Part]) -> String {
    let mut template = String::from("x://");
    let mut variables = 0;
    for part in parts.iter().take(80) {
        match part {
            Part::Variable if template.ends_with('}') || variables == VARIABLES => {}
            Part::Variable => {
                template.push_str(&format!("{{v{variables}}}"));
                variables += 1;
            }
            Part::Literal(literal) => template.push(literal.0),
        }
    }
    template
}

fn filled(template: &str, values: &[Vec<Piece>]) -> String {
    let mut values = values.iter();
    let mut uri = String::new();
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        uri.push_str(before);
        for piece in values.next().map(Vec::as_slice).unwrap_or_default().iter().take(16) {
            match piece {
                Piece::Literal(literal) => uri.push(literal.0),
                Piece::Encoded(byte) => uri.push_str(&format!("%{byte:02x}")),
                Piece::Char(c) => uri.push(*c),
            }
        }
        rest = after.split_once('}').map_or("", |(_, rest)| rest);
    }
    uri + rest
}

libfuzzer_sys::fuzz_target!(|case: Case| {
    let (one, other) = (template(&case.one), template(&case.other));
    let uri = match &case.uri {
        Uri::Any(uri) => uri.chars().take(300).collect(),
        Uri::OfOne(values) => filled(&one, values),
        Uri::OfOther(values) => filled(&other, values),
    };
    pegboard::fuzzing::templates(&one, &other, &uri);
});
