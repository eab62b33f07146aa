//! The verdict on a text, without a tree and without an error.

use crate::rules::Rule;

/// Returns whether the production derives the text. Does not allocate. It is not generic, so it is
/// compiled once.
pub(crate) fn verdict(rule: Rule, text: &[u8]) -> bool {
    rfcbnf_engine::is_valid(rule, text)
}
