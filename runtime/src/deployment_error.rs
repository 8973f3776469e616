//! Why a deployment cannot be built: every mistake at once.

use std::fmt;

use crate::catalog::SchemaFault;

/// Why a deployment cannot be built: every mistake.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BuildError {
    mistakes: Vec<Mistake>,
}

impl BuildError {
    /// An error, if there are mistakes.
    pub(crate) fn unless_none(mistakes: Vec<Mistake>) -> Result<(), Self> {
        if mistakes.is_empty() { Ok(()) } else { Err(Self { mistakes }) }
    }

    pub(crate) fn of(mistakes: impl IntoIterator<Item = Mistake>) -> Self {
        Self { mistakes: mistakes.into_iter().collect() }
    }

    pub(crate) fn into_mistakes(self) -> Vec<Mistake> {
        self.mistakes
    }

    /// Every mistake; at least one.
    pub fn mistakes(&self) -> &[Mistake] {
        &self.mistakes
    }
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, mistake) in self.mistakes.iter().enumerate() {
            let gap = if at > 0 { "; " } else { "" };
            write!(f, "{gap}{mistake}")?;
        }
        Ok(())
    }
}

impl std::error::Error for BuildError {}

/// One thing that keeps a deployment from being built.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Mistake {
    /// The publication is said and names no toolset.
    #[error("{by} is set but names no toolset; unset it to publish everything, or name some of: {known}")]
    PublishesNothing {
        /// Where it was said.
        by: String,
        /// The toolsets that there are.
        known: String,
    },
    /// The publication names toolsets that are not there.
    #[error("{by} names {}; there are: {known}", listed(.unknown))]
    Publishes {
        /// Where it was said.
        by: String,
        /// Every wrong name.
        unknown: Vec<Unknown>,
        /// The toolsets that there are.
        known: String,
    },
    /// The default selection names a toolset that is not there.
    #[error("the default selection names `{name}`, and there is no such toolset; there are: {known}")]
    DefaultSelection {
        /// The wrong name.
        name: String,
        /// The toolsets that there are.
        known: String,
    },
    /// A tool's arguments are no object.
    #[error(transparent)]
    Schema(SchemaFault),
}

/// A name that no toolset has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unknown {
    /// The name.
    pub name: String,
    /// The toolset that was perhaps meant.
    pub nearest: Option<String>,
}

fn listed(unknown: &[Unknown]) -> String {
    let names = unknown.iter().map(|Unknown { name, nearest }| match nearest {
        Some(nearest) => format!("{}, which is no toolset (did you mean `{nearest}`?)", quoted(name)),
        None => format!("{}, which is no toolset", quoted(name)),
    });
    names.collect::<Vec<_>>().join(", and ")
}

/// On one line, whatever it holds.
fn quoted(name: &str) -> String {
    format!("`{}`", name.escape_debug())
}
