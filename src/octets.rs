//! Searches for an octet in a text. These are functions, because the compiler generates code for every
//! closure, and the library looks for octets in many places.

/// Returns the index of the first such octet.
pub(crate) fn find(text: &[u8], octet: u8) -> Option<usize> {
    text.iter().position(|&other| other == octet)
}

/// Returns the index of the last such octet.
pub(crate) fn find_last(text: &[u8], octet: u8) -> Option<usize> {
    text.iter().rposition(|&other| other == octet)
}

/// Returns the text before the first such octet; all of it if there is none.
pub(crate) fn before(text: &[u8], octet: u8) -> &[u8] {
    &text[..find(text, octet).unwrap_or(text.len())]
}

/// Returns the text after the last such octet; all of it if there is none.
pub(crate) fn after_last(text: &[u8], octet: u8) -> &[u8] {
    &text[find_last(text, octet).map_or(0, |index| index + 1)..]
}
