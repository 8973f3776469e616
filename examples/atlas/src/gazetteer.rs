//! Real places and where they are, embedded in the binary.

use std::num::ParseFloatError;

use pegboard::prelude::*;
use serde::{Deserialize, Serialize};

/// Capitals and a few more: name, country, latitude and longitude in degrees, one a line.
const PLACES: &str = include_str!("places.tsv");

/// How many names a wrong one is answered with.
const NEAREST: usize = 3;

/// A point on the globe.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize, Serialize, JsonSchema)]
pub(crate) struct Point {
    /// Degrees north, −90 to 90.
    pub(crate) latitude: f64,
    /// Degrees east, −180 to 180.
    pub(crate) longitude: f64,
}

/// A place with a name.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub(crate) struct Place {
    pub(crate) name: String,
    pub(crate) country: String,
    #[serde(flatten)]
    pub(crate) point: Point,
}

/// All places, in order of name.
#[derive(Debug)]
pub(crate) struct Gazetteer {
    places: Vec<Place>,
}

/// A line of the embedded table that is none.
#[derive(Debug, thiserror::Error)]
pub(crate) enum GazetteerError {
    /// A line with too few columns, or too many.
    #[error("line {0} of the gazetteer does not have four columns")]
    Columns(usize),
    /// A latitude or longitude that is no number.
    #[error("line {line} of the gazetteer holds no coordinate")]
    Coordinate {
        /// The line, from 1.
        line: usize,
        /// What is wrong with the number.
        source: ParseFloatError,
    },
}

impl Gazetteer {
    /// Reads the embedded table.
    pub(crate) fn embedded() -> Result<Self, GazetteerError> {
        let places = PLACES.lines().enumerate().map(|(at, line)| place(at + 1, line));
        Ok(Self { places: places.collect::<Result<_, _>>()? })
    }

    /// The place of this name, whatever its case; names that are near where there is none.
    pub(crate) fn find(&self, name: &str) -> Result<&Place, Vec<&str>> {
        let wanted = name.trim().to_lowercase();
        let found = self.places.iter().find(|place| place.name.to_lowercase() == wanted);
        found.ok_or_else(|| self.near_names(&wanted))
    }

    fn near_names(&self, wanted: &str) -> Vec<&str> {
        let likeness = |name: &str| strsim::jaro_winkler(wanted, &name.to_lowercase());
        let mut names: Vec<(f64, &str)> =
            self.places.iter().map(|place| (likeness(&place.name), place.name.as_str())).collect();
        names.sort_by(|one, other| other.0.total_cmp(&one.0));
        names
            .into_iter()
            .take(NEAREST)
            .filter(|(likeness, _)| *likeness > 0.7)
            .map(|(_, name)| name)
            .collect()
    }

    /// All places.
    pub(crate) fn places(&self) -> &[Place] {
        &self.places
    }
}

fn place(line: usize, text: &str) -> Result<Place, GazetteerError> {
    let columns: Vec<&str> = text.split('\t').collect();
    let [name, country, latitude, longitude] = columns[..] else {
        return Err(GazetteerError::Columns(line));
    };
    let degrees = |text: &str| text.parse().map_err(|source| GazetteerError::Coordinate { line, source });
    let point = Point { latitude: degrees(latitude)?, longitude: degrees(longitude)? };
    Ok(Place { name: name.into(), country: country.into(), point })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_embedded_table_is_whole() {
        let gazetteer = Gazetteer::embedded().expect("a table of places");
        assert!(gazetteer.places().len() >= 200);
        for place in gazetteer.places() {
            assert_eq!(gazetteer.find(&place.name), Ok(place), "a name stands once");
            assert!(
                place.point.latitude.abs() <= 90.0 && place.point.longitude.abs() <= 180.0,
                "{}",
                place.name
            );
        }
    }

    #[test]
    fn a_wrong_name_is_answered_with_near_ones() {
        let gazetteer = Gazetteer::embedded().expect("a table of places");
        assert_eq!(gazetteer.find(" pArIs ").map(|place| place.country.as_str()), Ok("France"));
        let near = gazetteer.find("Pariss").expect_err("no such place");
        assert_eq!(near[..2], ["Paris", "Parma"]);
        assert_eq!(gazetteer.find("qqqq"), Err(vec![]));
    }
}
