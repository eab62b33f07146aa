//! Octets over which nothing is called, opened or ended.
//!
//! Most octets are inside of strings, names and numbers. If only one place leads on there, where it
//! leads depends on the live positions, the point and the octet alone.

use alloc::collections::BTreeMap;

use super::{Entry, Pass};
use crate::recognizer::live::SetId;
use crate::recognizer::positions::{PointId, Position};

/// The point behind an octet, for each set of live positions and point; `None` if there is more to do.
pub(super) type Plain = BTreeMap<(SetId, PointId, u8), Option<PointId>>;

impl Pass<'_> {
    /// Returns the entry behind the octets from `offset` on that nothing but one place leads over, and
    /// the offset behind them.
    pub(super) fn run_plain(&mut self, mut entry: Entry, mut offset: usize) -> (Entry, usize) {
        while let Some(&octet) = self.text.get(offset) {
            let mut sets = self.live.sets(entry.context, offset, offset - 1);
            let (Some(set), None) = (sets.next(), sets.next()) else {
                break;
            };
            let key = (set, entry.point, octet);
            let known = self.plain.get(&key).copied();
            let Some(point) = known.unwrap_or_else(|| self.behind_plain(key)) else {
                break;
            };
            entry.point = point;
            offset += 1;
        }
        (entry, offset)
    }

    /// Returns the point behind the octet, if all ways to the end of the text lead there and nothing is
    /// called, opened or ended before it.
    fn behind_plain(&mut self, key: (SetId, PointId, u8)) -> Option<PointId> {
        let (set, point, octet) = key;
        let mut found = None;
        for index in self.arrivals.of(self.prefixes, self.positions, point) {
            let arrival = self.arrivals.at(index);
            if self
                .live
                .positions(set)
                .binary_search(&arrival.position)
                .is_err()
            {
                continue;
            }
            match *self.positions.position(arrival.position) {
                Position::Octet(octets, _) if !octets.contains(octet) => {}
                Position::Octet(_, behind)
                    if self.arrivals.opened(arrival).next().is_none()
                        && found.is_none_or(|known| known == behind) =>
                {
                    found = Some(behind);
                }
                _ => {
                    found = None;
                    break;
                }
            }
        }
        self.plain.insert(key, found);
        found
    }
}
