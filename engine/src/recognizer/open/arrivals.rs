//! The positions that a point leads to without an octet between, each point's kept once they are known.

use alloc::vec::Vec;
use core::ops::Range;

use crate::recognizer::network::DefinitionId;
use crate::recognizer::positions::{Event, Move, PointId, PositionId, Positions, number};
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
    /// For each point, the range of its arrivals, with one more than its end; 0 if it is not known.
    ranges: Vec<(u32, u32)>,
    all: Vec<Arrival>,
    opened: Vec<DefinitionId>,
}

impl Arrivals {
    /// Returns the indexes of the ways from a point, in priority order.
    pub(super) fn of(
        &mut self,
        prefixes: &Prefixes,
        positions: &mut Positions,
        point: PointId,
    ) -> Range<usize> {
        let index = point as usize;
        if self.ranges.len() <= index {
            self.ranges.resize(index + 1, (0, 0));
        }
        if self.ranges[index].1 == 0 {
            let from = number(self.all.len());
            self.find(prefixes, positions, point);
            self.ranges[index] = (from, number(self.all.len()) + 1);
        }
        let (from, to) = self.ranges[index];
        from as usize..to as usize - 1
    }

    pub(super) fn at(&self, index: usize) -> Arrival {
        self.all[index]
    }

    /// Returns the number of definitions of beginnings that are opened on a way.
    pub(super) fn opened(&self, arrival: Arrival) -> impl Iterator<Item = DefinitionId> {
        let (from, to) = arrival.opened;
        self.opened[from as usize..to as usize].iter().copied()
    }

    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        2 * self.ranges.len() + 4 * self.all.len() + self.opened.len()
    }

    /// Adds the ways from a point.
    fn find(&mut self, prefixes: &Prefixes, positions: &mut Positions, point: PointId) {
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
                    self.all.push(Arrival {
                        position,
                        is_of_begun: prefixes.is_of_begun(positions.address(point)),
                        opened: (from, number(self.opened.len())),
                    });
                }
            }
        }
    }
}
