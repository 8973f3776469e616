//! Constructs the server of `serve` and of `stdio`.

use std::time::Duration;

use super::Construction;
use crate::{
    decisions::Decisions,
    deployment::{Builder, Deployment},
    subscriptions::Updates,
};

/// Constructs the server, once everything that could be refused before it was not.
pub(super) async fn deploy(
    decisions: Decisions,
    construct: Construction,
    updates: Updates,
    call_timeout: Duration,
) -> Result<Deployment, String> {
    let server = construct()
        .await
        .map_err(|cause| format!("cannot start {}: {cause}", decisions.catalog().identity().name))?;
    Builder::from_parts(decisions, server)
        .updates(updates)
        .call_timeout(call_timeout)
        .build()
        .map_err(|error| error.to_string())
}
