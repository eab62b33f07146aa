//! From characters to octets.
//!
//! RFC 5234, Section 2.3 gives the terminals of a grammar as numbers, and leaves it to each
//! specification how a text encodes them.

use std::borrow::Cow;
use std::ops::RangeInclusive;

use regex_syntax::utf8::Utf8Sequences;
use serde::{Deserialize, Serialize};

/// How the characters of a grammar become the octets of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
pub enum Encoding {
    /// A number is an octet: `%xFF` is the octet FF. A character of the syntax tree above U+007F
    /// stands for the octet with its number.
    #[default]
    Octets,
    /// A number is a character, and texts are UTF-8. A grammar with numbers above FF has this
    /// encoding.
    Utf8,
}

impl Encoding {
    /// Returns whether numbers are octets.
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "`skip_serializing_if` passes a reference"
    )]
    pub(crate) fn is_of_octets(&self) -> bool {
        *self == Self::Octets
    }

    /// Returns the octets of a text of the syntax tree.
    ///
    /// ```
    /// use rfcbnf::syntax::Encoding;
    ///
    /// assert_eq!(*Encoding::Octets.octets("a\u{e9}"), [b'a', 0xe9]);
    /// assert_eq!(*Encoding::Utf8.octets("a\u{e9}"), [b'a', 0xc3, 0xa9]);
    /// ```
    #[must_use]
    pub fn octets(self, text: &str) -> Cow<'_, [u8]> {
        if self == Self::Utf8 || text.is_ascii() {
            return Cow::Borrowed(text.as_bytes());
        }
        let octets = text.chars();
        octets.filter_map(|one| u8::try_from(one).ok()).collect()
    }

    /// Returns the texts of one character from a range, as sequences of ranges of octets. No text
    /// is in two of them. They are in the order of the characters.
    ///
    /// ```
    /// use rfcbnf::syntax::Encoding;
    ///
    /// assert_eq!(Encoding::Octets.sequences('a', '\u{ff}'), [[b'a'..=0xff]]);
    /// assert_eq!(Encoding::Utf8.sequences('a', '\u{ff}'), [
    ///     vec![b'a'..=0x7f],
    ///     vec![0xc2..=0xc3, 0x80..=0xbf],
    /// ]);
    /// ```
    #[must_use]
    pub fn sequences(self, first: char, last: char) -> Vec<Vec<RangeInclusive<u8>>> {
        match self {
            Self::Octets => {
                let octet = |one: char| u8::try_from(one).unwrap_or(u8::MAX);
                vec![vec![octet(first)..=octet(last)]]
            }
            Self::Utf8 => {
                let sequences = Utf8Sequences::new(first, last);
                let ranges = sequences.map(|sequence| {
                    let ranges = sequence.as_slice().iter();
                    ranges.map(|range| range.start..=range.end).collect()
                });
                ranges.collect()
            }
        }
    }
}
