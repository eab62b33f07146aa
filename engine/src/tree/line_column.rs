//! Positions as editors count them.

use core::fmt;

use crate::excerpt::is_continuation;

/// A position in a text as editors count it, from 1.
///
/// ```
/// use rfc1738::{Rule, parse};
///
/// let error = parse(Rule::Url, "http://me@host/").unwrap_err();
/// assert_eq!(error.position().to_string(), "1:10");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LineColumn {
    /// The line.
    pub line: usize,
    /// The column, in characters.
    pub column: usize,
}

impl LineColumn {
    /// Returns the position at the end of a prefix of a text.
    pub(crate) fn after(prefix: &[u8]) -> Self {
        let mut lines = prefix.split(|octet| *octet == b'\n');
        let line = lines.clone().count();
        let last = lines.next_back().unwrap_or_default();
        let begins_character = |octet: &&u8| !is_continuation(**octet);
        Self {
            line,
            column: last.iter().filter(begins_character).count() + 1,
        }
    }
}

/// Writes the line, a colon and the column.
impl fmt::Display for LineColumn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}
