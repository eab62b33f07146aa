//! Nondeterministic automata.
//!
//! The builder works backwards. Each function receives the state in which the text goes on and returns
//! the state in which the part begins.
//!
//! It builds `N` copies of a part side by side, its tracks. With one track the result accepts the
//! texts of the part. With two it accepts the texts with a derivation that uses a target: only the
//! target leads from the first track to the last, where the texts end.

use std::collections::HashMap;

use super::Automaton;
use super::limits::{MEMORY, TooLarge, Work};
use crate::octets::OctetSet;
use crate::syntax::{Case, Encoding};

/// The number of a state of an [`Nfa`].
pub(super) type NfaState = u32;

/// The states, one on each track, in which an added expression begins.
pub(super) type Added<const N: usize> = Result<[NfaState; N], TooLarge>;

/// The greatest number of states of an [`Nfa`]: as many as fit into the memory that one may use.
const NFA_STATES: usize = MEMORY / (2 * size_of::<Transitions>());

/// The greatest number of its transitions by octets.
const NFA_TRANSITIONS: usize = MEMORY / size_of::<(OctetSet, NfaState)>();

/// What an expression is read with.
#[derive(Clone, Copy)]
pub(crate) struct Definitions<'a> {
    /// How its characters become octets.
    pub(crate) encoding: Encoding,
    /// Finds the automaton of a production by its name.
    pub(crate) find: &'a dyn Fn(&str) -> Option<&'a Automaton>,
}

/// What leads from a state of an [`Nfa`] to others.
#[derive(Debug, Default)]
pub(super) struct Transitions {
    /// The states that are reached without an octet.
    pub(super) empty: Vec<NfaState>,
    /// The states that are reached by one of a set of octets.
    pub(super) octets: Vec<(OctetSet, NfaState)>,
}

/// A nondeterministic automaton. State 0 is the only one that accepts.
#[derive(Debug)]
pub(super) struct Nfa {
    pub(super) states: Vec<Transitions>,
    pub(super) start: NfaState,
}

/// The texts of a production that a reference to it leads to, besides all its texts.
#[derive(Clone, Copy)]
pub(super) enum Using<'a> {
    Nothing,
    /// For each production, its texts that use the target. They lead to the last track.
    Target(&'a HashMap<&'a str, Automaton>),
    /// For each production, prefixes of its texts. They lead to the end.
    Prefixes(&'a HashMap<&'a str, Automaton>),
}

pub(super) struct NfaBuilder<'a> {
    find: &'a dyn Fn(&str) -> Option<&'a Automaton>,
    using: Using<'a>,
    pub(super) states: Vec<Transitions>,
    /// The number of transitions by octets.
    transitions: usize,
    pub(super) work: &'a Work,
}

impl Nfa {
    /// The accepting state.
    pub(super) const END: NfaState = 0;

    /// Builds an automaton from others.
    pub(super) fn composed(
        work: &Work,
        begin: impl FnOnce(&mut NfaBuilder<'_>, NfaState) -> Result<NfaState, TooLarge>,
    ) -> Result<Self, TooLarge> {
        let mut builder = NfaBuilder::new(&|_| None, Using::Nothing, work);
        let start = begin(&mut builder, Self::END)?;
        Ok(builder.build(start))
    }
}

impl<'a> NfaBuilder<'a> {
    pub(super) fn new(
        find: &'a dyn Fn(&str) -> Option<&'a Automaton>,
        using: Using<'a>,
        work: &'a Work,
    ) -> Self {
        Self {
            find,
            using,
            states: vec![Transitions::default()],
            transitions: 0,
            work,
        }
    }

    pub(super) fn build(self, start: NfaState) -> Nfa {
        Nfa {
            states: self.states,
            start,
        }
    }

    pub(super) fn state(&mut self, transitions: Transitions) -> Result<NfaState, TooLarge> {
        self.work.take(1 + transitions.empty.len())?;
        if self.states.len() >= NFA_STATES {
            return Err(TooLarge);
        }
        self.states.push(transitions);
        NfaState::try_from(self.states.len() - 1).map_err(|_| TooLarge)
    }

    /// Adds at least `least` and at most `most` rounds.
    pub(super) fn repetition<const N: usize>(
        &mut self,
        (least, most): (u32, Option<u32>),
        next: [NfaState; N],
        round: &mut dyn FnMut(&mut Self, [NfaState; N]) -> Added<N>,
    ) -> Added<N> {
        let mut left = most.unwrap_or(least.saturating_add(1)) as usize;
        let mut round = |builder: &mut Self, next| {
            let before = builder.states.len();
            let start = round(builder, next)?;
            left = left.saturating_sub(1);
            // All rounds add the same number of states, so the first one shows whether all fit.
            builder.expect((builder.states.len() - before).saturating_mul(left))?;
            Ok(start)
        };
        let optional = if let Some(most) = most {
            (least..most).try_fold(next, |start, _| {
                let start = round(self, start)?;
                self.either_on_each_track(&[start, next])
            })?
        } else {
            let rounds = self.either_on_each_track(&[])?;
            let start = round(self, rounds)?;
            for track in 0..N {
                let empty = &mut self.states[rounds[track] as usize].empty;
                empty.extend([start[track], next[track]]);
            }
            rounds
        };
        (0..least).try_fold(optional, |start, _| round(self, start))
    }

