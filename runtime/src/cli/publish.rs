//! What the operator publishes: a flag, a variable, or both where they agree.

use std::{collections::BTreeSet, ffi::OsString};

use crate::{decisions::Decisions, publication::Publication};

const FLAG: &str = "--publish";

/// The decisions with what is published, or why the start is refused.
pub(super) fn decide(
    decisions: Decisions,
    flag: Option<&OsString>,
    variable: &str,
    value: Option<&OsString>,
) -> Result<Decisions, String> {
    let flag = flag.map(|text| read(&decisions, FLAG, text)).transpose()?;
    let value = value.map(|text| read(&decisions, variable, text)).transpose()?;
    if let (Some(flag), Some(value)) = (&flag, &value)
        && flag != value
    {
        return Err(format!(
            "{FLAG} and {variable} name different toolsets ({} and {}); give one of them, or the same in both",
            names(flag),
            names(value),
        ));
    }
    Ok(match (flag, value) {
        (Some(flag), _) => decisions.publication(&flag, FLAG),
        (None, Some(value)) => decisions.publication(&value, variable),
        (None, None) => decisions,
    })
}

fn read(decisions: &Decisions, by: &str, text: &OsString) -> Result<Publication, String> {
    let Some(text) = text.to_str() else {
        let bytes = text.as_encoded_bytes().escape_ascii();
        return Err(format!("{by} is not UTF-8: {bytes}; the names of toolsets are ASCII"));
    };
    let publication = match text.parse() {
        Ok(publication) => publication,
        // Told by what judges publications, with the names that there are.
        Err(_) => Publication::Only(BTreeSet::new()),
    };
    match publication.resolve(decisions.catalog(), by) {
        Ok(_) => Ok(publication),
        Err(mistake) => Err(mistake.to_string()),
    }
}

fn names(publication: &Publication) -> String {
    match publication {
        Publication::Everything => String::from("everything"),
        Publication::Only(names) => names.iter().cloned().collect::<Vec<_>>().join(","),
    }
}
