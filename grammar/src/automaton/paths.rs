//! From expressions to nondeterministic automata.
//!
//! An expression is built from its end: what is built leads to what comes next, and the place
//! where it begins is returned.

use regex_automata::nfa::thompson::{BuildError, Builder, NFA, Transition};
use regex_automata::util::primitives::StateID;

use super::{Automaton, characters};
use crate::syntax::{Case, Expression, Kind};

/// Stands behind every word. No text in UTF-8 holds this octet.
pub(super) const END: u8 = 0xff;

/// The greatest size in octets.
pub(super) const SIZE: usize = 32 << 20;

/// More is needed than is allowed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct TooLarge;

impl From<BuildError> for TooLarge {
    fn from(_: BuildError) -> Self {
        Self
    }
}

/// A place in what is built.
pub(super) type Place = StateID;

/// Finds the automaton of a production by its name.
pub(super) type Definitions<'a> = dyn Fn(&str) -> Option<&'a Automaton> + 'a;

/// A nondeterministic automaton that is being built.
pub(super) struct Paths<'a> {
    builder: Builder,
    definitions: &'a Definitions<'a>,
}

impl<'a> Paths<'a> {
    /// Builds what `begin` builds when it is told where all words end.
    pub(super) fn build(
        definitions: &'a Definitions<'a>,
        begin: impl FnOnce(&mut Self, Place) -> Result<Place, TooLarge>,
    ) -> Result<NFA, TooLarge> {
        let mut builder = Builder::new();
        builder.set_size_limit(Some(SIZE))?;
        builder.start_pattern()?;
        let found = builder.add_match()?;
        let end = builder.add_range(octet(END, found))?;
        let mut paths = Self {
            builder,
            definitions,
        };
        let start = begin(&mut paths, end)?;
        paths.builder.finish_pattern(start)?;
        Ok(paths.builder.build(start, start)?)
    }

    /// An expression.
    pub(super) fn expression(
        &mut self,
        expression: &Expression,
        next: Place,
    ) -> Result<Place, TooLarge> {
        match &expression.kind {
            Kind::Alternation(members) => {
                let starts: Result<Vec<Place>, TooLarge> = members
                    .iter()
                    .map(|member| self.expression(member, next))
                    .collect();
                self.either(starts?)
            }
            Kind::Sequence(members) => members
                .iter()
                .rev()
                .try_fold(next, |next, member| self.expression(member, next)),
            Kind::Optional(body) => {
                let start = self.expression(body, next)?;
                self.either(vec![start, next])
            }
            Kind::Repetition { least, most, body } => self.repetition((*least, *most), body, next),
            Kind::Literal { text, case, .. } => self.literal(text, *case, next),
            Kind::Reference { name, case, .. } => self.reference(name, *case, next),
        }
    }

    fn repetition(
        &mut self,
        (least, most): (u32, Option<u32>),
        body: &Expression,
        next: Place,
    ) -> Result<Place, TooLarge> {
        let optional = if let Some(most) = most {
            (least..most).try_fold(next, |start, _| {
                let round = self.expression(body, start)?;
                self.either(vec![round, next])
            })?
        } else {
            let rounds = self.either(Vec::new())?;
            let round = self.expression(body, rounds)?;
            self.also(rounds, round)?;
            self.also(rounds, next)?;
            rounds
        };
        (0..least).try_fold(optional, |start, _| self.expression(body, start))
    }

    /// What the grammar does not define derives nothing.
    pub(super) fn reference(
        &mut self,
        name: &str,
        case: Case,
        next: Place,
    ) -> Result<Place, TooLarge> {
        match (self.definitions)(name) {
            Some(automaton) => self.embed(automaton, case, next),
            None => Ok(self.builder.add_fail()?),
        }
    }

    /// A text. One with an octet outside ASCII derives nothing.
    pub(super) fn literal(
        &mut self,
        text: &str,
        case: Case,
        next: Place,
    ) -> Result<Place, TooLarge> {
        if !text.is_ascii() {
            return Ok(self.builder.add_fail()?);
        }
        text.bytes().rev().try_fold(next, |next, character| {
            let mut ways = vec![octet(character, next)];
            if let Some(other) = other_case(character, case) {
                ways.push(octet(other, next));
                ways.sort_unstable_by_key(|way| way.start);
            }
            Ok(self.builder.add_sparse(ways)?)
        })
    }

    /// A copy of an automaton.
    pub(super) fn embed(
        &mut self,
        automaton: &Automaton,
        case: Case,
        next: Place,
    ) -> Result<Place, TooLarge> {
        let places: Result<Vec<Place>, TooLarge> = automaton
            .states()
            .map(|_| Ok(self.builder.add_empty()?))
            .collect();
        let places = places?;
        for (state, &place) in automaton.states().zip(&places) {
            let mut steps: Vec<(u8, Place)> = Vec::new();
            for (character, octet) in characters().zip(0..) {
                if let Some(target) = automaton.step(state, character) {
                    steps.push((octet, places[target.number()]));
                }
            }
            let mut ways = vec![self.builder.add_sparse(ranges(&steps))?];
            let other = |&(octet, place): &(u8, Place)| Some((other_case(octet, case)?, place));
            let mut others: Vec<(u8, Place)> = steps.iter().filter_map(other).collect();
            if !others.is_empty() {
                others.sort_unstable();
                ways.push(self.builder.add_sparse(ranges(&others))?);
            }
            if automaton.is_accepting(state) {
                ways.push(next);
            }
            let either = self.either(ways)?;
            self.builder.patch(place, either)?;
        }
        Ok(places[automaton.start().number()])
    }

    /// A place from which every one of these can be begun.
    pub(super) fn either(&mut self, places: Vec<Place>) -> Result<Place, TooLarge> {
        Ok(self.builder.add_union(places)?)
    }

    /// Lets another be begun from a place that [`Self::either`] made.
    pub(super) fn also(&mut self, either: Place, place: Place) -> Result<(), TooLarge> {
        Ok(self.builder.patch(either, place)?)
    }
}

fn octet(octet: u8, next: Place) -> Transition {
    Transition {
        start: octet,
        end: octet,
        next,
    }
}

/// The letter in its other case, where cases are alike.
fn other_case(octet: u8, case: Case) -> Option<u8> {
    (case == Case::Ignored && octet.is_ascii_alphabetic()).then_some(octet ^ 0x20)
}

/// Neighbours that lead to the same place taken together. The steps are sorted.
fn ranges(steps: &[(u8, Place)]) -> Vec<Transition> {
    let runs = steps.chunk_by(|one, other| one.1 == other.1 && one.0 + 1 == other.0);
    let range = |run: &[(u8, Place)]| {
        let (&(start, next), &(end, _)) = (run.first()?, run.last()?);
        Some(Transition { start, end, next })
    };
    runs.filter_map(range).collect()
}
