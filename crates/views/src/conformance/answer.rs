//! The answer of a subject to one text, or what happened instead.

use std::fmt;

use serde::{Deserialize, Serialize};

/// An answer: one line of a subject's output, or how the subject broke on the text.
///
/// ```
/// use rfc1738_views::conformance::answer::Answer;
///
/// assert_eq!(Answer::read(b"reject 3"), Some(Answer::Reject(Some(3))));
/// assert_eq!(Answer::read(b"no"), None);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Answer {
    /// `accept`: the production derives the text.
    Accept,
    /// `reject` or `reject OFFSET`: the production does not. The offset is the length of the
    /// longest viable prefix, in bytes.
    Reject(Option<usize>),
    /// The subject ended or closed its output. No line says this.
    Crashed,
    /// The subject did nothing within the time limit. No line says this.
    TimedOut,
}

impl Answer {
    /// The forms of an answer, for a message.
    pub const FORMS: &str = "`accept`, `reject` or `reject OFFSET`";

    /// Reads an answer; `None` if the line is not one. White space at its end, such as a
    /// carriage return, is ignored.
    #[must_use]
    pub fn read(line: &[u8]) -> Option<Self> {
        match line.trim_ascii_end() {
            b"accept" => Some(Self::Accept),
            b"reject" => Some(Self::Reject(None)),
            line => {
                let digits = line.strip_prefix(b"reject ")?.trim_ascii_start();
                // The standard library would also read a sign.
                let is_number = digits.iter().all(u8::is_ascii_digit);
                let digits = std::str::from_utf8(digits).ok().filter(|_| is_number)?;
                Some(Self::Reject(Some(digits.parse().ok()?)))
            }
        }
    }

    /// Returns the offset of a rejection.
    #[must_use]
    pub fn offset(self) -> Option<usize> {
        match self {
            Self::Accept | Self::Crashed | Self::TimedOut => None,
            Self::Reject(offset) => offset,
        }
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accept => formatter.write_str("accept"),
            Self::Reject(None) => formatter.write_str("reject"),
            Self::Reject(Some(offset)) => write!(formatter, "reject {offset}"),
            Self::Crashed => formatter.write_str("crashed"),
            Self::TimedOut => formatter.write_str("timed out"),
        }
    }
}
