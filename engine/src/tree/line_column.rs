//! Positions as editors count them.

use std::fmt;

use nom::Input as _;
use nom_locate::LocatedSpan;

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
    pub line: u32,
    /// The column, in characters.
    pub column: usize,
}

impl LineColumn {
    /// Returns the position at the end of a prefix of a text.
    pub(crate) fn after(prefix: &[u8]) -> Self {
        let span = LocatedSpan::new(prefix).take_from(prefix.len());
        Self {
            line: span.location_line(),
            column: span.get_utf8_column(),
        }
    }
}

/// Writes the line, a colon and the column.
impl fmt::Display for LineColumn {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}:{}", self.line, self.column)
    }
}
