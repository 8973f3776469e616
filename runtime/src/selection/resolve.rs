//! A selection resolved against what there is.

use std::collections::BTreeSet;

use super::{Selection, names::Names};

/// A toolset as far as resolving needs to know it.
#[derive(Clone, Copy, Debug)]
pub struct Declared<'a> {
    /// The name.
    pub name: &'a str,
    /// Whether it is on unless the selection says otherwise.
    pub default: bool,
    /// Whether it is on whatever the selection says.
    pub always: bool,
}

/// What a selection comes to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolution<'a> {
    active: u128,
    unknown: BTreeSet<&'a str>,
}

impl<'a> Resolution<'a> {
    /// Bit *n* is set where the *n*-th declared toolset is active.
    pub fn active(&self) -> u128 {
        self.active
    }

    /// The names that no declared toolset has, sorted by code point.
    pub fn unknown(&self) -> &BTreeSet<&'a str> {
        &self.unknown
    }
}

impl Selection {
    /// Resolves the selection; one that says nothing is replaced by the `default_selection`.
    ///
    /// active = (base ∪ always) − (without − always), where base is `only`, if that was said, else
    /// the defaults and what was named.
    ///
    /// # Panics
    /// If more than 128 toolsets are declared.
    ///
    /// ```
    /// use pegboard::{Declared, Selection};
    ///
    /// let declared = [
    ///     Declared { name: "geo", default: false, always: false },
    ///     Declared { name: "math", default: true, always: false },
    /// ];
    /// let selection: Selection = "geo,goe".parse().unwrap();
    /// let resolution = selection.resolve(&declared, None);
    /// assert_eq!(resolution.active(), 0b11);
    /// assert_eq!(Vec::from_iter(resolution.unknown()), [&"goe"]);
    /// ```
    #[track_caller]
    pub fn resolve<'a>(
        &'a self,
        declared: &[Declared<'_>],
        default_selection: Option<&'a Selection>,
    ) -> Resolution<'a> {
        assert!(declared.len() <= 128, "at most 128 toolsets can be resolved");
        let selection = default_selection.filter(|_| self.says_nothing()).unwrap_or(self);
        let mut unknown = BTreeSet::new();
        let mut find = |names: &'a Names| {
            bits(names.iter().filter_map(|name| {
                let at = declared.iter().position(|known| known.name == name);
                if at.is_none() {
                    unknown.insert(name.as_str());
                }
                at
            }))
        };
        let named: u128 = find(&selection.named);
        let only: Option<u128> = selection.only.as_ref().map(&mut find);
        let without: u128 = find(&selection.without);
        let of = |holds: fn(&Declared<'_>) -> bool| {
            let declared = declared.iter().enumerate().filter(|(_, toolset)| holds(toolset));
            bits(declared.map(|(at, _)| at))
        };
        let defaults = of(|toolset| toolset.default);
        let always = of(|toolset| toolset.always);
        let base = only.unwrap_or(defaults | named);
        Resolution { active: (base & !without) | always, unknown }
    }
}

/// The bits at these places.
fn bits(places: impl Iterator<Item = usize>) -> u128 {
    places.fold(0, |bits, at| bits | 1 << at)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn toolset(name: &str, default: bool, always: bool) -> Declared<'_> {
        Declared { name, default, always }
    }

    #[test]
    fn what_is_active_and_what_is_unknown() {
        let declared = [
            toolset("asked", false, false),
            toolset("usual", true, false),
            toolset("fixed", true, true),
            toolset("forced", false, true),
        ];
        let fallback: Selection = "asked,nosuch".parse().expect("every text is a query");
        for (query, active, unknown) in [
            ("", 0b1110, [].as_slice()),
            ("asked", 0b1111, &[]),
            ("usual", 0b1110, &[]),
            ("only=asked", 0b1101, &[]),
            ("only=asked&usual", 0b1101, &[]),
            ("only=fixed", 0b1100, &[]),
            ("only=", 0b1100, &[]),
            ("without=usual", 0b1100, &[]),
            ("without=fixed,forced", 0b1110, &[]),
            ("asked&without=asked", 0b1110, &[]),
            ("z,usual&only=y,asked&without=x,w", 0b1101, &["w", "x", "y", "z"]),
        ] {
            let selection: Selection = query.parse().expect("every text is a query");
            let resolution = selection.resolve(&declared, None);
            assert_eq!(
                resolution,
                Resolution { active, unknown: unknown.iter().copied().collect() },
                "{query}"
            );
            assert_eq!((resolution.active(), resolution.unknown()), (active, &resolution.unknown), "{query}");
            let defaulted = selection.resolve(&declared, Some(&fallback));
            let expected = if query.is_empty() { fallback.resolve(&declared, None) } else { resolution };
            assert_eq!(defaulted, expected, "{query}");
        }
        let expected = Resolution { active: 0b1111, unknown: BTreeSet::from(["nosuch"]) };
        assert_eq!(fallback.resolve(&declared, None), expected);
    }

    #[test]
    fn a_bit_for_each_of_128() {
        let declared = [toolset("a", true, false); 128];
        assert_eq!(Selection::default().resolve(&declared, None).active(), u128::MAX);
    }

    #[test]
    #[should_panic(expected = "at most 128 toolsets can be resolved")]
    fn one_more_has_no_bit() {
        Selection::default().resolve(&[toolset("a", true, false); 129], None);
    }
}
