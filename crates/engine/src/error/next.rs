//! What can follow a text.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::RangeInclusive;

use super::{Expected, SyntaxError};
use crate::character_set::CharacterSet;
use crate::production::Production;

/// What can follow a text that texts of a production begin with.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::next;
///
/// let next = next(Rule::Hostport, b"host:8")?;
/// assert_eq!(next.octets().to_string(), "0123456789");
/// assert_eq!(next.expected_list(), "digit or end of text");
/// assert!(next.can_end());
/// # Ok::<(), rfcbnf_engine::SyntaxError<Rule>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Next<P: Production>(SyntaxError<P>);

impl<P: Production> Next<P> {
    /// Makes it of the facts about the end of the longest viable prefix of a text.
    ///
    /// # Errors
    ///
    /// Returns the facts if that prefix is not the whole text: then it is an error.
    pub fn of(facts: SyntaxError<P>) -> Result<Self, SyntaxError<P>> {
        if facts.offset() < facts.text().len() {
            return Err(facts);
        }
        Ok(Self(facts))
    }

    /// Returns whether the production derives the text as it is.
    #[must_use]
    pub fn can_end(&self) -> bool {
        self.0.can_end()
    }

    /// Returns the octets that can follow.
    #[must_use]
    pub fn octets(&self) -> CharacterSet {
        self.0.next()
    }

    /// Returns the characters that can follow: see [`SyntaxError::next_characters`].
    #[must_use]
    pub fn characters(&self) -> Option<Vec<RangeInclusive<char>>> {
        self.0.next_characters()
    }

    /// Returns what can follow, in few names.
    #[must_use]
    pub fn expected(&self) -> &[Expected<P>] {
        self.0.expected()
    }

    /// Returns the names of what can follow as a list: `a, b or c`.
    #[must_use]
    pub fn expected_list(&self) -> String {
        self.0.expected_list()
    }

    /// Returns the names of the productions that are open as a list, the outermost first.
    #[must_use]
    pub fn context_list(&self) -> String {
        self.0.context_list()
    }

    /// Returns the productions that are open, the outermost first.
    #[must_use]
    pub fn context(&self) -> &[P] {
        self.0.context()
    }
}

/// Writes the names of what can follow.
impl<P: Production> fmt::Debug for Next<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "Next({})", self.expected_list())
    }
}
