//! What distinguishes the notations.
//!
//! One lexer and one builder of expressions read all of them. Everything that they do differently
//! is a question to the notation, and this module has the answers.

use std::borrow::Cow;
use std::fmt;

use crate::syntax::{Case, Notation};

impl Notation {
    /// Returns whether the notation is one of those that RFCs print, with a rule on lines of its own.
    #[must_use]
    pub fn is_of_rfcs(self) -> bool {
        matches!(self, Self::Rfc822 | Self::Abnf | Self::Bnf)
    }

    /// Returns whether the first alternative that matches is the only one. The reader keeps every alternative.
    #[must_use]
    pub fn has_ordered_choice(self) -> bool {
        matches!(self, Self::Peg | Self::Pest)
    }

    /// Returns how letters compare in a literal in quotation marks: RFC 5234, Section 2.3.
    pub(super) fn case_of_literals(self) -> Case {
        match self {
            Self::Abnf => Case::Ignored,
            _ => Case::Exact,
        }
    }

    /// Returns the part of a name that distinguishes it from others: RFC 5234, Section 2.1.
    pub(crate) fn name_key(self, name: &str) -> Cow<'_, str> {
        match self {
            Self::Abnf => Cow::Owned(name.to_ascii_lowercase()),
            _ => Cow::Borrowed(name),
        }
    }

    /// Returns whether the brackets of `*[ x ]` only group. RFC 1738 has `*[ x ]` in this sense.
    pub(super) fn only_groups_behind_counts(self) -> bool {
        self != Self::Abnf
    }

    /// Returns whether the core rules of RFC 5234, Appendix B.1, are part of every grammar.
    pub(crate) fn has_core_rules(self) -> bool {
        matches!(self, Self::Rfc822 | Self::Abnf)
    }

    /// Returns whether `<name>` refers to a rule even if none has the name.
    pub(crate) fn has_names_in_angle_brackets(self) -> bool {
        self == Self::Bnf
    }

    /// Returns whether `{ x }` is any number of `x`, as in RFC 1459.
    pub(super) fn has_curly_brackets(self) -> bool {
        self == Self::Bnf
    }

    /// Returns whether `1,31` are counts, as in RFC 2141, and `'x'` is a literal, as in RFC 1779.
    pub(super) fn has_commas_and_apostrophes(self) -> bool {
        self == Self::Bnf
    }
}

/// Writes the name by which people know the notation.
impl fmt::Display for Notation {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Rfc822 => "RFC 822 style",
            Self::Abnf => "ABNF",
            Self::Bnf => "BNF",
            Self::W3c => "EBNF of the W3C",
            Self::Iso => "EBNF of ISO 14977",
            Self::Antlr => "ANTLR",
            Self::Peg => "PEG",
            Self::Pest => "pest",
        })
    }
}
