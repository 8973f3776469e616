//! Where a request says what it selects: in its query, and where the operator allows it in its path or a header.

use std::fmt;

use axum::http::{HeaderMap, HeaderName, Uri};

use crate::{
    decisions::{Decisions, QueryTooLong, Resolved},
    selection::{self, Selection},
};

/// The header in which a request may say what it selects.
pub(crate) const HEADER: HeaderName = HeaderName::from_static("x-mcp-toolsets");

/// The segment before the one in which a path says it.
const SEGMENT: &str = "x";

/// Where a request says what it selects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Carrier {
    /// The query of its URL, which is always read: `/mcp?only=geo`.
    Query,
    /// The end of its path: `/mcp/x/only=geo`.
    Path,
    /// A header: `X-MCP-Toolsets: only=geo`.
    Header,
}

impl fmt::Display for Carrier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Query => "query",
            Self::Path => "path",
            Self::Header => "header `X-MCP-Toolsets`",
        })
    }
}

/// Why what a request selects is not read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SelectionError {
    /// It is longer than what is read.
    #[error("{}{fault}", within(*carrier))]
    TooLong {
        /// Where it stands.
        carrier: Carrier,
        /// How long it is.
        fault: QueryTooLong,
    },
    /// The header is there more than once.
    #[error("the header `X-MCP-Toolsets` is there {0} times; send it once")]
    Repeated(usize),
    /// Two places say different things.
    #[error("the {0} and the {1} select different toolsets; say it in one of them")]
    Different(Carrier, Carrier),
}

fn within(carrier: Carrier) -> String {
    match carrier {
        Carrier::Query => String::new(),
        _ => format!("in the {carrier}: "),
    }
}

/// Reads what a request selects. A place that says nothing is absent, and two that say something must say the same.
pub(crate) fn resolve(
    decisions: &Decisions,
    uri: &Uri,
    headers: &HeaderMap,
) -> Result<Resolved, SelectionError> {
    let query = uri.query().unwrap_or_default();
    let said = |carrier, text| {
        let read = decisions.read(text);
        read.map_err(|fault| SelectionError::TooLong { carrier, fault })
    };
    let (mut at, mut text) = (Carrier::Query, query.as_bytes());
    let mut selection = said(at, text)?;
    for carrier in [Carrier::Path, Carrier::Header].into_iter().filter(|carrier| decisions.reads(*carrier)) {
        let other_text = match carrier {
            Carrier::Header => header(headers)?,
            _ => path(uri.path()),
        };
        let other: Selection = said(carrier, other_text)?;
        if other.says_nothing() {
            continue;
        }
        if selection.says_nothing() {
            (at, text, selection) = (carrier, other_text, other);
        } else if selection != other {
            return Err(SelectionError::Different(at, carrier));
        }
    }
    Ok(decisions.resolve_as(&selection, selection::text(text).into()))
}

/// The raw end of a path that says what is selected.
fn path(path: &str) -> &[u8] {
    let mut segments = path.rsplit('/');
    match (segments.next(), segments.next()) {
        (Some(text), Some(SEGMENT)) => text.as_bytes(),
        _ => &[],
    }
}

fn header(headers: &HeaderMap) -> Result<&[u8], SelectionError> {
    let mut lines = headers.get_all(HEADER).iter();
    match (lines.next(), lines.count()) {
        (None, _) => Ok(&[]),
        (Some(line), 0) => Ok(line.as_bytes()),
        (Some(_), more) => Err(SelectionError::Repeated(more + 1)),
    }
}
