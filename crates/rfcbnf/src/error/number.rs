//! What can be wrong with the number of a character.

use thiserror::Error;

/// What is wrong with `%x…`, `%d…` or `%b…`. Its `Display` follows the text of the number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum NumberProblem {
    /// Another letter than `x`, `d` or `b` follows the `%`.
    #[error("is not a number: `x`, `d` or `b` stands behind a `%`")]
    UnknownBase,
    /// `%s` or `%i` without a quotation mark behind it.
    #[error("has no literal in quotation marks behind it")]
    NoLiteral,
    /// A number without digits.
    #[error("has no {} digits", in_words(*base))]
    NoDigits {
        /// 16, 10 or 2.
        base: u32,
    },
    /// A character that is not a digit of the base.
    #[error("is not a number: `{character}` is not a {} digit", in_words(*base))]
    NoDigit {
        /// The character.
        character: char,
        /// 16, 10 or 2.
        base: u32,
    },
    /// The number is above that of the last character.
    #[error("is greater than the number of the last character, %x10FFFF")]
    TooGreat,
    /// The number is from D800 to DFFF.
    #[error("is not the number of a character: %xD800 to %xDFFF are halves of UTF-16 pairs")]
    Surrogate,
    /// The first number of a range is greater than the last.
    #[error("is an empty range: its first number is greater than its last")]
    Reversed,
    /// A range between more than two numbers, or between texts of several characters.
    #[error("is not a range: a range has one number on each side of the `-`")]
    RangeOfSeveral,
}

impl NumberProblem {
    /// Returns what to do about the problem.
    pub(super) fn help(self) -> &'static str {
        match self {
            Self::UnknownBase => {
                "write a hexadecimal number as `%x41`, a decimal one as `%d65`, a binary one as `%b1000001`"
            }
            Self::NoLiteral => {
                "write `%s\"text\"` to compare letters exactly, or a number as `%x41`"
            }
            Self::NoDigits { .. } | Self::NoDigit { .. } => {
                "write the number of a character, such as `%x41`, or of several: `%x0D.0A`"
            }
            Self::TooGreat => "write a number from %x0 to %x10FFFF",
            Self::Surrogate => {
                "write the numbers of whole characters; a range around the halves is two ranges: `%x80-D7FF / %xE000-10FFFF`"
            }
            Self::Reversed => "write the smaller number first",
            Self::RangeOfSeveral => "write the parts one behind the other: `%x41-5A %x61`",
        }
    }
}

fn in_words(base: u32) -> &'static str {
    match base {
        16 => "hexadecimal",
        10 => "decimal",
        _ => "binary",
    }
}
