//! The verdict on a text for notes and advice, without the bodies of all productions.

use crate::rules::{Rule, bodies};
use crate::tables::errors::{ERRORS, STARTS};

/// Returns whether the production derives the text. Does not allocate.
///
/// It is slower than [`is_valid`](crate::is_valid) and takes the table of errors only, which a program
/// that shows errors holds anyway. Whole URLs are the most and the longest texts, and for them a program
/// that is to be fast has their bodies too.
pub(crate) fn verdict(rule: Rule, text: &[u8]) -> bool {
    if cfg!(feature = "fast") && rule == Rule::Url {
        return rfcbnf_engine::spans::derives(text, bodies::url);
    }
    ERRORS.derives(STARTS[rule as usize], text)
}