    /// Fails if that number of states more is too large.
    fn expect(&self, states: usize) -> Result<(), TooLarge> {
        self.work.expect(states)?;
        if self.states.len().saturating_add(states) > NFA_STATES {
            return Err(TooLarge);
        }
        Ok(())
    }

    /// Adds a production by its automaton. One that has none derives nothing.
    pub(super) fn known<const N: usize>(
        &mut self,
        name: &str,
        case: Case,
        next: [NfaState; N],
    ) -> Added<N> {
        let mut starts = match (self.find)(name) {
            Some(automaton) => {
                self.on_each_track(next, |builder, next| builder.embed(automaton, case, next))?
            }
            None => self.either_on_each_track(&[])?,
        };
        let using = match self.using {
            Using::Target(using) if N > 1 => using.get(name).map(|using| (using, next[N - 1])),
            Using::Prefixes(using) => using.get(name).map(|using| (using, Nfa::END)),
            Using::Target(_) | Using::Nothing => None,
        };
        if let Some((using, next)) = using {
            let using = self.embed(using, case, next)?;
            starts[0] = self.either(&[starts[0], using])?;
        }
        Ok(starts)
    }

    /// Adds a state that one of these octets leaves.
    pub(super) fn one_of(
        &mut self,
        octets: OctetSet,
        next: NfaState,
    ) -> Result<NfaState, TooLarge> {
        self.state(Transitions {
            empty: Vec::new(),
            octets: vec![(octets, next)],
        })
    }

    /// Adds a copy of an automaton.
    pub(super) fn embed(
        &mut self,
        automaton: &Automaton,
        case: Case,
        next: NfaState,
    ) -> Result<NfaState, TooLarge> {
        let first = self.state(Transitions::default())?;
        for _ in automaton.states().skip(1) {
            self.state(Transitions::default())?;
        }
        self.work
            .take(automaton.states().len() * automaton.classes.len())?;
        let classes = automaton.classes.iter();
        let classes: Vec<OctetSet> = classes.map(|class| class.compared(case)).collect();
        let number = |state: usize| NfaState::try_from(state).map_err(|_| TooLarge);
        for state in automaton.states() {
            let mut octets: Vec<(OctetSet, NfaState)> = Vec::new();
            for (class, &members) in classes.iter().enumerate() {
                if let Some(target) = automaton.step_by_class(state, class) {
                    let target = first + number(target.number())?;
                    match octets.iter_mut().find(|(_, known)| *known == target) {
                        Some((known, _)) => *known |= members,
                        None => octets.push((members, target)),
                    }
                }
            }
            self.transitions += octets.len();
            if self.transitions > NFA_TRANSITIONS {
                return Err(TooLarge);
            }
            let transitions = &mut self.states[first as usize + state.number()];
            transitions.octets = octets;
            if automaton.is_accepting(state) {
                transitions.empty.push(next);
            }
        }
        Ok(first)
    }

    /// Adds a step without an octet.
    pub(super) fn lead(&mut self, from: NfaState, to: NfaState) -> Result<(), TooLarge> {
        self.work.take(1)?;
        self.states[from as usize].empty.push(to);
        Ok(())
    }

    /// Adds a state from which each of the others can be reached.
    pub(super) fn either(&mut self, states: &[NfaState]) -> Result<NfaState, TooLarge> {
        self.state(Transitions {
            empty: states.to_vec(),
            octets: Vec::new(),
        })
    }

    pub(super) fn either_on_each_track<const N: usize>(
        &mut self,
        starts: &[[NfaState; N]],
    ) -> Added<N> {
        let mut either = [0; N];
        for (track, either) in either.iter_mut().enumerate() {
            let starts: Vec<NfaState> = starts.iter().map(|start| start[track]).collect();
            *either = self.either(&starts)?;
        }
        Ok(either)
    }

    pub(super) fn on_each_track<const N: usize>(
        &mut self,
        next: [NfaState; N],
        mut add: impl FnMut(&mut Self, NfaState) -> Result<NfaState, TooLarge>,
    ) -> Added<N> {
        let mut starts = next;
        for start in &mut starts {
            *start = add(self, *start)?;
        }
        Ok(starts)
    }
}
