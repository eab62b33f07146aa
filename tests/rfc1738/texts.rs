//! Texts that consist of given pieces.

/// Calls `check` with the prefix followed by every sequence of at most `most` pieces.
pub(crate) fn every_text(prefix: &str, pieces: &[&str], most: usize, check: &mut impl FnMut(&str)) {
    check(prefix);
    if most > 0 {
        for piece in pieces {
            every_text(&[prefix, piece].concat(), pieces, most - 1, check);
        }
    }
}
