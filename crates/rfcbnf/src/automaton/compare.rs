//! Questions about two languages, as alternatives or one after the other.
//!
//! Each question is decided. If the answer depends on a text, it comes with a shortest one.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use super::determinize::classes;
use super::limits::{TooLarge, Work};
use super::search::{ShortestPath, search};
use super::{Automaton, DfaState};
use crate::octets::OctetSet;

/// A text that shows why a decision is necessary, and an offset in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The text.
    pub text: Vec<u8>,
    /// The byte offset at which the shorter of two matches ends.
    pub split: usize,
}

impl Witness {
    /// Returns the shorter match.
    #[must_use]
    pub fn shorter(&self) -> &[u8] {
        &self.text[..self.split]
    }
}

/// A state in each of two automata.
type Pair = (DfaState, DfaState);

/// The state of an automaton, the state of the rest if that has begun, and whether the step to
/// this pair began it.
type Beside = (DfaState, Option<DfaState>, bool);

/// The parses of one text by an automaton and the rest that follows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Parses {
    /// All parses are in the automaton.
    One(DfaState),
    /// One parse is in the automaton, the other in the rest. The flag tells whether the last step
    /// began the rest.
    Parted(DfaState, DfaState, bool),
    /// Both parses are in the rest.
    Both(DfaState, DfaState),
}

impl Automaton {
    /// Finds a text of the other automaton that has a text of this one as a proper prefix.
    pub(crate) fn prefix_of(&self, other: &Self, work: &Work) -> Result<Option<Witness>, TooLarge> {
        let goes_on = |(mine, theirs): &Pair| self.is_accepting(*mine) && other.goes_on(*theirs);
        let path = self.search_beside(other, goes_on, work)?;
        Ok(path.and_then(|path| {
            let mut text = path.text();
            let split = text.len();
            text.extend(other.shortest_after(path.end.1)?);
            Some(Witness { text, split })
        }))
    }

    /// Returns whether a text of this automaton is a viable prefix of the other.
    pub(crate) fn begins(&self, other: &Self, work: &Work) -> Result<bool, TooLarge> {
        let path = self.search_beside(other, |(mine, _)| self.is_accepting(*mine), work)?;
        Ok(path.is_some())
    }

    /// Finds a shortest text that both automata accept.
    pub(crate) fn common_text(
        &self,
        other: &Self,
        work: &Work,
    ) -> Result<Option<Vec<u8>>, TooLarge> {
        let both = |(mine, theirs): &Pair| self.is_accepting(*mine) && other.is_accepting(*theirs);
        let path = self.search_beside(other, both, work)?;
        Ok(path.map(|path| path.text()))
    }

    /// Returns whether the other automaton accepts every text that this one accepts.
    pub(crate) fn is_subset(&self, other: &Self, work: &Work) -> Result<bool, TooLarge> {
        Ok(self.difference_within(other, work)?.is_none())
    }

    /// Finds a text of this automaton that continues a shorter text of it with a viable prefix of
    /// `rest`: the longer match consumes what the rest needs.
    pub(crate) fn eats_into(&self, rest: &Self, work: &Work) -> Result<Option<Witness>, TooLarge> {
        self.search_before(rest, |mine, _| self.is_accepting(mine), work)
    }

    /// Finds a viable prefix of this automaton that continues a text of it with a text of `rest`:
    /// where the rest does not match after the longer match, it may match after the shorter one.
    pub(crate) fn overtakes(&self, rest: &Self, work: &Work) -> Result<Option<Witness>, TooLarge> {
        self.search_before(rest, |_, after| rest.is_accepting(after), work)
    }

    /// Finds a text that this automaton followed by `rest` derives in two ways. They part at the
    /// split: one of them ends this automaton's match there, and the other goes on.
    pub(crate) fn ambiguous_before(
        &self,
        rest: &Self,
        work: &Work,
    ) -> Result<Option<Witness>, TooLarge> {
        let next = |&parses: &Parses, octet| -> [Option<Parses>; 2] {
            let begun = || rest.step(rest.start(), octet);
            match parses {
                Parses::One(mine) => {
                    let next = self.step(mine, octet);
                    let begun = begun().filter(|_| self.is_accepting(mine));
                    let parted = next.zip(begun);
                    [
                        next.map(Parses::One),
                        parted.map(|(next, begun)| Parses::Parted(next, begun, true)),
                    ]
                }
                Parses::Parted(mine, early, _) => {
                    let Some(further) = rest.step(early, octet) else {
                        return [None, None];
                    };
                    let next = self.step(mine, octet);
                    let begun = begun().filter(|_| self.is_accepting(mine));
                    [
                        next.map(|next| Parses::Parted(next, further, false)),
                        begun.map(|begun| Parses::Both(further, begun)),
                    ]
                }
                Parses::Both(early, late) => {
                    let both = rest.step(early, octet).zip(rest.step(late, octet));
                    [both.map(|(early, late)| Parses::Both(early, late)), None]
                }
            }
        };
        let path = search(
            Parses::One(self.start()),
            &self.representatives_beside(rest),
            |parses, octet| next(parses, octet).into_iter().flatten(),
            |&parses| match parses {
                Parses::One(_) => false,
                Parses::Parted(mine, early, _) => {
                    self.is_accepting(mine) && rest.is_nullable() && rest.is_accepting(early)
                }
                Parses::Both(early, late) => rest.is_accepting(early) && rest.is_accepting(late),
            },
            work,
        )?;
        let begins = |parses: &Parses| matches!(parses, Parses::Parted(.., true));
        Ok(path.and_then(|path| {
            let split = path.steps.iter().position(|(_, parses)| begins(parses))?;
            let text = path.text();
            Some(Witness { text, split })
        }))
    }

