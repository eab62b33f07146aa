//! What a parser accepts as a part of the grammar, as regular expressions.

use std::borrow::Cow;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Cause, Learnt, Limits};
use rfcbnf::export::{Alphabet, regex_of};
use rfcbnf::syntax::Encoding;

/// A remark on expressions of octets in a grammar of characters.
pub(in crate::conformance) const OCTETS: &str =
    "the parser accepts octets that are no characters, so the expressions are of octets";

/// Returns what the parser accepts as the part, and what the texts consist of: octets in a grammar of
/// characters too, if the parser accepts some that are no characters.
pub(in crate::conformance) fn reading(cause: &Cause) -> Option<(Cow<'_, Learnt>, Encoding)> {
    let learnt = cause.learnt.as_deref()?;
    let in_characters = match cause.encoding {
        Encoding::Utf8 => learnt.in_characters(),
        Encoding::Octets => None,
    };
    Some(match in_characters {
        Some(learnt) => (learnt, Encoding::Utf8),
        None => (Cow::Borrowed(learnt), Encoding::Octets),
    })
}

/// What the parser accepts as a part, and how it differs from the grammar.
#[derive(Debug)]
pub(in crate::conformance) struct Expressions {
    /// The texts that the parser accepts as the part; `None` if the expression is too long.
    pub(in crate::conformance) observed: Option<String>,
    /// Those that the grammar does not derive.
    pub(in crate::conformance) beyond: Difference,
    /// The texts that the grammar derives and the parser does not accept.
    pub(in crate::conformance) missing: Difference,
    /// The limits that say which texts are missing.
    pub(in crate::conformance) limits: Option<Limits>,
    /// What the expressions are patterns of.
    pub(in crate::conformance) alphabet: Alphabet,
    /// Whether the grammar is one of characters.
    pub(in crate::conformance) is_of_characters: bool,
}

/// The texts that only one side has.
#[derive(Debug)]
pub(in crate::conformance) enum Difference {
    /// There are none.
    Nothing,
    /// A regular expression for them.
    Expression(String),
    /// The expression is too long, or the automaton too large.
    TooLong,
}

impl Expressions {
    /// Returns expressions of at most `most` octets each; `None` if nothing is known about the part.
    pub(in crate::conformance) fn new(cause: &Cause, most: usize) -> Option<Self> {
        let (learnt, encoding) = reading(cause)?;
        let sides = [&learnt.observed, &learnt.expected];
        let observed = regex_of(&learnt.observed, encoding, most);
        Some(Self {
            observed: observed.map(|regex| regex.to_string()),
            beyond: Difference::of(learnt.beyond(), encoding, most),
            missing: Difference::of(learnt.missing(), encoding, most),
            limits: learnt.limits(),
            alphabet: match encoding {
                _ if sides.iter().all(|side| side.octets().is_ascii()) => Alphabet::Ascii,
                Encoding::Utf8 => Alphabet::Characters,
                Encoding::Octets => Alphabet::Octets,
            },
            is_of_characters: cause.encoding == Encoding::Utf8,
        })
    }

    /// Returns a remark if the expressions are of octets in a grammar of characters.
    pub(in crate::conformance) fn remark(&self) -> Option<&'static str> {
        (self.is_of_characters && self.alphabet == Alphabet::Octets).then_some(OCTETS)
    }
}

impl Difference {
    fn of(texts: Option<Automaton>, encoding: Encoding, most: usize) -> Self {
        match texts {
            Some(rest) if rest.is_empty() => Self::Nothing,
            Some(rest) => regex_of(&rest, encoding, most)
                .map_or(Self::TooLong, |regex| Self::Expression(regex.to_string())),
            None => Self::TooLong,
        }
    }

    /// Returns the expression, if there is one.
    pub(in crate::conformance) fn expression(&self) -> Option<&str> {
        match self {
            Self::Expression(expression) => Some(expression),
            Self::Nothing | Self::TooLong => None,
        }
    }
}

/// Returns a regular expression of at most `most` octets for the texts of the part, in its place, that the parser
/// answers otherwise than the grammar: those that make it crash or hang, for example; `None` if there is none.
pub(in crate::conformance) fn deviating_texts(cause: &Cause, most: usize) -> Option<String> {
    let (learnt, encoding) = reading(cause)?;
    let regex = regex_of(&learnt.difference()?, encoding, most)?;
    Some(regex.to_string())
}
