//! The verdict on a text for notes and advice, without the functions for spans of every production.

use crate::rules::errors::{ERRORS, STARTS};
use crate::rules::{Rule, spans};

/// Returns whether the production derives the text. Does not allocate.
///
/// It is slower than [`is_valid`](crate::is_valid) and takes the table of errors only, which a program
/// that shows errors holds anyway. Whole URLs are the most and the longest texts, and for them a program
/// that is to be fast has the functions for spans too.
pub(crate) fn verdict(rule: Rule, text: &[u8]) -> bool {
    if cfg!(feature = "fast") && rule == Rule::Url {
        return rfcbnf_engine::spans::derives(text, spans::url);
    }
    ERRORS.derives(STARTS[rule as usize], text)
}

#[cfg(test)]
mod tests {
    use alloc::vec::Vec;

    use super::*;
    use crate::parse::is_valid;

    /// Returns the text with each octet left out, replaced by each of these, or preceded by it.
    fn changed(text: &[u8]) -> Vec<Vec<u8>> {
        let mut changed = Vec::new();
        for at in 0..=text.len() {
            let (before, after) = text.split_at(at);
            let behind = after.get(1..).unwrap_or_default();
            changed.push([before, behind].concat());
            for octet in *b"aZ0%/:;@.-?=#\xff" {
                changed.push([before, &[octet], behind].concat());
                changed.push([before, &[octet], after].concat());
            }
        }
        changed
    }

    #[test]
    fn the_error_table_and_the_spans_give_equal_verdicts() {
        let mut valid = 0;
        for rule in Rule::ALL {
            for text in Rule::ALL.map(Rule::example).map(str::as_bytes) {
                let own = rule.example().as_bytes() == text;
                let texts = if own { changed(text) } else { Vec::new() };
                for text in texts.into_iter().chain([text.to_vec()]) {
                    let expected = is_valid(rule, &text);
                    valid += usize::from(expected);
                    assert_eq!(
                        verdict(rule, &text),
                        expected,
                        "{rule}: {}",
                        text.escape_ascii()
                    );
                }
            }
        }
        assert!(valid > 2_000, "{valid}");
    }
}
