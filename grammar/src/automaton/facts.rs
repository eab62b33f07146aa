//! Facts about a language that its automaton shows at once.

use super::{Automaton, DfaState};
use crate::octets::OctetSet;

impl Automaton {
    /// Returns whether the empty text is accepted.
    #[must_use]
    pub fn is_nullable(&self) -> bool {
        self.is_accepting(self.start())
    }

    /// Returns whether no text is accepted.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        !self.is_nullable() && !self.goes_on(self.start())
    }

    /// Returns the octets that accepted texts begin with: the FIRST set.
    #[must_use]
    pub fn first(&self) -> OctetSet {
        self.next(self.start())
    }

    /// Returns the octets that accepted texts contain.
    #[must_use]
    pub fn octets(&self) -> OctetSet {
        let states = self.states();
        states.fold(OctetSet::EMPTY, |all, state| all | self.next(state))
    }

    /// Returns the accepted texts of one octet.
    #[must_use]
    pub fn single_octets(&self) -> OctetSet {
        let classes = self.classes.iter().enumerate();
        let single = classes.filter(|&(class, _)| {
            let state = self.step_by_class(self.start(), class);
            state.is_some_and(|state| self.is_accepting(state))
        });
        single.fold(OctetSet::EMPTY, |all, (_, class)| all | *class)
    }

    /// Returns the octets that are accepted as whole texts and that no longer text begins with.
    #[must_use]
    pub fn whole_characters(&self) -> OctetSet {
        let classes = self.classes.iter().enumerate();
        let whole = classes.filter(|&(class, _)| {
            let state = self.step_by_class(self.start(), class);
            state.is_some_and(|state| self.is_accepting(state) && !self.goes_on(state))
        });
        whole.fold(OctetSet::EMPTY, |all, (_, class)| all | *class)
    }

    /// Returns whether an accepted text contains one of the wanted octets.
    #[must_use]
    pub fn contains_any(&self, wanted: impl Fn(u8) -> bool) -> bool {
        let classes = self.classes.iter().enumerate();
        let mut wanted = classes.filter(|(_, class)| class.iter().any(&wanted));
        wanted.any(|(class, _)| {
            let mut states = self.states();
            states.any(|state| self.step_by_class(state, class).is_some())
        })
    }

    /// Returns whether no accepted text is a proper prefix of another.
    pub(crate) fn is_prefix_free(&self) -> bool {
        let mut states = self.states();
        states.all(|state| !self.is_accepting(state) || !self.goes_on(state))
    }

    /// Returns whether a longer text can follow. Every state leads to an accepting one.
    pub(super) fn goes_on(&self, state: DfaState) -> bool {
        (0..self.classes.len()).any(|class| self.step_by_class(state, class).is_some())
    }
}
