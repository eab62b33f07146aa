//! What a parser accepts as a part of the grammar, as regular expressions.

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Learnt, Limits};
use rfcbnf::export::regex_of;

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
    /// Returns expressions of at most `most` octets each.
    pub(in crate::conformance) fn new(learnt: &Learnt, most: usize) -> Self {
        Self {
            observed: regex_of(&learnt.observed, most),
            beyond: Difference::of(learnt.beyond(), most),
            missing: Difference::of(learnt.missing(), most),
            limits: learnt.limits(),
        }
    }
}

impl Difference {
    fn of(texts: Option<Automaton>, most: usize) -> Self {
        match texts {
            Some(rest) if rest.is_empty() => Self::Nothing,
            Some(rest) => regex_of(&rest, most).map_or(Self::TooLong, Self::Expression),
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
