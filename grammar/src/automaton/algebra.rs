//! Automata put together from automata.

use super::Automaton;
use super::determinize::Table;
use super::limits::{TooLarge, Work};
use super::nfa::{Definitions, Nfa, NfaState};
use crate::octets::OctetSet;
use crate::syntax::{Case, Expression};

impl Automaton {
    /// Returns the automaton that accepts no text.
    pub(crate) fn empty() -> Self {
        let table = Table {
            classes: vec![OctetSet::ALL],
            steps: vec![None],
            accepting: vec![false],
        };
        table.minimized()
    }

    /// Returns the automaton of an expression that is read with these definitions.
    pub(crate) fn of_expression<'a>(
        expression: &Expression,
        definitions: Definitions<'a>,
        work: &'a Work,
    ) -> Result<Self, TooLarge> {
        Nfa::of(expression, definitions, work)?.determinized(work)
    }

    /// Returns the automaton whose letters match in any case.
    pub(crate) fn in_any_case(&self, work: &Work) -> Result<Self, TooLarge> {
        Nfa::composed(work, |nfa, end| nfa.embed(self, Case::Ignored, end))?.determinized(work)
    }

    /// Returns the automaton that accepts every text of these.
    pub(crate) fn union<'a>(
        automata: impl IntoIterator<Item = &'a Self>,
        work: &Work,
    ) -> Result<Self, TooLarge> {
        let nfa = Nfa::composed(work, |nfa, end| {
            let starts = automata.into_iter();
            let starts = starts.map(|automaton| nfa.embed(automaton, Case::Exact, end));
            let starts: Vec<NfaState> = starts.collect::<Result<_, _>>()?;
            nfa.either(&starts)
        });
        nfa?.determinized(work)
    }

    /// Returns the automaton that accepts a text of this one followed by a text of the other.
    pub(crate) fn then(&self, other: &Self, work: &Work) -> Result<Self, TooLarge> {
        let nfa = Nfa::composed(work, |nfa, end| {
            let next = nfa.embed(other, Case::Exact, end)?;
            nfa.embed(self, Case::Exact, next)
        });
        nfa?.determinized(work)
    }

    /// Returns the automaton that accepts at least `least` and at most `most` texts of this one,
    /// one after another.
    pub(crate) fn repeated(
        &self,
        least: u32,
        most: Option<u32>,
        work: &Work,
    ) -> Result<Self, TooLarge> {
        let nfa = Nfa::composed(work, |nfa, end| {
            let [start] = nfa.repetition((least, most), [end], &mut |nfa, [next]| {
                Ok([nfa.embed(self, Case::Exact, next)?])
            })?;
            Ok(start)
        });
        nfa?.determinized(work)
    }
}
