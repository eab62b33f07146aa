//! Serialization of the engine's values.

use serde::{Serialize, Serializer};

use crate::character_set::CharacterSet;

/// Writes the members as a string, in ASCII order.
impl Serialize for CharacterSet {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}
