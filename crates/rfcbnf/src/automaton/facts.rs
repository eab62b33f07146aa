//! Facts about a language that its automaton shows at once, and which alternative a text comes from.

use std::collections::{HashSet, VecDeque};
use std::ops::RangeInclusive;

use rfcbnf_engine::utf8;

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

    /// Returns the characters that lead on from a state and the state after each range, in ascending order.
    /// The texts are those of a grammar of characters ([`Encoding::Utf8`](crate::syntax::Encoding::Utf8)), and
    /// the state is one between characters.
    ///
    /// ```
    /// use rfcbnf::automaton::Automaton;
    ///
    /// let grammar = rfcbnf::read("accent = %xE9 / %x370-3FF\n")?;
    /// let accent = Automaton::new(&grammar, "accent")?;
    /// let steps = accent.character_steps(accent.start());
    /// let ranges: Vec<_> = steps.into_iter().map(|(range, _)| range).collect();
    /// assert_eq!(ranges, ['\u{e9}'..='\u{e9}', '\u{370}'..='\u{3ff}']);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn character_steps(&self, state: DfaState) -> Vec<(RangeInclusive<char>, DfaState)> {
        utf8::transitions(state, &mut |state| {
            let classes = self.classes.iter().enumerate();
            let steps = classes.filter_map(|(class, &octets)| {
                Some((octets.into(), self.step_by_class(state, class)?))
            });
            steps.collect()
        })
    }

    /// Returns the states that whole characters lead to, the start first, with their steps. The texts are those
    /// of [`Self::character_steps`].
    pub fn between_characters(
        &self,
    ) -> impl Iterator<Item = (DfaState, Vec<(RangeInclusive<char>, DfaState)>)> {
        let mut seen = HashSet::from([self.start()]);
        let mut waiting = VecDeque::from([self.start()]);
        std::iter::from_fn(move || {
            let state = waiting.pop_front()?;
            let steps = self.character_steps(state);
            let targets = steps.iter().map(|(_, target)| *target);
            waiting.extend(targets.filter(|target| seen.insert(*target)));
            Some((state, steps))
        })
    }

    /// Returns the characters that lead on from a state, in ascending order, in as few ranges as possible.
    /// Texts and state are those of [`Self::character_steps`].
    #[must_use]
    pub fn next_characters(&self, state: DfaState) -> Vec<RangeInclusive<char>> {
        let steps = self.character_steps(state).into_iter();
        utf8::union(steps.map(|(range, _)| range))
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
