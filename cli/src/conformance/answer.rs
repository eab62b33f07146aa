//! What a recogniser says of one text.

use std::fmt;

/// An answer: one line of a recogniser's output.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// `accept`: the production derives the text.
    Accept,
    /// `reject` or `reject OFFSET`: it does not. The offset is the number of octets before the
    /// first that cannot stand where it stands.
    Reject(Option<usize>),
}

impl Answer {
    /// The words of an answer, for people who have to be told.
    pub(crate) const FORMS: &str = "`accept`, `reject` or `reject OFFSET`";

    /// The answer that a line gives. White space at its end, a carriage return for one, does not
    /// count.
    pub(crate) fn read(line: &[u8]) -> Option<Self> {
        match line.trim_ascii_end() {
            b"accept" => Some(Self::Accept),
            b"reject" => Some(Self::Reject(None)),
            line => {
                let digits = line.strip_prefix(b"reject ")?.trim_ascii_start();
                // The number is read from digits alone: the standard library also takes a sign.
                let is_number = digits.iter().all(u8::is_ascii_digit);
                let digits = std::str::from_utf8(digits).ok().filter(|_| is_number)?;
                Some(Self::Reject(Some(digits.parse().ok()?)))
            }
        }
    }

    /// Where it says that the text cannot go on.
    pub(crate) fn offset(self) -> Option<usize> {
        match self {
            Self::Accept => None,
            Self::Reject(offset) => offset,
        }
    }
}

/// The answer as a recogniser writes it.
impl fmt::Display for Answer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Accept => formatter.write_str("accept"),
            Self::Reject(None) => formatter.write_str("reject"),
            Self::Reject(Some(offset)) => write!(formatter, "reject {offset}"),
        }
    }
}
