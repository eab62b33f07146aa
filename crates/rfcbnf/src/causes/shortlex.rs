//! The shortlex order of texts: shorter ones come first, and texts of one length as their octets say.

use std::cmp::Ordering;

/// Compares two texts in this order.
pub(super) fn compare(one: &[u8], other: &[u8]) -> Ordering {
    (one.len(), one).cmp(&(other.len(), other))
}

/// Puts texts in this order.
pub(super) fn sort(texts: &mut [impl AsRef<[u8]>]) {
    texts.sort_unstable_by(|one, other| compare(one.as_ref(), other.as_ref()));
}
