//! What a client asks for, as a value.

mod names;
mod query;
mod resolve;

use names::Names;
pub(crate) use query::pieces;
#[cfg(feature = "http")]
pub(crate) use query::text;
pub use resolve::{Declared, Resolution};

/// What a client asked for: lenient, since a wrong name is served without and reported.
///
/// **Selection is no access control.** Any client can select any published toolset. What a client
/// may reach is decided by the publication and by the authentication in front, never by the URL.
///
/// A selection is written as the query of a URL. `FromStr` reads one, `Display` writes it, and
/// the two are inverse:
///
/// ```
/// use pegboard::Selection;
///
/// let selection: Selection = "geo&without=math".parse().unwrap();
/// assert_eq!(selection, Selection::with(["geo"]).unwrap().and_without(["math"]).unwrap());
/// assert_eq!(selection.to_string(), "geo&without=math");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Selection {
    named: Names,
    /// Absent is not empty: `only=` asks for nothing.
    only: Option<Names>,
    without: Names,
}

/// A name that no query can say, since it would be read as another or as several.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "{name:?} cannot be written as one name in a query: it is empty, holds a comma or a space, or starts or ends with white space"
)]
pub struct UnwritableName {
    /// The name.
    pub name: String,
}

impl Selection {
    /// The defaults and these toolsets, as in `?geo`.
    pub fn with<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Result<Self, UnwritableName> {
        Ok(Self { named: written(names)?, ..Self::default() })
    }

    /// These toolsets alone, as in `?only=geo`.
    pub fn only<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Result<Self, UnwritableName> {
        Ok(Self { only: Some(written(names)?), ..Self::default() })
    }

    /// The same and these toolsets, as in `?only=geo&math`: with `only`, they change nothing.
    pub fn and_with<N: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Self, UnwritableName> {
        self.named = self.named.and(written(names)?);
        Ok(self)
    }

    /// The same without these toolsets, as in `?without=math`.
    pub fn and_without<N: Into<String>>(
        mut self,
        names: impl IntoIterator<Item = N>,
    ) -> Result<Self, UnwritableName> {
        self.without = self.without.and(written(names)?);
        Ok(self)
    }

    /// Whether it says nothing at all, so that a deployment's default selection takes its place.
    pub fn says_nothing(&self) -> bool {
        self.named.is_empty() && self.only.is_none() && self.without.is_empty()
    }

    /// How many names it holds.
    pub fn len(&self) -> usize {
        self.named.len() + self.only.as_ref().map_or(0, Names::len) + self.without.len()
    }

    /// Whether it holds no name; `only=` holds none and still says something.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

fn written<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Result<Names, UnwritableName> {
    let names: Result<Vec<String>, _> = names
        .into_iter()
        .map(|name| {
            let name = name.into();
            if query::is_writable(&name) { Ok(name) } else { Err(UnwritableName { name }) }
        })
        .collect();
    names.map(Names::from)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(names: &[&str]) -> Names {
        names.iter().map(ToString::to_string).collect::<Vec<_>>().into()
    }

    #[test]
    fn what_was_asked_for_is_kept_apart() {
        let named = Selection { named: set(&["a"]), ..Selection::default() };
        assert_eq!(Selection::with(["a"]), Ok(named.clone()));
        let more = Selection { named: set(&["a", "b"]), ..Selection::default() };
        assert_eq!(named.clone().and_with(["b"]), Ok(more));
        let without = Selection { without: set(&["b"]), ..named.clone() };
        assert_eq!(named.clone().and_without(["b"]), Ok(without));
        let only = Selection { only: Some(set(&["a"])), ..Selection::default() };
        assert_eq!(Selection::only(["a"]), Ok(only));
        let unwritable = UnwritableName { name: "a,b".into() };
        assert_eq!(named.clone().and_with(["b", "a,b"]), Err(unwritable.clone()));
        assert_eq!(named.and_without(["a,b"]), Err(unwritable.clone()));
        assert_eq!(
            unwritable.to_string(),
            "\"a,b\" cannot be written as one name in a query: it is empty, holds a comma or a space, or starts or \
             ends with white space"
        );
    }

    #[test]
    fn names_are_counted_and_none_may_still_say_something() {
        for (query, says_nothing, length) in [
            ("", true, 0),
            ("only=", false, 0),
            ("a", false, 1),
            ("only=a", false, 1),
            ("without=a", false, 1),
            ("a&only=a,b&without=a,b,c,d", false, 7),
        ] {
            let selection: Selection = query.parse().expect("every text is a query");
            let found = (selection.says_nothing(), selection.len(), selection.is_empty());
            assert_eq!(found, (says_nothing, length, length == 0), "{query}");
        }
    }
}
