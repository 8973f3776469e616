//! The toolset `geo`.

use pegboard::{
    prelude::*,
    rmcp::model::{ContentBlock, IntoContents},
};
use serde::{Deserialize, Serialize};

use crate::gazetteer::{Gazetteer, Place, Point};

/// Mean radius of the earth in kilometres (IUGG).
const EARTH_RADIUS: f64 = 6371.0088;

/// Tools about places on the globe.
#[derive(Debug)]
pub(crate) struct Globe {
    gazetteer: Gazetteer,
}

#[derive(Deserialize, JsonSchema)]
struct Name {
    /// The name of a place, such as `Paris`.
    name: String,
}

#[derive(Deserialize, JsonSchema)]
struct Journey {
    /// Where it starts, such as `Paris`.
    from: String,
    /// Where it ends.
    to: String,
}

/// From one point to another.
#[derive(Deserialize, JsonSchema)]
struct Leg {
    from: Point,
    to: Point,
}

#[derive(Deserialize, JsonSchema)]
struct Around {
    point: Point,
    /// How many places, 1 to 20.
    #[serde(default = "five")]
    count: usize,
}

fn five() -> usize {
    5
}

#[derive(Serialize, JsonSchema)]
struct Distance {
    kilometres: f64,
}

#[derive(Serialize, JsonSchema)]
struct Bearing {
    /// Degrees clockwise from north, 0 to 360.
    degrees: f64,
}

#[derive(Serialize, JsonSchema)]
struct Near {
    /// Nearest first.
    places: Vec<NearPlace>,
}

#[derive(Serialize, JsonSchema)]
struct NearPlace {
    #[serde(flatten)]
    place: Place,
    kilometres: f64,
}

/// What is wrong with what was asked, and what to ask instead.
#[derive(Debug, thiserror::Error)]
enum GlobeError {
    #[error("no place named `{name}`{}", nearest(.near))]
    UnknownPlace { name: String, near: Vec<String> },
    #[error("latitude {0} is outside of -90 to 90")]
    Latitude(f64),
    #[error("longitude {0} is outside of -180 to 180")]
    Longitude(f64),
    #[error("count {0} is outside of 1 to 20")]
    Count(usize),
}

fn nearest(near: &[String]) -> String {
    if near.is_empty() { String::new() } else { format!("; nearest: {}", near.join(", ")) }
}

impl IntoContents for GlobeError {
    fn into_contents(self) -> Vec<ContentBlock> {
        vec![ContentBlock::text(self.to_string())]
    }
}

impl Globe {
    pub(crate) fn new(gazetteer: Gazetteer) -> Self {
        Self { gazetteer }
    }

    /// The names that start so, whatever their case.
    fn names(&self, start: &str) -> Vec<String> {
        let start = start.to_lowercase();
        let names = self.gazetteer.places().iter().map(|place| place.name.clone());
        names.filter(|name| name.to_lowercase().starts_with(&start)).collect()
    }
}

/// Coordinates of capitals, distances and bearings between points, and what lies near.
#[toolset(
    name = "geo",
    title = "Geography",
    default = false,
    instructions = "Look a place up with {find_place} first, then pass its coordinates to {geo_distance}, \
                    {initial_bearing} or {nearest_places}.

All names are in {geo://places}."
)]
impl Globe {
    /// Coordinates of a named place.
    #[tool(read_only, open_world = false)]
    fn find_place(&self, Parameters(Name { name }): Parameters<Name>) -> Result<Json<Place>, GlobeError> {
        match self.gazetteer.find(&name) {
            Ok(place) => Ok(Json(place.clone())),
            Err(near) => {
                let near = near.into_iter().map(str::to_owned).collect();
                Err(GlobeError::UnknownPlace { name, near })
            }
        }
    }

    /// Great-circle distance between two points, in kilometres.
    #[tool(read_only, open_world = false)]
    fn geo_distance(Parameters(Leg { from, to }): Parameters<Leg>) -> Result<Json<Distance>, GlobeError> {
        Ok(Json(Distance { kilometres: distance(check(from)?, check(to)?) }))
    }

    /// Compass bearing at the start of the great circle from one point to another.
    #[tool(read_only, open_world = false)]
    fn initial_bearing(Parameters(Leg { from, to }): Parameters<Leg>) -> Result<Json<Bearing>, GlobeError> {
        Ok(Json(Bearing { degrees: bearing(check(from)?, check(to)?) }))
    }

