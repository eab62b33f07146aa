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
        let is_line_end = |octet: &u8| *octet == b'\n';
        let begins_character = |octet: &&u8| !is_continuation(**octet);
        // Most texts are one line of ASCII, which is found out faster than counted.
        let (line_ends, last) = if prefix.contains(&b'\n') {
            let line_ends = prefix.iter().filter(|octet| is_line_end(octet)).count();
            let last = prefix.rsplit(is_line_end).next();
            (line_ends, last.unwrap_or_default())
        } else {
            (0, prefix)
        };
        let characters = if last.is_ascii() {
            last.len()
        } else {
            last.iter().filter(begins_character).count()
        };
        Self {
            line: line_ends + 1,
            column: characters + 1,
        }
    }
}

/// Writes the line, a colon and the column.
impl fmt::Display for LineColumn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}
