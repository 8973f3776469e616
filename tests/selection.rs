//! The grammar of the URL: what the original system answers, and what holds for all queries.

use std::collections::BTreeSet;

use pegboard::{Declared, Selection};
use proptest::prelude::*;
use serde::Deserialize;

#[derive(Deserialize)]
struct Case {
    id: u32,
    declared: Vec<Toolset>,
    query: String,
    /// Where the query is no text.
    query_bytes_hex: Option<String>,
    ignore: Vec<String>,
    default_selection: Option<String>,
    active: Vec<String>,
    unknown: Vec<String>,
}

#[derive(Clone, Debug, Deserialize)]
struct Toolset {
    name: String,
    default: bool,
    always: bool,
}

fn bytes(hexadecimal: &str) -> Vec<u8> {
    let digits: Vec<u32> = hexadecimal.chars().map(|digit| digit.to_digit(16).expect("a digit")).collect();
    digits.chunks(2).map(|pair| u8::try_from(pair[0] * 16 + pair[1]).expect("a byte")).collect()
}

fn declared(toolsets: &[Toolset]) -> Vec<Declared<'_>> {
    let declared = toolsets.iter().map(|toolset| Declared {
        name: &toolset.name,
        default: toolset.default,
        always: toolset.always,
    });
    declared.collect()
}

fn names(toolsets: &[Toolset], bits: u128) -> BTreeSet<String> {
    let active = toolsets.iter().enumerate().filter(|(at, _)| bits >> at & 1 == 1);
    active.map(|(_, toolset)| toolset.name.clone()).collect()
}

#[test]
fn every_vector_gives_what_the_original_system_gave() {
    let cases: Vec<Case> = serde_json::from_str(include_str!("vectors/selection.json")).expect("the vectors");
    assert_eq!(cases.len(), 731);
    for case in cases {
        // A name that is declared again is the same toolset: the first declaration counts.
        let mut toolsets: Vec<Toolset> = Vec::new();
        for toolset in case.declared {
            if toolsets.iter().all(|known| known.name != toolset.name) {
                toolsets.push(toolset);
            }
        }
        let query = case.query_bytes_hex.as_deref().map_or(case.query.clone().into_bytes(), bytes);
        let selection = Selection::from_query(&query, &case.ignore);
        let default: Option<Selection> =
            case.default_selection.map(|text| text.parse().expect("every text is a selection"));
        let declared = declared(&toolsets);
        let resolution = selection.resolve(&declared, default.as_ref());
        let active: Vec<String> = names(&toolsets, resolution.active()).into_iter().collect();
        let unknown: Vec<&str> = resolution.unknown().iter().copied().collect();
        assert_eq!(
            (active, unknown),
            (case.active, case.unknown.iter().map(String::as_str).collect()),
            "{}",
            case.id
        );
    }
}

/// Toolsets of distinct names, up to six.
fn toolsets() -> impl Strategy<Value = Vec<Toolset>> {
    let flags = prop::collection::vec((any::<bool>(), any::<bool>()), 0..6);
    flags.prop_map(|flags| {
        let named = ["a", "b", "c", "only", "d-e", "f_g"].into_iter().zip(flags);
        named.map(|(name, (default, always))| Toolset { name: name.into(), default, always }).collect()
    })
}

/// Queries in the neighbourhood of the grammar.
fn query() -> impl Strategy<Value = String> {
    let key = prop::sample::select(vec![
        "a", "b", "c", "d-e", "only", "without", "toolsets", "Only", "%61", "x", "", "+", "%", "%2C", "é",
    ]);
    let value =
        prop::sample::select(vec!["", "a", "b,c", "a+x", "only", "%20", "a%2Cb", "%C3%A9", "=", "%zz"]);
    let piece = (key, prop::option::of(value)).prop_map(|(key, value)| match value {
        Some(value) => format!("{key}={value}"),
        None => key.to_owned(),
    });
    prop::collection::vec(piece, 0..6).prop_map(|pieces| pieces.join("&"))
}

/// A name that a query can say.
fn name() -> impl Strategy<Value = String> {
    prop_oneof![
        prop::sample::select(vec![
            "a", "only", "without", "toolsets", "%61", "a=b", "a&b", "é", "a\tb", "\u{fffd}"
        ])
        .prop_map(str::to_owned),
        any::<String>(),
    ]
    .prop_filter("writable", |name| Selection::with([name.as_str()]).is_ok())
}

fn selection() -> impl Strategy<Value = Selection> {
    let names = || prop::collection::vec(name(), 0..4);
    (names(), prop::option::of(names()), names()).prop_map(|(named, only, without)| {
        let base = only.map_or_else(|| Ok(Selection::default()), Selection::only);
        let selection = base.and_then(|base| base.and_with(named)?.and_without(without));
        selection.expect("the names are writable")
    })
}

proptest! {
    #[test]
    fn any_bytes_have_a_meaning(query in prop::collection::vec(any::<u8>(), 0..200), toolsets in toolsets()) {
        let selection = Selection::from_query(&query, &["x"]);
        selection.resolve(&declared(&toolsets), None);
        prop_assert_eq!(selection.to_string().parse::<Selection>(), Ok(selection));
    }

    #[test]
    fn writing_and_reading_are_inverse(selection in selection()) {
        prop_assert_eq!(selection.to_string().parse::<Selection>(), Ok(selection));
    }

    #[test]
    fn order_and_repetition_mean_nothing(query in query(), toolsets in toolsets()) {
        let read = |query: &str| query.parse::<Selection>().expect("every text is a selection");
        let mut pieces: Vec<&str> = query.split('&').collect();
        pieces.reverse();
        let reversed = pieces.join("&");
        let repeated = format!("{query}&{query}");
        prop_assert_eq!(read(&query), read(&reversed));
        prop_assert_eq!(read(&query), read(&repeated));
        let backwards: Vec<Toolset> = toolsets.iter().rev().cloned().collect();
        let selection = read(&query);
        let forwards = names(&toolsets, selection.resolve(&declared(&toolsets), None).active());
        prop_assert_eq!(forwards, names(&backwards, selection.resolve(&declared(&backwards), None).active()));
    }

    #[test]
    fn nothing_removes_what_is_always_on(query in query(), default in query(), toolsets in toolsets()) {
        let selection: Selection = query.parse().expect("every text is a selection");
        let default: Selection = default.parse().expect("every text is a selection");
        let active = names(&toolsets, selection.resolve(&declared(&toolsets), Some(&default)).active());
        for toolset in toolsets.iter().filter(|toolset| toolset.always) {
            prop_assert!(active.contains(&toolset.name));
        }
    }
}
