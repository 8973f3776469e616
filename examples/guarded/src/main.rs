//! Serves `guarded` on port 4041; the token is in `GUARDED_TOKEN`.

use std::{error::Error, sync::Arc};

use guarded::{Vault, app};
use pegboard::http::nodelay;
use tokio::net::TcpListener;

#[tokio::main]
async fn main() -> Result<(), Box<dyn Error>> {
    let token = std::env::var("GUARDED_TOKEN").map_err(|error| format!("GUARDED_TOKEN: {error}"))?;
    let listener = TcpListener::bind("127.0.0.1:4041").await?;
    axum::serve(nodelay(listener), app(&token, Arc::new(Vault::default()))?).await?;
    Ok(())
}
