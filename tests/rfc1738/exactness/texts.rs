//! Texts made of pieces.

/// Calls with the prefix followed by every sequence of at most so many of the pieces.
pub(crate) fn every_text(prefix: &str, pieces: &[&str], most: usize, check: &mut impl FnMut(&str)) {
    check(prefix);
    if most > 0 {
        for piece in pieces {
            every_text(&[prefix, piece].concat(), pieces, most - 1, check);
        }
    }
}
