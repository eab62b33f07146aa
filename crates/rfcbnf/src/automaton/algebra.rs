//! Automata put together from automata.

use std::collections::BTreeSet;
use std::hash::Hash;

use super::determinize::{Table, classes};
use super::joint::Set;
use super::limits::{TooLarge, Work};
use super::nfa::{Definitions, Nfa, NfaState};
use super::{Automaton, DfaState};
use crate::octets::OctetSet;
use crate::syntax::{Case, Expression};

impl Automaton {
    /// Returns the automaton that accepts the texts of this one that the other does not accept.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if it takes too many states.
    ///
    /// ```
    /// use rfcbnf::automaton::Automaton;
    ///
    /// let grammar = rfcbnf::read("few = 1*3\"a\"\nmany = 1*\"a\"\n")?;
    /// let (few, many) = (Automaton::new(&grammar, "few")?, Automaton::new(&grammar, "many")?);
    /// let rest = many.without(&few)?;
    /// assert!(rest.accepts(b"aaaa") && !rest.accepts(b"aaa"));
    /// assert!(few.without(&many)?.is_empty());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn without(&self, other: &Self) -> Result<Self, TooLarge> {
        self.without_within(other, &Work::new())
    }

    /// Returns [`Self::without`], and takes the steps from `work`.
    pub(crate) fn without_within(&self, other: &Self, work: &Work) -> Result<Self, TooLarge> {
        self.combined(other, &|mine, theirs| mine && !theirs, work)
    }

    /// Returns the automaton that accepts no text.
    pub(crate) fn empty() -> Self {
        let table = Table {
            classes: vec![OctetSet::ALL],
            steps: vec![None],
            accepting: vec![false],
        };
        table.minimized()
    }

    /// Returns the automaton that accepts this text only.
    pub(crate) fn of_text(text: &[u8]) -> Self {
        let classes = classes(text.iter().map(|&octet| OctetSet::single(octet)));
        let step = |&at: &usize, octet| (text.get(at) == Some(&octet)).then_some(at + 1);
        let is_end = |&at: &usize| at == text.len();
        let automaton = Self::of_states(classes, 0, &is_end, &step, &Work::unlimited());
        automaton.unwrap_or_else(|TooLarge| Self::empty())
    }

    /// Returns the automaton that accepts each of these octets as a text.
    pub(crate) fn of_set(octets: OctetSet) -> Self {
        let step = |&is_end: &bool, octet| (!is_end && octets.contains(octet)).then_some(true);
        let is_end = |&is_end: &bool| is_end;
        let automaton =
            Self::of_states(classes([octets]), false, &is_end, &step, &Work::unlimited());
        automaton.unwrap_or_else(|TooLarge| Self::empty())
    }

    /// Returns the automaton of the texts that lead from `start` to an accepting state.
    ///
    /// No two members of a class lead to different states.
    pub(crate) fn of_states<S: Clone + Eq + Hash>(
        classes: Vec<OctetSet>,
        start: S,
        is_accepting: &dyn Fn(&S) -> bool,
        step: &dyn Fn(&S, u8) -> Option<S>,
        work: &Work,
    ) -> Result<Self, TooLarge> {
        let octets: Vec<u8> = classes.iter().filter_map(|class| class.lowest()).collect();
        let table = Table::explore(classes, start, is_accepting, &mut |state| {
            work.take(octets.len())?;
            Ok(octets.iter().map(|&octet| step(state, octet)).collect())
        })?;
        Ok(table.minimized())
    }

    /// Returns the automaton that accepts a text if `is_accepted` returns so for the verdicts of
    /// this automaton and the other. It must reject texts that both reject.
    pub(crate) fn combined(
        &self,
        other: &Self,
        is_accepted: &dyn Fn(bool, bool) -> bool,
        work: &Work,
    ) -> Result<Self, TooLarge> {
        let accepts = |automaton: &Self, state: Option<DfaState>| {
            state.is_some_and(|state| automaton.is_accepting(state))
        };
        Self::of_states(
            self.classes_beside(other),
            (Some(self.start()), Some(other.start())),
            &|&(mine, theirs)| is_accepted(accepts(self, mine), accepts(other, theirs)),
            &|&(mine, theirs), octet| {
                let mine = mine.and_then(|state| self.step(state, octet));
                let theirs = theirs.and_then(|state| other.step(state, octet));
                (mine.is_some() || theirs.is_some()).then_some((mine, theirs))
            },
            work,
        )
    }

    /// Returns the automaton of the texts that are accepted between these two texts.
    pub(crate) fn between(
        &self,
        before: &[u8],
        after: &[u8],
        work: &Work,
    ) -> Result<Self, TooLarge> {
        let Some(start) = self.after(self.start(), before) else {
            return Ok(Self::empty());
        };
        Self::of_states(
            self.classes.clone(),
            start,
            &|&state| {
                let end = self.after(state, after);
                end.is_some_and(|end| self.is_accepting(end))
            },
            &|&state, octet| self.step(state, octet),
            work,
        )
    }

    /// Returns the automaton of the texts without the octet.
    pub(crate) fn avoiding(&self, octet: u8, work: &Work) -> Result<Self, TooLarge> {
        Self::of_states(
            self.classes_with(OctetSet::single(octet)),
            self.start(),
            &|&state| self.is_accepting(state),
            &|&state, next| self.step(state, next).filter(|_| next != octet),
            work,
        )
    }

    /// Returns the state after the text; `None` if no accepted text goes on with it.
    fn after(&self, state: DfaState, text: &[u8]) -> Option<DfaState> {
        let mut octets = text.iter();
        octets.try_fold(state, |state, &octet| self.step(state, octet))
    }

    /// Returns sets of octets that neither the automaton nor the set tells apart.
    pub(crate) fn classes_with(&self, set: OctetSet) -> Vec<OctetSet> {
        classes(self.classes.iter().copied().chain([set]))
    }

    /// Returns sets of octets that neither automaton tells apart.
    pub(crate) fn classes_beside(&self, other: &Self) -> Vec<OctetSet> {
        classes(self.classes.iter().chain(&other.classes).copied())
    }

    /// Returns the automaton of an expression that is read with these definitions.
    pub(crate) fn of_expression<'a>(
        expression: &Expression,
        definitions: Definitions<'a>,
        work: &'a Work,
    ) -> Result<Self, TooLarge> {
        let set = Set::of_expression(expression, definitions.encoding);
        set.first(definitions.find, work)
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

impl Automaton {
    /// Returns the shortest prefix of the text, letters in any case, that no accepted text begins
    /// with; the whole text if an accepted text begins with it.
    pub(crate) fn shortest_unviable<'t>(&self, text: &'t [u8]) -> &'t [u8] {
        let mut states = vec![self.start()];
        for (offset, octet) in text.iter().enumerate() {
            let cases = [octet.to_ascii_lowercase(), octet.to_ascii_uppercase()];
            let steps = states.iter().flat_map(|&state| {
                cases
                    .iter()
                    .filter_map(move |&octet| self.step(state, octet))
            });
            let next: BTreeSet<DfaState> = steps.collect();
            if next.is_empty() {
                return &text[..=offset];
            }
            states = next.into_iter().collect();
        }
        text
    }

    /// Returns the automaton without the texts that begin with one of these, letters in any case.
    pub(super) fn excluding(&self, texts: &[String], work: &Work) -> Result<Self, TooLarge> {
        let texts = texts.iter().map(|text| text.to_ascii_lowercase());
        let texts: Vec<Vec<u8>> = texts.map(String::into_bytes).collect();
        if texts.iter().any(Vec::is_empty) {
            return Ok(Self::empty());
        }
        let letters = texts.iter().flatten();
        let letters = letters.map(|&letter| OctetSet::single(letter).in_any_case());
        let classes = classes(self.classes.iter().copied().chain(letters));
        let representatives = classes.iter().filter_map(|class| class.lowest());
        let representatives: Vec<u8> = representatives.collect();
        // The text so far, as long as one of the texts begins with it.
        let start = (self.start(), Some(Vec::new()));
        let is_accepting = |(state, _): &(DfaState, Option<Vec<u8>>)| self.is_accepting(*state);
        let table = Table::explore(classes, start, &is_accepting, &mut |(state, read)| {
            work.take(representatives.len() * (1 + texts.len()))?;
            let step = |&octet: &u8| {
                let next = self.step(*state, octet)?;
                let read = read.as_ref().map(|read| {
                    let mut read = read.clone();
                    read.push(octet.to_ascii_lowercase());
                    read
                });
                let read = read.filter(|read| texts.iter().any(|text| text.starts_with(read)));
                let is_excluded = read.as_ref().is_some_and(|read| texts.contains(read));
                (!is_excluded).then_some((next, read))
            };
            Ok(representatives.iter().map(step).collect())
        })?;
        Ok(table.minimized())
    }
}