    /// The known places nearest to a point.
    #[tool(read_only, open_world = false)]
    fn nearest_places(
        &self,
        Parameters(Around { point, count }): Parameters<Around>,
    ) -> Result<Json<Near>, GlobeError> {
        let point = check(point)?;
        if !(1..=20).contains(&count) {
            return Err(GlobeError::Count(count));
        }
        let places = self.gazetteer.places().iter();
        let mut places: Vec<NearPlace> = places
            .map(|place| NearPlace { kilometres: distance(point, place.point), place: place.clone() })
            .collect();
        places.sort_by(|one, other| one.kilometres.total_cmp(&other.kilometres));
        places.truncate(count);
        Ok(Json(Near { places }))
    }

    /// Compares the ways from one place to another.
    #[prompt(title = "Plan a route")]
    fn plan_route(Parameters(Journey { from, to }): Parameters<Journey>) -> String {
        format!(
            "Plan a journey from {from} to {to}: how far it is, in which direction it starts, and what lies near the middle."
        )
    }

    /// The names of all known places, one a line.
    #[resource(uri = "geo://places")]
    fn places(&self) -> String {
        self.names("").join("\n")
    }

    /// One place, its country and its coordinates.
    #[resource(uri_template = "geo://place/{name}")]
    fn place(&self, name: String) -> Option<Json<Place>> {
        self.gazetteer.find(&name).ok().cloned().map(Json)
    }

    #[complete(prompt = "plan_route", argument = "from")]
    #[complete(prompt = "plan_route", argument = "to")]
    #[complete(resource = "geo://place/{name}", variable = "name")]
    fn place_names(&self, typed: Typed) -> Vec<String> {
        self.names(&typed.value)
    }
}

fn check(point: Point) -> Result<Point, GlobeError> {
    if !(-90.0..=90.0).contains(&point.latitude) {
        return Err(GlobeError::Latitude(point.latitude));
    }
    if !(-180.0..=180.0).contains(&point.longitude) {
        return Err(GlobeError::Longitude(point.longitude));
    }
    Ok(point)
}

/// By the haversine formula, which is exact for near points too.
fn distance(from: Point, to: Point) -> f64 {
    let (north, south) = (from.latitude.to_radians(), to.latitude.to_radians());
    let half_latitude = (south - north) / 2.0;
    let half_longitude = (to.longitude - from.longitude).to_radians() / 2.0;
    let haversine = half_latitude.sin().powi(2) + north.cos() * south.cos() * half_longitude.sin().powi(2);
    2.0 * EARTH_RADIUS * haversine.sqrt().min(1.0).asin()
}

fn bearing(from: Point, to: Point) -> f64 {
    let (start, end) = (from.latitude.to_radians(), to.latitude.to_radians());
    let longitude = (to.longitude - from.longitude).to_radians();
    let east = longitude.sin() * end.cos();
    let north = start.cos() * end.sin() - start.sin() * end.cos() * longitude.cos();
    east.atan2(north).to_degrees().rem_euclid(360.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(latitude: f64, longitude: f64) -> Point {
        Point { latitude, longitude }
    }

    #[test]
    fn distances_and_bearings_that_are_known() {
        let (paris, berlin) = (point(48.8566, 2.3522), point(52.52, 13.405));
        assert!((distance(paris, berlin) - 877.5).abs() < 1.0);
        assert!(
            (distance(point(0.0, 0.0), point(0.0, 180.0)) - std::f64::consts::PI * EARTH_RADIUS).abs() < 1e-6
        );
        assert!((bearing(point(0.0, 0.0), point(10.0, 0.0)) - 0.0).abs() < 1e-9);
        assert!((bearing(point(0.0, 0.0), point(0.0, -10.0)) - 270.0).abs() < 1e-9);
        assert!((bearing(paris, berlin) - 58.2).abs() < 0.5);
    }

    #[test]
    fn a_point_off_the_globe_is_refused() {
        assert!(check(point(90.0, -180.0)).is_ok());
        assert!(check(point(90.1, 0.0)).is_err());
        assert!(check(point(0.0, 180.1)).is_err());
        assert!(check(point(f64::NAN, 0.0)).is_err());
    }
}
