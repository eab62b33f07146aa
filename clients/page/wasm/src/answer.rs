//! Records as JSON.

use rfc1738_views::json;
use serde::Serialize;

use crate::Answer;

/// Returns the record as JSON.
pub(crate) fn answer(record: &impl Serialize) -> Answer {
    let mut line = Vec::new();
    json::write(&mut line, record).map_err(|error| error.to_string())?;
    String::from_utf8(line).map_err(|error| error.to_string())
}
