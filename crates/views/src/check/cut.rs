//! Texts that are too long to be kept or shown.

/// What is left out of a text that is too long to be kept or shown.
///
/// A text that is not kept is replaced by a shorter one with the same beginning and the same surroundings of
/// the error. What is left out lies between these, so every offset of an error is shifted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cut {
    /// The number of octets in the whole text.
    pub length: u64,
    /// The number of octets to add to the offset of an error.
    pub octets: u64,
    /// The number of characters to add to the column of an error.
    pub characters: u64,
}
