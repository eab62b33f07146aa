//! Sets of positions as the states of an automaton, made when a text first leads to them.
//!
//! After some octets, derivations can be at several positions of a definition. The set of these positions is a
//! state, and the next state depends on it and on the octet alone. So each step is computed once, from the
//! positions, and then looked up: a lazy subset construction (M. Rabin, D. Scott: Finite Automata and Their
//! Decision Problems, 1959). Octets in the same class of the network share a step.
//!
//! For example, in `"x" "y" / "x" "z"` the start is the set of the positions before both `x`. After `x`, one
//! state has the positions before `y` and before `z`.
//!
//! A set stays within one called definition. A call is a position in it, and no octet leads over it: the
//! recognizer runs the called definition, and goes on in the state after the call. The states of all contexts at an
//! offset are a set of states.

use alloc::vec::Vec;

use super::interner::{Id, Interner, NONE, number};
use super::network::{DefinitionId, Network};
use super::positions::{PointId, Position, PositionId, Positions};
use crate::character_set::CharacterSet;

/// The number of a state.
pub(super) type StateId = Id;

/// The state without positions.
pub(super) const DEAD: StateId = 0;

/// A set of positions in one called definition.
#[derive(Debug, Clone, Copy)]
pub(super) struct State {
    /// Whether the definition can end here.
    pub(super) is_end: bool,
    /// Whether it can only end here.
    pub(super) is_only_end: bool,
    /// Whether nothing but octets is possible here.
    pub(super) is_plain: bool,
    /// The range of the calls in their table.
    calls: (u32, u32),
}

/// The states known so far.
#[derive(Debug, Clone, Default)]
pub(super) struct States {
    sets: Interner,
    all: Vec<State>,
    /// For each state and class of octets the next state; [`NONE`] if it is not known yet.
    steps: Vec<StateId>,
    /// For each state and class of octets whether a definition that is called there can begin with
    /// such an octet or be empty before it, if that is known.
    begins: Vec<Option<bool>>,
    calls: Vec<(DefinitionId, StateId)>,
    /// The states at the start of the called definitions.
    starts: Vec<StateId>,
}

