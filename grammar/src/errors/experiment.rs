//! Experiments: the errors that the combinators report.

use std::cell::Cell;
use std::collections::HashMap;

use rfcbnf_engine::{
    CharacterSet, Expected, Production as _, ProductionId, SyntaxError, error_by_combinators,
};

use crate::interpret;

/// The number of an outcome.
pub(super) type OutcomeId = usize;

/// What an error says, but for what stands at its offset.
///
/// [`ErrorMachine::after`](super::ErrorMachine::after) returns it.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Outcome {
    expected: Vec<Expected<ProductionId>>,
    context: Vec<ProductionId>,
    begun: u8,
}

impl Outcome {
    /// Returns what is expected, in order.
    #[must_use]
    pub fn expected(&self) -> &[Expected<ProductionId>] {
        &self.expected
    }

    /// Returns the productions that are open, from the outermost to the innermost.
    #[must_use]
    pub fn context(&self) -> &[ProductionId] {
        &self.context
    }

    /// Returns the number of octets before the offset that belong to an unfinished character
    /// production.
    #[must_use]
    pub fn begun(&self) -> u8 {
        self.begun
    }

    /// Returns what an error of the production says if it is not the outermost one.
    pub(super) fn seen_from(&self, production: ProductionId) -> Self {
        Self {
            context: seen_from(production, &self.context).to_owned(),
            ..self.clone()
        }
    }
}

/// Returns the part of a context from the production inwards; all of it if the production is not in
/// it.
pub(super) fn seen_from(production: ProductionId, context: &[ProductionId]) -> &[ProductionId] {
    let start = context.iter().rposition(|&id| id == production);
    &context[start.unwrap_or(0)..]
}

/// The octets that can follow a viable prefix, and whether the text can end there.
#[derive(Clone, Copy)]
pub(super) struct Continuation {
    pub(super) next: CharacterSet,
    pub(super) can_end: bool,
}

/// The outcomes of a production, each found when it is first needed.
pub(super) struct Experiments<'i> {
    rule: interpret::Rule<'i>,
    outcomes: Vec<Outcome>,
    numbers: HashMap<Outcome, OutcomeId>,
    /// The outcomes after the viable prefixes so far.
    known: HashMap<Vec<u8>, OutcomeId>,
    /// The octets that the combinators may still run over.
    octets: &'i Cell<usize>,
}

impl<'i> Experiments<'i> {
    /// Returns experiments with texts of that many octets together.
    pub(super) fn new(rule: interpret::Rule<'i>, octets: &'i Cell<usize>) -> Self {
        Self {
            rule,
            outcomes: Vec::new(),
            numbers: HashMap::new(),
            known: HashMap::new(),
            octets,
        }
    }

    /// Returns the outcomes by their numbers.
    pub(super) fn into_outcomes(self) -> Vec<Outcome> {
        self.outcomes
    }

    /// Returns the outcome at the end of a viable prefix; `None` if the limit is reached or the
    /// error is not that of the automaton.
    pub(super) fn at_end(&mut self, prefix: &[u8], after: Continuation) -> Option<OutcomeId> {
        if let Some(&known) = self.known.get(prefix) {
            return Some(known);
        }
        let outcome = self.run(prefix, prefix.len(), after)?;
        let number = *self.numbers.entry(outcome).or_insert_with_key(|outcome| {
            self.outcomes.push(outcome.clone());
            self.outcomes.len() - 1
        });
        self.known.insert(prefix.to_owned(), number);
        Some(number)
    }

    /// Returns whether the outcome is the same if an octet that cannot follow stands after the
    /// viable prefix; `None` as in [`Self::at_end`].
    pub(super) fn is_same_before(
        &mut self,
        octet: u8,
        prefix: &[u8],
        after: Continuation,
    ) -> Option<bool> {
        let number = self.at_end(prefix, after)?;
        let outcome = self.run(&[prefix, &[octet]].concat(), prefix.len(), after)?;
        Some(self.outcomes[number] == outcome)
    }

    /// Returns the outcome of a text with a viable prefix of that length.
    fn run(&mut self, text: &[u8], offset: usize, after: Continuation) -> Option<Outcome> {
        self.octets.set(self.octets.get().checked_sub(text.len())?);
        let error = error_by_combinators(self.rule, text);
        let expected = error.expected().iter();
        let expected: Vec<_> = expected.map(|one| one.map(interpret::Rule::id)).collect();
        let is_exact = error.offset() == offset
            && error.next() == after.next
            && error.can_end() == after.can_end
            && expected.ends_with(&[Expected::EndOfText]) == after.can_end;
        is_exact.then_some(Outcome {
            expected,
            context: error.context().iter().map(|rule| rule.id()).collect(),
            begun: begun(&error)?,
        })
    }
}

/// Returns the number of octets between the start of the span and the offset.
fn begun(error: &SyntaxError<interpret::Rule<'_>>) -> Option<u8> {
    let begun = error.offset().checked_sub(error.span().start)?;
    u8::try_from(begun).ok()
}
