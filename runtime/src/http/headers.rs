//! The names of the protocol's headers, read once.

use axum::http::HeaderName;

/// Which session the request is in.
pub(super) static SESSION: HeaderName = HeaderName::from_static("mcp-session-id");
/// The protocol's version, as the request speaks it.
pub(super) static VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// The method that the body asks for.
pub(super) static METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// What of that kind it asks for by name.
pub(super) static NAME: HeaderName = HeaderName::from_static("mcp-name");
/// The last event of a stream that is taken up again.
pub(super) static LAST_EVENT: HeaderName = HeaderName::from_static("last-event-id");
