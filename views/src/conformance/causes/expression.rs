//! What a parser takes for a production, as regular expressions.

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::Learnt;
use rfcbnf::export::regex_of;

/// What the parser takes for a production, and how it differs from the grammar.
#[derive(Debug)]
pub(in crate::conformance) struct Expressions {
    /// The texts that the parser takes for the production; `None` if the expression is too long.
    pub(in crate::conformance) observed: Option<String>,
    /// Those that the grammar does not derive.
    pub(in crate::conformance) beyond: Difference,
    /// The texts that the grammar derives and the parser does not take for the production.
    pub(in crate::conformance) missing: Difference,
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
        let Learnt { expected, observed } = learnt;
        Self {
            observed: regex_of(observed, most),
            beyond: Difference::of(observed, expected, most),
            missing: Difference::of(expected, observed, most),
        }
    }
}

impl Difference {
    /// Returns the texts of the first that the second does not accept.
    fn of(first: &Automaton, second: &Automaton, most: usize) -> Self {
        match first.without(second) {
            Ok(rest) if rest.is_empty() => Self::Nothing,
            Ok(rest) => regex_of(&rest, most).map_or(Self::TooLong, Self::Expression),
            Err(_) => Self::TooLong,
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
