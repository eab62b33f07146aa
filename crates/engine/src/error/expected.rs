//! The list of what an error expects.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use core::fmt;

use super::found::write_character;
use super::small_stack::SmallStack;
use crate::list::list;
use crate::production::Production;
use crate::production_set::ProductionId;

/// A character, or the end of the text, that would be accepted at the offset of an error.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Expected, diagnose};
///
/// let error = diagnose(Rule::Hostport, b"host:8o");
/// assert_eq!(error.expected(), [Expected::Production(Rule::Digit), Expected::EndOfText]);
/// assert_eq!(Expected::<Rule>::Character('.').to_string(), "\".\"");
/// let greek = Expected::<Rule>::Characters { first: '\u{391}', last: '\u{3c9}' };
/// assert_eq!(greek.to_string(), "a character from %x391 to %x3C9");
/// assert_eq!(Expected::<Rule>::Octets { first: 0x80, last: 0xff }.to_string(), "an octet from %x80 to %xFF");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expected<P> {
    /// Any character that the production begins with.
    Production(P),
    /// This character.
    Character(char),
    /// One of the characters from the first to the last, in UTF-8.
    Characters {
        /// The first character.
        first: char,
        /// The last character.
        last: char,
    },
    /// One of the octets from the first to the last.
    Octets {
        /// The first octet.
        first: u8,
        /// The last octet. It can be the first.
        last: u8,
    },
    /// More of the production, whose texts only people know, as prose describes them.
    MoreOf(P),
    /// The end of the text.
    EndOfText,
}

/// Writes the name of the production, the character in quotation marks, escaped if it does not
/// print, the octets as ABNF numbers, or `end of text`.
impl<P: fmt::Display> fmt::Display for Expected<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Production(rule) => rule.fmt(formatter),
            Self::Character(character) => write_character(formatter, *character),
            Self::Characters { first, last } => {
                let (first, last) = (u32::from(*first), u32::from(*last));
                write!(formatter, "a character from %x{first:02X} to %x{last:02X}")
            }
            Self::Octets { first, last } => write_octets(formatter, *first, *last),
            Self::MoreOf(rule) => write!(formatter, "more of {rule}"),
            Self::EndOfText => formatter.write_str("end of text"),
        }
    }
}

fn write_octets(formatter: &mut fmt::Formatter<'_>, first: u8, last: u8) -> fmt::Result {
    if first == last {
        write!(formatter, "octet %x{first:02X}")
    } else {
        write!(formatter, "an octet from %x{first:02X} to %x{last:02X}")
    }
}

impl<P> Expected<P> {
    /// Returns the same with another name for the production.
    ///
    /// ```
    /// use rfcbnf_engine::Expected;
    ///
    /// let expected = Expected::Production("digit").map(str::len);
    /// assert_eq!(expected, Expected::Production(5));
    /// assert_eq!(Expected::<&str>::EndOfText.map(str::len), Expected::EndOfText);
    /// ```
    pub fn map<Q>(self, name: impl FnOnce(P) -> Q) -> Expected<Q> {
        match self {
            Self::Production(production) => Expected::Production(name(production)),
            Self::Character(character) => Expected::Character(character),
            Self::Characters { first, last } => Expected::Characters { first, last },
            Self::Octets { first, last } => Expected::Octets { first, last },
            Self::MoreOf(production) => Expected::MoreOf(name(production)),
            Self::EndOfText => Expected::EndOfText,
        }
    }
}

/// Room for the names of most errors.
const ROOM: usize = 8;

/// What an error expects.
pub(super) type ExpectedStack<P> = SmallStack<Expected<P>, ROOM>;

/// Returns what is expected with productions for their ids.
pub(super) fn of_grammar<P: Production>(
    grammar: P::Grammar,
    expected: &[Expected<ProductionId>],
) -> ExpectedStack<P> {
    let expected = expected.iter();
    let expected = expected.map(|one| one.map(|id| P::from_id(grammar, id)));
    ExpectedStack::of(Expected::EndOfText, expected)
}

/// Returns `a`, `a or b`, `a, b or c`; `nothing` for an empty list.
pub(super) fn in_words<P: fmt::Display>(expected: &[Expected<P>]) -> String {
    if expected.is_empty() {
        return "nothing".to_owned();
    }
    list(expected, ", ", " or ")
}
