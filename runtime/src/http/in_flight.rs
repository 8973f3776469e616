//! The ids of requests at work in their sessions: two of one id would get one answer, and wait for another.

use std::{
    collections::HashSet,
    sync::{Arc, Mutex, PoisonError},
};

use serde_json::Value;

type Key = (Box<[u8]>, Box<str>);

/// Sessions and ids.
#[derive(Clone, Default)]
pub(super) struct InFlightIds {
    claimed: Arc<Mutex<HashSet<Key>>>,
}

impl InFlightIds {
    /// Claims an id in a session, unless it is claimed.
    pub(super) fn claim(&self, session: &[u8], id: &Value) -> Option<Claimed> {
        let key: Key = (session.into(), id.to_string().into());
        let mut claimed = self.claimed.lock().unwrap_or_else(PoisonError::into_inner);
        claimed.insert(key.clone()).then(|| Claimed { ids: self.clone(), key })
    }
}

/// A claimed id; free again when this is dropped.
pub(super) struct Claimed {
    ids: InFlightIds,
    key: Key,
}

impl Drop for Claimed {
    fn drop(&mut self) {
        self.ids.claimed.lock().unwrap_or_else(PoisonError::into_inner).remove(&self.key);
    }
}
