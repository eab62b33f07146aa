//! The sets of states at the offsets of a text.

use alloc::vec::Vec;

use super::interner::{Id, Interner, NONE};
use super::positions::PositionId;
use super::states::{StateId, States};

/// The sets of positions that derivations reach at an offset, whatever their contexts are.
#[derive(Debug, Clone, Default)]
pub(super) struct Fronts {
    sets: Interner,
    /// For each state, the front with that state only.
    single: Vec<Id>,
    room: Vec<StateId>,
    /// The positions of each front, in ascending order, once they are needed.
    positions: Vec<Option<Vec<PositionId>>>,
    /// The number of positions of all these fronts.
    kept: usize,
}

impl Fronts {
    pub(super) fn size(&self) -> usize {
        self.sets.size() + self.kept
    }

    /// Returns the front with one state.
    #[inline]
    pub(super) fn one(&mut self, state: StateId) -> Id {
        match self.single.get(state as usize) {
            Some(&front) if front != NONE => front,
            _ => self.all([state]),
        }
    }

    /// Returns the front of these states.
    pub(super) fn all(&mut self, states: impl IntoIterator<Item = StateId>) -> Id {
        self.room.clear();
        self.room.extend(states);
        self.room.sort_unstable();
        self.room.dedup();
        let front = self.sets.intern(&self.room);
        if let [state] = *self.room {
            let index = state as usize;
            if self.single.len() <= index {
                self.single.resize(index + 1, NONE);
            }
            self.single[index] = front;
        }
        front
    }

    /// Returns the positions of a front in ascending order.
    pub(super) fn positions(&mut self, states: &States, front: Id) -> &[PositionId] {
        let index = front as usize;
        if self.positions.len() <= index {
            self.positions.resize(index + 1, None);
        }
        let members = self.sets.get(front);
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
