//! The first way that is live, for each point and set of live positions.
//!
//! Like the sets of positions, the ways depend on the network and not on the text. So they are kept for
//! the next texts, with what they write into the tree.

use alloc::vec::Vec;

use super::interner::number;
use super::live::SetId;
use super::memo::Memo;
use super::network::{DefinitionId, Network};
use super::positions::{Event, Path, PointId, Position, PositionId, Positions};
use crate::production_set::ProductionId;

/// What a way writes into the tree.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Action {
    Open(ProductionId),
    Close,
}

/// Where a way goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Goal {
    /// Behind an octet, at this point.
    Octet(PointId),
    /// In the definition that this position calls.
    Call(PositionId),
    /// Behind the end of the definition.
    End,
}

/// A way from a point that consumes an octet at most.
#[derive(Debug, Clone, Copy)]
pub(super) struct Way {
    actions: (u32, u32),
    pub(super) goal: Goal,
}

/// The ways known so far.
#[derive(Debug, Clone, Default)]
pub(super) struct Ways {
    /// By the point and the set of live positions.
    of_sets: Memo<2, Way>,
    /// By the point and the position that it leads to.
    of_positions: Memo<2, Way>,
    actions: Vec<Action>,
    /// For each definition, whether the tree shows it.
    is_shown: Vec<bool>,
    /// The version of the sets.
    version: usize,
}

impl Ways {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        self.of_sets.size() + self.of_positions.size() + self.actions.len()
    }

    /// Forgets the ways if they are those of other sets or trees.
    pub(super) fn begin(&mut self, version: usize, is_shown: impl Iterator<Item = bool>) {
        let known = self.is_shown.len();
        self.is_shown.extend(is_shown);
        let has_changed = self.is_shown[..known] != self.is_shown[known..];
        self.is_shown.drain(..known);
        if has_changed || version != self.version {
            *self = Self {
                is_shown: core::mem::take(&mut self.is_shown),
                version,
                ..Self::default()
            };
        }
    }

    pub(super) fn is_shown(&self, definition: DefinitionId) -> bool {
        self.is_shown[definition as usize]
    }

    /// Returns what a way writes.
    #[inline]
    pub(super) fn actions(&self, way: Way) -> &[Action] {
        &self.actions[way.actions.0 as usize..way.actions.1 as usize]
    }

    /// Returns the first way from a point to a position of the set, if it is known.
    #[inline]
    pub(super) fn known(&self, point: PointId, set: SetId) -> Option<Way> {
        self.of_sets.get([point, set])
    }

    /// Keeps a way as the first one to a position of the set.
    pub(super) fn keep(&mut self, point: PointId, set: SetId, way: Way) {
        self.of_sets.add([point, set], way);
    }

    /// Returns the way along a path from a point.
    pub(super) fn along(
        &mut self,
        (network, positions): (&Network, &Positions),
        point: PointId,
        path: Path,
    ) -> Way {
        let key = [point, path.position];
        if let Some(known) = self.of_positions.get(key) {
            return known;
        }
        let from = number(self.actions.len());
        for &event in positions.events(path) {
            match event {
                Event::Open(one) if self.is_shown(one) => {
                    let production = network.definition(one).production;
                    self.actions.push(Action::Open(production));
                }
                Event::Close(one) if self.is_shown(one) => self.actions.push(Action::Close),
                Event::Open(_) | Event::Close(_) => {}
            }
        }
        let goal = match *positions.position(path.position) {
            Position::Octet(_, behind) => Goal::Octet(behind),
            Position::Call(_) => Goal::Call(path.position),
            Position::End(_) => Goal::End,
        };
        let actions = (from, number(self.actions.len()));
        let way = Way { actions, goal };
        self.of_positions.add(key, way);
        way
    }
}
