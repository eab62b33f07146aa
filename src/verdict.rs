//! The verdict on a text, without a tree and without an error.

use rfcbnf_engine::Octets;

use crate::rules::{Rule, parse_prefix};

/// Returns whether the production derives the text. Does not allocate.
pub(crate) fn verdict(rule: Rule, text: &[u8]) -> bool {
    matches!(parse_prefix::<_, ()>(rule, Octets(text)), Ok((rest, _)) if rest.0.is_empty())
}
