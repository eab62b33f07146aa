//! The text that fixes are for.

use crate::rules::Rule;

/// A text to fix: one that its production does not derive, or a valid one that has advice.
#[derive(Clone, Copy)]
pub(crate) struct Wrong<'a> {
    pub(crate) rule: Rule,
    pub(crate) text: &'a [u8],
    /// A prefix of the text with which no text of the production begins, if there is one: the one up to
    /// the character at the offset of the error.
    pub(crate) refused: Option<&'a [u8]>,
}

impl Wrong<'_> {
    /// Returns the length of the refused prefix if the candidate begins with it, as most do that the
    /// production does not derive.
    pub(super) fn refused(self, candidate: &[u8]) -> Option<usize> {
        let prefix = self.refused?;
        candidate.starts_with(prefix).then_some(prefix.len())
    }
}
