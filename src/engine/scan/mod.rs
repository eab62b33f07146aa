//! Productions that are passed over in one go.
//!
//! A production that has no longest word, and whose minimal automaton is small enough, is scanned
//! where nobody hears what is inside it, or where its words are lists and the parts can be told
//! afterwards: the automaton walks once over the octets, instead of combinators that call each
//! other. Both take the longest prefix that the production derives, so nothing else changes.

mod list;
mod pairs;
mod shifts;

use super::RuleSet;
use crate::rules::Rule;

pub(crate) use list::List;
pub(crate) use pairs::{Pairs, Tables};
pub(crate) use shifts::Shifts;

/// The automaton of a production whose trees hold character productions and nothing else.
pub(crate) type Single = Scan<false>;

/// The automaton of a production whose trees hold others.
pub(crate) type Fused = Scan<true>;

/// The minimal automaton of a production.
pub struct Scan<const FUSED: bool> {
    automaton: Automaton,
    /// The productions that the production's trees hold, without the character productions.
    inside: RuleSet,
    /// How those lie in a word, if that is all there is to know of them.
    list: Option<List>,
}

/// What walks over the octets.
pub(crate) enum Automaton {
    Shifts(&'static Shifts),
    Pairs(Pairs),
}

/// A state of an automaton, as the generated code writes it: whether a word may end there, and
/// for each class of characters the number of the state that follows. The first state is number
/// 1, and where it begins; 0 is where no state follows.
pub(crate) struct State<const CLASSES: usize>(pub(crate) bool, pub(crate) [u8; CLASSES]);

/// How far octets are the beginning of a word.
pub(crate) struct Passed {
    /// The last state from which words can be completed.
    state: u64,
    /// The length of that beginning.
    pub(crate) length: usize,
}

impl Single {
    /// The automaton of such a production.
    pub(crate) const fn new(automaton: Automaton) -> Self {
        Self {
            automaton,
            inside: RuleSet::NONE,
            list: None,
        }
    }
}

impl Fused {
    /// The automaton of a production whose trees hold these rules.
    pub(crate) const fn new(inside: &[Rule], automaton: Automaton) -> Self {
        Self {
            automaton,
            inside: RuleSet::of(inside),
            list: None,
        }
    }

    /// The automaton of a production whose words are such lists.
    pub(crate) const fn of_list(list: List, automaton: Automaton) -> Self {
        Self {
            automaton,
            inside: RuleSet::of(&[list.each, list.last]),
            list: Some(list),
        }
    }
}

impl<const FUSED: bool> Scan<FUSED> {
    /// The productions that the production's trees hold, without the character productions.
    #[inline]
    pub(crate) fn inside(&self) -> &RuleSet {
        &self.inside
    }

    /// How those lie in a word, if that is all there is to know of them.
    #[inline]
    pub(crate) fn list(&self) -> Option<&List> {
        self.list.as_ref().filter(|_| FUSED)
    }

    /// Passes over the longest beginning of a word with which the octets begin.
    #[inline(never)]
    pub(crate) fn pass_over(&self, octets: &[u8]) -> Passed {
        match &self.automaton {
            Automaton::Shifts(shifts) => shifts.pass_over(octets),
            Automaton::Pairs(pairs) => pairs.pass_over(octets),
        }
    }

    /// The length of the longest word that the octets begin with, of which so much was passed
    /// over.
    #[inline]
    pub(crate) fn longest_prefix(&self, octets: &[u8], passed: &Passed) -> Option<usize> {
        if self.is_accepting(passed.state) {
            Some(passed.length)
        } else {
            self.last_word(octets.get(..passed.length).unwrap_or(octets))
        }
    }

    #[inline]
    fn is_accepting(&self, state: u64) -> bool {
        match &self.automaton {
            Automaton::Shifts(shifts) => shifts.is_accepting(state),
            Automaton::Pairs(pairs) => pairs.is_accepting(state),
        }
    }

    /// The last end of a word on the way over octets that begin one.
    #[cold]
    #[inline(never)]
    fn last_word(&self, octets: &[u8]) -> Option<usize> {
        match &self.automaton {
            Automaton::Shifts(shifts) => {
                let steps = octets.iter().scan(Shifts::START, |state, octet| {
                    *state = shifts.step(*state, *octet);
                    Some(shifts.is_accepting(*state))
                });
                last_end(shifts.is_accepting(Shifts::START), steps)
            }
            Automaton::Pairs(pairs) => {
                let steps = octets.iter().scan(Pairs::START, |state, octet| {
                    *state = pairs.step(*state, *octet)?;
                    Some(pairs.is_accepting(*state))
                });
                last_end(pairs.is_accepting(Pairs::START), steps)
            }
        }
    }
}

/// After how many steps a word ends for the last time.
fn last_end(at_first: bool, steps: impl Iterator<Item = bool>) -> Option<usize> {
    let ends = std::iter::once(at_first).chain(steps).enumerate();
    ends.filter(|(_, ends)| *ends)
        .map(|(steps, _)| steps)
        .last()
}
