//! The DFA fast path.
//!
//! A production with matches of unbounded length has its minimal DFA in addition to its
//! combinators, if the DFA is small enough. If the observer wants no events from inside the
//! production, or if they follow from the separators, the DFA consumes the text in one pass. DFA
//! and combinators match the same longest prefix, so nothing else changes.
//!
//! ```
//! use rfcbnf_engine::combinators::{any_of, run, with_dfa};
//! use rfcbnf_engine::dfa::{DfaState, LeafDfa, ShiftTransitions, Transitions};
//! use rfcbnf_engine::{CharacterSet, ProductionId};
//!
//! /// 1*digit: one class of characters, and two states. The second one accepts.
//! static DIGITS: LeafDfa = LeafDfa::new(Transitions::Shifts(&ShiftTransitions::new(
//!     &["0123456789"],
//!     &[DfaState(false, [2]), DfaState(true, [2])],
//! )));
//! const DIGIT: CharacterSet = CharacterSet::of("0123456789");
//!
//! let body = run(1, DIGIT, any_of(DIGIT));
//! let mut digits = with_dfa::<_, (), _, _>(ProductionId::new(0), &DIGITS, body);
//! assert_eq!(digits("80/x"), Ok(("/x", "80")));
//! ```

mod list;
mod pairs;
mod shifts;

use super::production_set::ProductionSet;

pub use list::List;
pub use pairs::{PairTable, PairTransitions};
pub use shifts::ShiftTransitions;

/// The DFA of a production whose trees hold character productions only.
pub type LeafDfa = Dfa<false>;

/// The DFA of a production whose trees hold other productions as well.
pub type NestedDfa = Dfa<true>;

/// The minimal DFA of a production.
///
/// [`LeafDfa::new`], [`NestedDfa::new`] and [`NestedDfa::of_list`] make one of a static table;
/// [the module](self) has an example.
pub struct Dfa<const NESTED: bool> {
    transitions: Transitions,
    /// The productions inside the production's trees, without the character productions.
    inside: ProductionSet,
    /// The list that those productions form, if they form one.
    list: Option<List>,
}

/// The transitions of a DFA, in one of two representations. [The module](self) has an example.
pub enum Transitions {
    /// One octet at a time, for few states.
    Shifts(&'static ShiftTransitions),
    /// Two octets at a time, for more.
    Pairs(PairTransitions),
}

/// A state as the generated code writes it: whether it accepts, and the next state for each
/// class of characters. States are numbered from 1, the start; 0 means that no transition exists.
/// [The module](self) has an example.
pub struct DfaState<const CLASSES: usize>(pub bool, pub [u8; CLASSES]);

/// The longest viable prefix of a text.
pub(crate) struct ViablePrefix {
    /// The state at its end.
    state: u64,
    /// Its length in octets.
    pub(crate) length: usize,
}

impl LeafDfa {
    /// Returns the DFA of a production without nested productions.
    #[must_use]
    pub const fn new(transitions: Transitions) -> Self {
        Self {
            transitions,
            inside: ProductionSet::EMPTY,
            list: None,
        }
    }
}

impl NestedDfa {
    /// Returns the DFA of a production whose trees hold these productions.
    #[must_use]
    pub const fn new(inside: ProductionSet, transitions: Transitions) -> Self {
        Self {
            transitions,
            inside,
            list: None,
        }
    }

    /// Returns the DFA of a production whose matches are lists.
    #[must_use]
    pub const fn of_list(list: List, transitions: Transitions) -> Self {
        Self {
            transitions,
            inside: ProductionSet::EMPTY.with(list.each).with(list.last),
            list: Some(list),
        }
    }
}

impl<const NESTED: bool> Dfa<NESTED> {
    /// Returns the productions inside the production's trees, without the character productions.
    #[inline]
    pub(crate) fn inside(&self) -> &ProductionSet {
        &self.inside
    }

    /// Returns the list that those productions form, if they form one.
    #[inline]
    pub(crate) fn list(&self) -> Option<&List> {
        self.list.as_ref().filter(|_| NESTED)
    }

    /// Runs the DFA to the end of the longest viable prefix.
    #[inline]
    pub(crate) fn viable_prefix(&self, octets: &[u8]) -> ViablePrefix {
        let prefix = match &self.transitions {
            Transitions::Shifts(shifts) => shifts.viable_prefix(octets),
            Transitions::Pairs(pairs) => pairs.viable_prefix(octets),
        };
        #[cfg(feature = "steps")]
        super::steps::count(1 + prefix.length);
        prefix
    }

    /// Returns the length of the longest match, which lies within the viable prefix.
    #[inline]
    pub(crate) fn longest_match(&self, octets: &[u8], prefix: &ViablePrefix) -> Option<usize> {
        if self.is_accepting(prefix.state) {
            Some(prefix.length)
        } else {
            self.last_match(octets.get(..prefix.length).unwrap_or(octets))
        }
    }

    /// Returns the length of the longest match and the number of the state at its end. States are
    /// numbered from 0 here.
    #[inline]
    pub(crate) fn longest_match_and_state(&self, octets: &[u8]) -> Option<(usize, usize)> {
        let mut prefix = self.viable_prefix(octets);
        if !self.is_accepting(prefix.state) {
            let length = self.last_match(octets.get(..prefix.length)?)?;
            prefix = self.viable_prefix(octets.get(..length)?);
        }
        let number = match &self.transitions {
            Transitions::Shifts(_) => ShiftTransitions::number(prefix.state),
            Transitions::Pairs(_) => PairTransitions::number(prefix.state),
        };
        Some((prefix.length, number))
    }

    #[inline]
    fn is_accepting(&self, state: u64) -> bool {
        match &self.transitions {
            Transitions::Shifts(shifts) => shifts.is_accepting(state),
            Transitions::Pairs(pairs) => pairs.is_accepting(state),
        }
    }

    /// Runs the DFA again over a viable prefix, to find where it last accepts.
    #[cold]
    #[inline(never)]
    fn last_match(&self, octets: &[u8]) -> Option<usize> {
        #[cfg(feature = "steps")]
        super::steps::count(octets.len());
        match &self.transitions {
            Transitions::Shifts(shifts) => {
                let accepts = octets.iter().scan(ShiftTransitions::START, |state, octet| {
                    *state = shifts.step(*state, *octet);
                    Some(shifts.is_accepting(*state))
                });
                last_accepted(shifts.is_accepting(ShiftTransitions::START), accepts)
            }
            Transitions::Pairs(pairs) => {
                let accepts = octets.iter().scan(PairTransitions::START, |state, octet| {
                    *state = pairs.step(*state, *octet)?;
                    Some(pairs.is_accepting(*state))
                });
                last_accepted(pairs.is_accepting(PairTransitions::START), accepts)
            }
        }
    }
}

/// Returns the number of steps after which a DFA last accepts.
fn last_accepted(at_start: bool, accepts: impl Iterator<Item = bool>) -> Option<usize> {
    let accepts = core::iter::once(at_start).chain(accepts).enumerate();
    accepts
        .filter(|(_, accepts)| *accepts)
        .map(|(steps, _)| steps)
        .last()
}
