//! Errors by an automaton with an output in every state.

use super::expected::{self, Expected};
use super::found::Found;
use super::small_stack::SmallStack;
use super::syntax_error::{Facts, SyntaxError};
use crate::character_set::CharacterSet;
use crate::production::Production;
use crate::production_set::ProductionId;

/// What an error says, except for what is at its offset: a function of the longest viable prefix.
///
/// [`ErrorTable`](crate::ErrorTable) has one in each state. A caller that computes one in another way
/// passes it to [`SyntaxError::of_outcome`].
#[derive(Debug, Clone, Copy)]
pub struct ErrorOutcome<'o> {
    /// What is expected, in the order of the list, the end of the text last.
    pub expected: &'o [Expected<ProductionId>],
    /// All characters that are expected.
    pub next: CharacterSet,
    /// The productions that are open, from the outermost on.
    pub context: &'o [ProductionId],
    /// The number of octets before the offset that belong to an unfinished character production.
    pub begun: usize,
}

impl<P: Production> SyntaxError<P> {
    /// Returns the error in a text whose longest viable prefix ends at the offset.
    ///
    /// ```
    /// use rfc1738::Rule;
    /// use rfcbnf_engine::{CharacterSet, ErrorOutcome, Expected, Production as _, SyntaxError, diagnose};
    ///
    /// let outcome = ErrorOutcome {
    ///     expected: &[Expected::Production(Rule::Digit.id()), Expected::EndOfText],
    ///     next: CharacterSet::of("0123456789"),
    ///     context: &[Rule::Port.id(), Rule::Digits.id()],
    ///     begun: 0,
    /// };
    /// let error = SyntaxError::of_outcome(Rule::Port, b"8o", 1, &outcome);
    /// assert_eq!(error, diagnose(Rule::Port, b"8o"));
    /// ```
    #[must_use]
    pub fn of_outcome(rule: P, text: &[u8], offset: usize, outcome: &ErrorOutcome<'_>) -> Self {
        let grammar = rule.grammar();
        let found = text.get(offset..).and_then(Found::first_of);
        let start = offset.saturating_sub(outcome.begun);
        let context = outcome.context.iter();
        Self::new(Facts {
            rule,
            offset,
            span: start..offset + found.map_or(0, |(_, length)| length),
            found: found.map(|(found, _)| found),
            hides_found: false,
            expected: expected::of_grammar(grammar, outcome.expected),
            next: outcome.next,
            can_end: matches!(outcome.expected, [.., Expected::EndOfText]),
            context: SmallStack::of(rule, context.map(|&id| P::from_id(grammar, id))),
            left_out: 0,
            text: text.into(),
        })
    }
}