impl States {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        let states = 4 * (self.all.len() + self.calls.len());
        self.sets.size() + self.steps.len() + self.begins.len() / 4 + states
    }

    #[inline]
    pub(super) fn state(&self, state: StateId) -> State {
        self.all[state as usize]
    }

    /// Returns the positions of a state in ascending order.
    pub(super) fn positions(&self, state: StateId) -> &[PositionId] {
        self.sets.get(state)
    }

    /// Returns the state at the start of a called definition.
    pub(super) fn start(
        &mut self,
        network: &Network,
        positions: &mut Positions,
        definition: DefinitionId,
    ) -> StateId {
        let index = definition as usize;
        if self.starts.len() <= index {
            self.starts.resize(index + 1, NONE);
        }
        if self.starts[index] == NONE {
            let point = positions.start(network, definition);
            self.starts[index] = self.at(network, positions, [point]);
        }
        self.starts[index]
    }

    /// Returns the state after an octet of this class.
    #[inline]
    pub(super) fn step(
        &mut self,
        network: &Network,
        positions: &mut Positions,
        state: StateId,
        octet: u8,
    ) -> StateId {
        let index = state as usize * network.classes() + network.class_of(octet);
        match self.steps.get(index) {
            Some(&next) if next != NONE => next,
            _ => self.find_step(network, positions, state, octet),
        }
    }

    #[cold]
    fn find_step(
        &mut self,
        network: &Network,
        positions: &mut Positions,
        state: StateId,
        octet: u8,
    ) -> StateId {
        if positions.is_exhausted() {
            return DEAD;
        }
        positions.count(self.sets.get(state).len());
        let members = self.sets.get(state).iter();
        let after = members.filter_map(|&one| match positions.position(one) {
            Position::Octet(set, after) if set.contains(octet) => Some(*after),
            _ => None,
        });
        let after: Vec<PointId> = after.collect();
        let next = self.at(network, positions, after);
        positions.limit(self.size());
        let index = state as usize * network.classes() + network.class_of(octet);
        self.steps[index] = next;
        next
    }

    /// Returns the definitions that are called in a state, each with the state after its texts of at
    /// least one octet.
    pub(super) fn calls(
        &mut self,
        network: &Network,
        positions: &mut Positions,
        state: StateId,
    ) -> (u32, u32) {
        let known = self.all[state as usize].calls;
        if known.0 != NONE {
            return known;
        }
        let mut after: Vec<(DefinitionId, Vec<PointId>)> = Vec::new();
        for &position in self.sets.get(state) {
            if let Position::Call(call) = positions.position(position) {
                match after
                    .iter_mut()
                    .find(|(other, _)| *other == call.definition)
                {
                    Some((_, points)) => points.push(call.after),
                    None => after.push((call.definition, Vec::from([call.after]))),
                }
            }
        }
        let mut calls = Vec::new();
        for (definition, points) in after {
            calls.push((definition, self.at(network, positions, points)));
        }
        let from = number(self.calls.len());
        self.calls.extend(calls);
        let range = (from, number(self.calls.len()));
        self.all[state as usize].calls = range;
        range
    }

    /// Returns a call of a range that [`Self::calls`] returned.
    #[inline]
    pub(super) fn call(&self, index: u32) -> (DefinitionId, StateId) {
        self.calls[index as usize]
    }

    /// Returns whether this octet can go on in a state.
    #[inline]
    pub(super) fn goes_on(
        &mut self,
        network: &Network,
        positions: &mut Positions,
        state: StateId,
        octet: u8,
    ) -> bool {
        self.step(network, positions, state, octet) != DEAD
            || !self.state(state).is_plain && self.calls_begin(network, positions, state, octet)
    }

    /// Returns whether a definition that is called in a state can begin with this octet, or derives the
    /// empty text before it.
    #[inline]
    pub(super) fn calls_begin(
        &mut self,
        network: &Network,
        positions: &mut Positions,
        state: StateId,
        octet: u8,
    ) -> bool {
        let index = state as usize * network.classes() + network.class_of(octet);
        match self.begins.get(index) {
            Some(&Some(known)) => known,
            _ => self.find_calls_begin(network, positions, state, octet),
        }
    }

    #[cold]
    fn find_calls_begin(
        &mut self,
        network: &Network,
        positions: &mut Positions,
        state: StateId,
        octet: u8,
    ) -> bool {
        let mut met = Vec::from([state]);
        let mut index = 0;
        let mut begins = false;
        while let Some(&one) = met.get(index) {
            index += 1;
            let (from, to) = self.calls(network, positions, one);
            for call in from..to {
                let (definition, _) = self.call(call);
                let start = self.start(network, positions, definition);
                begins |= network.definition(definition).is_nullable
                    || self.next(positions, start).contains(octet);
                if !met.contains(&start) {
                    met.push(start);
                }
            }
        }
        let index = state as usize * network.classes() + network.class_of(octet);
        self.begins[index] = Some(begins);
        begins
    }

    /// Returns the octets that can be next.
    pub(super) fn next(&self, positions: &Positions, state: StateId) -> CharacterSet {
        let members = self.sets.get(state).iter();
        members.fold(CharacterSet::EMPTY, |all, &one| {
            match positions.position(one) {
                Position::Octet(set, _) => all.union(*set),
                _ => all,
            }
        })
    }

    /// Returns the state of the positions that follow these points. Where a definition that is called
    /// derives the empty text, the positions after it are in the state too (J. Aycock and
    /// R. N. Horspool: Practical Earley Parsing, 2002).
    pub(super) fn at(
        &mut self,
        network: &Network,
        positions: &mut Positions,
        points: impl IntoIterator<Item = PointId>,
    ) -> StateId {
        if self.all.is_empty() {
            self.insert(network, positions, &[]);
        }
        let mut waiting: Vec<PointId> = points.into_iter().collect();
        let mut entered = waiting.clone();
        let mut members: Vec<PositionId> = Vec::new();
        while let Some(point) = waiting.pop() {
            if positions.is_exhausted() {
                break;
            }
            let before = members.len();
            let paths = positions.follow(network, point);
            members.extend(paths.iter().map(|path| path.position));
            positions.count(1 + members.len() - before);
            for &member in &members[before..] {
                if let &Position::Call(call) = positions.position(member)
                    && network.definition(call.definition).is_nullable
                {
                    positions.count(entered.len());
                    if !entered.contains(&call.after_empty) {
                        entered.push(call.after_empty);
                        waiting.push(call.after_empty);
                    }
                }
            }
        }
        members.sort_unstable();
        members.dedup();
        self.insert(network, positions, &members)
    }

    /// Returns the state of these positions, which are in ascending order.
    pub(super) fn insert(
        &mut self,
        network: &Network,
        positions: &Positions,
        members: &[PositionId],
    ) -> StateId {
        let id = self.sets.intern(members);
        if id as usize == self.all.len() {
            let kinds = || members.iter().map(|&one| positions.position(one));
            let is_end = kinds().any(|one| matches!(one, Position::End(_)));
            self.all.push(State {
                is_end,
                is_only_end: is_end && members.len() == 1,
                is_plain: kinds().all(|one| matches!(one, Position::Octet(..))),
                calls: (NONE, NONE),
            });
            let steps = self.steps.len() + network.classes();
            self.steps.resize(steps, NONE);
            self.begins.resize(steps, None);
        }
        id
    }
}

/// The sets of positions that derivations reach at an offset, whatever their contexts are.
#[derive(Debug, Clone, Default)]
pub(super) struct StateSets {
    sets: Interner,
    /// For each state, the set of states with that state only.
    single: Vec<Id>,
    room: Vec<StateId>,
    /// The positions of each set of states, in ascending order, once they are needed.
    positions: Vec<Option<Vec<PositionId>>>,
    /// The number of positions of all these sets of states.
    kept: usize,
}

impl StateSets {
    pub(super) fn size(&self) -> usize {
        self.sets.size() + self.kept
    }

    /// Returns the set of states with one state.
    #[inline]
    pub(super) fn one(&mut self, state: StateId) -> Id {
        match self.single.get(state as usize) {
            Some(&state_set) if state_set != NONE => state_set,
            _ => self.all([state]),
        }
    }

    /// Returns the set of states of these states.
    pub(super) fn all(&mut self, states: impl IntoIterator<Item = StateId>) -> Id {
        self.room.clear();
        self.room.extend(states);
        self.room.sort_unstable();
        self.room.dedup();
        let state_set = self.sets.intern(&self.room);
        if let [state] = *self.room {
            let index = state as usize;
            if self.single.len() <= index {
                self.single.resize(index + 1, NONE);
            }
            self.single[index] = state_set;
        }
        state_set
    }

    /// Returns the positions of a set of states in ascending order.
    pub(super) fn positions(&mut self, states: &States, state_set: Id) -> &[PositionId] {
        let index = state_set as usize;
        if self.positions.len() <= index {
            self.positions.resize(index + 1, None);
        }
        let members = self.sets.get(state_set);
        self.positions[index].get_or_insert_with(|| {
            let mut all: Vec<PositionId> = Vec::new();
            for &state in members {
                all.extend_from_slice(states.positions(state));
            }
            all.sort_unstable();
            all.dedup();
            self.kept += all.len();
            all
        })
    }
}
