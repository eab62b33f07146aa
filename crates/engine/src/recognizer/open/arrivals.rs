//! The positions that a point leads to without an octet between, each point's kept once they are known.

use alloc::vec::Vec;
use core::ops::Range;

use crate::recognizer::interner::number;
use crate::recognizer::lists::Lists;
use crate::recognizer::network::DefinitionId;
use crate::recognizer::positions::{Event, Move, PointId, PositionId, Positions};
use crate::recognizer::prefixes::Prefixes;

/// A way from a point to a position.
#[derive(Debug, Clone, Copy)]
pub(super) struct Arrival {
    pub(super) position: PositionId,
    /// Whether the position is one of beginnings, and not inside of a whole definition.
    pub(super) is_of_begun: bool,
    opened: (u32, u32),
}

#[derive(Debug, Clone, Default)]
pub(super) struct Arrivals {
    /// The ways from each point.
    all: Lists<Arrival>,
    opened: Vec<DefinitionId>,
}

impl Arrivals {
    /// Returns the range of the ways from a point, in priority order.
    pub(super) fn of(
        &mut self,
        prefixes: &Prefixes,
        positions: &mut Positions,
        point: PointId,
    ) -> Range<u32> {
        let known = self.all.range(point);
        let (from, to) = known.unwrap_or_else(|| {
            let found = self.find(prefixes, positions, point);
            self.all.add(point, found)
        });
        from..to
    }

    pub(super) fn at(&self, index: u32) -> Arrival {
        *self.all.item(index)
    }

    /// Returns the definitions of beginnings that are opened on a way.
    pub(super) fn opened(&self, arrival: Arrival) -> impl Iterator<Item = DefinitionId> {
        let (from, to) = arrival.opened;
        self.opened[from as usize..to as usize].iter().copied()
    }

    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        4 * self.all.len() + self.opened.len()
    }

    fn find(
        &mut self,
        prefixes: &Prefixes,
        positions: &mut Positions,
        point: PointId,
    ) -> Vec<Arrival> {
        let mut found = Vec::new();
        let mut moves = Vec::new();
        // The definitions around a point are known by the point, so their number tells which ones are
        // opened on the way.
        let mut seen: Vec<(PointId, usize)> = Vec::new();
        let mut opened: Vec<DefinitionId> = Vec::new();
        let mut waiting: Vec<(PointId, usize, Option<DefinitionId>)> =
            Vec::from([(point, 0, None)]);
        while let Some((point, before, more)) = waiting.pop() {
            opened.truncate(before);
            opened.extend(more);
            if seen.contains(&(point, opened.len())) {
                continue;
            }
            seen.push((point, opened.len()));
            moves.clear();
            positions.moves(&prefixes.network, point, &mut moves);
            for step in moves.iter().rev() {
                match *step {
                    Move::Event(Event::Open(one), next) if prefixes.is_begun(one) => {
                        waiting.push((next, opened.len(), Some(one)));
                    }
                    // Behind a beginning, there is nothing but the end.
                    Move::Event(Event::Close(one), _) if prefixes.is_begun(one) => {}
                    Move::Silent(next) | Move::Event(_, next) => {
                        waiting.push((next, opened.len(), None));
                    }
                    Move::Arrive(_) => {}
                }
            }
            for step in &moves {
                if let Move::Arrive(position) = *step {
                    let from = number(self.opened.len());
                    self.opened.extend(&opened);
                    found.push(Arrival {
                        position,
                        is_of_begun: prefixes.is_of_begun(positions.address(point)),
                        opened: (from, number(self.opened.len())),
                    });
                }
            }
        }
        found
    }
}
