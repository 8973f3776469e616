//! Names in a selection: sorted, each once.

use std::slice;

/// Names, sorted by code point, each once.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Names(Vec<String>);

impl Names {
    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn iter(&self) -> slice::Iter<'_, String> {
        self.0.iter()
    }

    /// The same and these.
    pub(super) fn and(mut self, more: Self) -> Self {
        self.0.extend(more.0);
        self.0.into()
    }
}

impl From<Vec<String>> for Names {
    /// Sorts them at once: one by one they would be moved about as often as there are others.
    fn from(mut names: Vec<String>) -> Self {
        names.sort_unstable();
        names.dedup();
        Self(names)
    }
}
