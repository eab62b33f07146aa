//! How far a recognizer gets in a text.

use crate::character_set::CharacterSet;

/// How far a text is right.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::recognized::Reach;
///
/// // The production of a port: what a recognizer knows about `8o`.
/// let digits = CharacterSet::of("0123456789");
/// let reach = Reach { viable: 1, next: digits, longest: Some(1) };
/// assert_eq!(reach.longest, Some(reach.viable));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reach {
    /// The length in bytes of the viable prefix: the longest prefix that a text of the production
    /// begins with.
    pub viable: usize,
    /// The characters that can follow the viable prefix.
    pub next: CharacterSet,
    /// The length in bytes of the longest prefix that the production derives; `None` if it derives
    /// none.
    pub longest: Option<usize>,
}

impl Reach {
    /// Returns what is known of a text of that length.
    pub(crate) fn within(&self, length: usize) -> Self {
        Self {
            viable: self.viable.min(length),
            longest: self.longest.map(|longest| longest.min(length)),
            ..*self
        }
    }
}
