//! The publication: the toolsets that an instance has at all, as its operator decided.

use std::{collections::BTreeSet, str::FromStr};

use crate::{
    catalog::{
        Catalog,
        composition::{Mask, bit},
        nearest,
    },
    deployment_error::{Mistake, Unknown},
};

/// The toolsets that an instance has at all.
///
/// Strict, where a selection is lenient: a wrong one stops the start. What is not named is as if the server had
/// never had it, and no URL brings it back.
///
/// ```
/// use pegboard::Publication;
///
/// let publication: Publication = "search, pathway".parse().unwrap();
/// assert_eq!(publication, Publication::only(["pathway", "search"]));
/// assert!(" , ".parse::<Publication>().is_err(), "set but empty is not unset");
/// assert_eq!(Publication::default(), Publication::Everything);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Publication {
    /// All that the server has.
    #[default]
    Everything,
    /// These alone. None at all is a mistake, which the start is refused for.
    Only(BTreeSet<String>),
}

/// A publication that is said and names no toolset.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it is set but names no toolset")]
pub struct NamesNothing;

impl Publication {
    /// These toolsets alone.
    pub fn only<N: Into<String>>(names: impl IntoIterator<Item = N>) -> Self {
        Self::Only(names.into_iter().map(Into::into).collect())
    }

    /// The published toolsets, or all that is wrong with them. `by` is what the operator wrote it in.
    pub(crate) fn resolve(&self, catalog: &Catalog, by: &str) -> Result<Mask, Mistake> {
        let known: Vec<&'static str> = catalog.toolsets().map(|toolset| toolset.name()).collect();
        let Self::Only(names) = self else {
            return Ok((0..known.len()).fold(0, |mask, at| mask | bit(at)));
        };
        let listed = || known.join(", ");
        if names.is_empty() {
            return Err(Mistake::PublishesNothing { by: by.to_owned(), known: listed() });
        }
        let mut published = 0;
        let mut unknown = Vec::new();
        for name in names {
            match known.iter().position(|known| known == name) {
                Some(at) => published |= bit(at),
                None => unknown.push(Unknown {
                    name: name.clone(),
                    nearest: nearest(name, known.iter().copied()).map(str::to_owned),
                }),
            }
        }
        if unknown.is_empty() {
            return Ok(published);
        }
        Err(Mistake::Publishes { by: by.to_owned(), unknown, known: listed() })
    }
}

impl<N: Into<String>, const COUNT: usize> From<[N; COUNT]> for Publication {
    fn from(names: [N; COUNT]) -> Self {
        Self::only(names)
    }
}

impl<N: Into<String>> From<Vec<N>> for Publication {
    fn from(names: Vec<N>) -> Self {
        Self::only(names)
    }
}

/// `None` is everything; some of nothing is a mistake.
impl<P: Into<Self>> From<Option<P>> for Publication {
    fn from(publication: Option<P>) -> Self {
        publication.map_or(Self::Everything, Into::into)
    }
}

/// Names separated by commas or ASCII white space.
impl FromStr for Publication {
    type Err = NamesNothing;

    fn from_str(text: &str) -> Result<Self, NamesNothing> {
        let separates = |c: char| c == ',' || c.is_ascii_whitespace();
        let names: BTreeSet<String> =
            text.split(separates).filter(|name| !name.is_empty()).map(str::to_owned).collect();
        if names.is_empty() { Err(NamesNothing) } else { Ok(Self::Only(names)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::prelude::*;

    struct Three;

    /// Three toolsets.
    #[toolset(name = "geo", default = false)]
    #[toolset(name = "journal", always)]
    #[toolset(name = "math")]
    impl Three {
        /// A tool.
        #[tool(toolset = "geo")]
        fn in_geo() {}
        /// A tool.
        #[tool(toolset = "journal")]
        fn in_journal() {}
        /// A tool.
        #[tool(toolset = "math")]
        fn in_math() {}
    }

    #[derive(Server)]
    #[server(name = "three")]
    struct Host {
        three: Three,
    }

    #[test]
    fn a_publication_is_its_toolsets_or_every_mistake_in_it() {
        let _ = Host { three: Three }.three;
        let known = || "geo, journal, math".to_owned();
        let by = || "--publish".to_owned();
        let unknown = vec![
            Unknown { name: "elsewhere".into(), nearest: None },
            Unknown { name: "maht".into(), nearest: Some("math".into()) },
        ];
        for (publication, expected) in [
            (Publication::Everything, Ok(0b111)),
            (Publication::only(["math", "geo"]), Ok(0b101)),
            (Publication::only(["journal"]), Ok(0b010)),
            (Publication::only([""; 0]), Err(Mistake::PublishesNothing { by: by(), known: known() })),
            (
                Publication::only(["maht", "geo", "elsewhere"]),
                Err(Mistake::Publishes { by: by(), unknown, known: known() }),
            ),
        ] {
            assert_eq!(publication.resolve(Host::CATALOG, "--publish"), expected, "{publication:?}");
        }
    }

    #[test]
    fn a_publication_is_read_and_made_of_names() {
        let both = Publication::Only(BTreeSet::from(["geo".to_owned(), "math".to_owned()]));
        for text in ["geo,math", " math\tgeo\n", ",geo,,math,geo,"] {
            assert_eq!(text.parse(), Ok(both.clone()), "{text:?}");
        }
        for text in ["", " ,\t\r\n"] {
            assert_eq!(text.parse::<Publication>(), Err(NamesNothing), "{text:?}");
        }
        // Neither white space that is not ASCII nor what separates elsewhere.
        let one = Publication::Only(BTreeSet::from(["geo;math\u{a0}".to_owned()]));
        assert_eq!("geo;math\u{a0}".parse(), Ok(one));
        for publication in [["math", "geo"].into(), vec!["math", "geo"].into(), Some(["math", "geo"]).into()]
        {
            assert_eq!(both, publication);
        }
        assert_eq!(Publication::from(None::<[&str; 1]>), Publication::Everything);
    }
}