    /// Searches the texts that are viable prefixes of both automata.
    fn search_beside(
        &self,
        other: &Self,
        found: impl Fn(&Pair) -> bool,
        work: &Work,
    ) -> Result<Option<ShortestPath<Pair>>, TooLarge> {
        search(
            (self.start(), other.start()),
            &self.representatives_beside(other),
            |&(mine, theirs), octet| self.step(mine, octet).zip(other.step(theirs, octet)),
            found,
            work,
        )
    }

    /// Searches the viable prefixes of this automaton that continue a text of it with a viable
    /// prefix of `rest`, which is not empty.
    fn search_before(
        &self,
        rest: &Self,
        found: impl Fn(DfaState, DfaState) -> bool,
        work: &Work,
    ) -> Result<Option<Witness>, TooLarge> {
        let next = |&(mine, after, _): &Beside, octet| -> [Option<Beside>; 2] {
            let Some(next) = self.step(mine, octet) else {
                return [None, None];
            };
            if let Some(after) = after {
                let further = rest.step(after, octet);
                return [further.map(|further| (next, Some(further), false)), None];
            }
            let begun = rest.step(rest.start(), octet);
            let begun = begun.filter(|_| self.is_accepting(mine));
            [
                Some((next, None, false)),
                begun.map(|begun| (next, Some(begun), true)),
            ]
        };
        let path = search(
            (self.start(), None, false),
            &self.representatives_beside(rest),
            |beside, octet| next(beside, octet).into_iter().flatten(),
            |&(mine, after, _)| after.is_some_and(|after| found(mine, after)),
            work,
        )?;
        Ok(path.and_then(|path| {
            let steps = &mut path.steps.iter();
            let split = steps.position(|(_, (.., begins))| *begins)?;
            let mut text = path.text();
            if !self.is_accepting(path.end.0) {
                text.extend(self.shortest_after(path.end.0)?);
            }
            Some(Witness { text, split })
        }))
    }
}

/// The greatest number of pairs of alternatives that have something in common.
const PAIRS: usize = 20_000;

/// The automata, by their indexes, that a text is a viable prefix for, and the states that it leads
/// to.
type Reached = Rc<[(usize, DfaState)]>;

impl Automaton {
    /// Finds the pairs of automata that accept a text and a prefix of it, or the same text. The
    /// lower index comes first; the pairs are in the order of the higher one.
    ///
    /// The search reads all automata at once. For literals it takes time linear in their length,
    /// where a comparison of all pairs takes quadratic time.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if there are too many pairs, or if the search takes too long.
    pub(crate) fn related(automata: &[Self], work: &Work) -> Result<Vec<(usize, usize)>, TooLarge> {
        let sets = automata.iter().flat_map(|automaton| &automaton.classes);
        let sets: HashSet<OctetSet> = sets.copied().collect();
        let classes = classes(sets).into_iter();
        let octets: Vec<u8> = classes.filter_map(OctetSet::lowest).collect();
        let alive = automata.iter().enumerate();
        let alive = alive.filter(|(_, automaton)| !automaton.is_empty());
        let start: Reached = alive
            .map(|(index, automaton)| (index, automaton.start()))
            .collect();
        let mut seen = HashSet::from([Rc::clone(&start)]);
        let mut waiting = vec![start];
        let mut pairs = BTreeSet::new();
        while let Some(reached) = waiting.pop() {
            add_pairs(automata, &reached, &mut pairs)?;
            for &octet in &octets {
                work.take(reached.len())?;
                let next = reached.iter().filter_map(|&(index, state)| {
                    Some((index, automata[index].step(state, octet)?))
                });
                let next: Reached = next.collect();
                if next.len() > 1 && seen.insert(Rc::clone(&next)) {
                    work.take(4 * next.len())?;
                    waiting.push(next);
                }
            }
        }
        let pairs = pairs.into_iter();
        Ok(pairs.map(|(later, earlier)| (earlier, later)).collect())
    }
}

/// Adds the pairs of each automaton that accepts the text with all others that it is a viable
/// prefix for.
fn add_pairs(
    automata: &[Automaton],
    reached: &[(usize, DfaState)],
    pairs: &mut BTreeSet<(usize, usize)>,
) -> Result<(), TooLarge> {
    for &(index, state) in reached {
        if !automata[index].is_accepting(state) {
            continue;
        }
        for &(other, _) in reached {
            if other != index {
                pairs.insert((index.max(other), index.min(other)));
            }
            if pairs.len() > PAIRS {
                return Err(TooLarge);
            }
        }
    }
    Ok(())
}
