//! The server of README.md.

use pegboard::prelude::*;

pub struct Globe;

#[derive(serde::Deserialize, JsonSchema)]
pub struct Leg {
    from: String,
    to: String,
}

/// Distances between places.
#[toolset(name = "geo", instructions = "Measure with {geo_distance} instead of guessing.")]
impl Globe {
    /// Great-circle distance between two places, in kilometres.
    #[tool(read_only)]
    async fn geo_distance(&self, Parameters(leg): Parameters<Leg>) -> Result<String, String> {
        match (leg.from.as_str(), leg.to.as_str()) {
            ("Paris", "Berlin") | ("Berlin", "Paris") => Ok("878".into()),
            (from, to) => Err(format!("no distance from {from} to {to}; try Paris and Berlin")),
        }
    }
}

#[derive(Server)]
#[server(name = "atlas", instructions = "Be brief.")]
pub struct Atlas {
    globe: Globe,
}

#[tokio::main]
async fn main() -> std::process::ExitCode {
    pegboard::cli::run(async || Atlas { globe: Globe }).await
}
