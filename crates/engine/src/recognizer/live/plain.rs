//! Octets over which nothing begins or ends.

use alloc::vec::Vec;

use super::sets::EMPTY;
use super::{Entry, Live, Tables};
use crate::recognizer::interner::{Id, number};
use crate::recognizer::{Limit, LimitReached};

/// The number of octets after which the limits are checked.
const AT_ONCE: usize = 4096;

/// A text, with the front at each offset.
#[derive(Debug, Clone, Copy)]
pub(in crate::recognizer) struct Read<'a> {
    pub(in crate::recognizer) text: &'a [u8],
    pub(in crate::recognizer) fronts: &'a [Id],
}

impl Read<'_> {
    /// Returns the front at an offset and the octet behind it.
    #[inline]
    pub(super) fn at(self, offset: usize) -> (Id, u8) {
        (self.fronts[offset], self.text[offset])
    }
}

impl Live {
    /// Goes on to the left while no definition begins or ends in any context. Returns the offset of
    /// the last row.
    pub(super) fn run_plain(
        &mut self,
        tables: &mut Tables<'_>,
        read: Read<'_>,
        entries: &mut Vec<Entry>,
        limit: &mut Limit,
    ) -> Result<usize, LimitReached> {
        let mut offset = read.text.len() + 1 - self.rows.len();
        // A context with a hidden entry has another one too.
        if !entries.iter().all(|entry| entry.is_visible) {
            return Ok(offset);
        }
        while let Some(before) = offset.checked_sub(1) {
            if let [entry] = &mut **entries
                && entry.is_moving
            {
                return self.run_alone(tables, read, (entry, offset), limit);
            }
            if !self.step_plain(tables, entries, read.at(before)) {
                break;
            }
            offset = before;
            limit.take(entries.len())?;
            self.rows.push(number(self.found.len()));
            let found = entries.iter().map(|entry| (entry.context, entry.set));
            self.found.extend(found);
            tables.settle(limit)?;
            limit.grow(entries.len(), || self.size() + tables.size())?;
        }
        Ok(offset)
    }

    /// Does the same in the only context.
    fn run_alone(
        &mut self,
        tables: &mut Tables<'_>,
        read: Read<'_>,
        (entry, mut offset): (&mut Entry, usize),
        limit: &mut Limit,
    ) -> Result<usize, LimitReached> {
        let definition = self.definition(entry.context);
        let mut end = offset;
        while let Some(before) = offset.checked_sub(1) {
            let step = (self.sets).step(tables, (definition, entry.set), read.at(before));
            if !step.is_plain || tables.positions.is_exhausted() {
                break;
            }
            offset = before;
            entry.set = step.set;
            self.rows.push(number(self.found.len()));
            self.found.push((entry.context, step.set));
            if end - offset == AT_ONCE {
                limit.take(end - offset)?;
                limit.grow(end - offset, || self.size() + tables.size())?;
                end = offset;
            }
        }
        limit.take(end - offset)?;
        Ok(offset)
    }

    /// Moves the entries before an octet. Moves none if a definition begins or ends there.
    fn step_plain(
        &mut self,
        tables: &mut Tables<'_>,
        entries: &mut Vec<Entry>,
        at: (Id, u8),
    ) -> bool {
        self.room.clear();
        for entry in entries.iter().filter(|entry| entry.is_moving) {
            let own = (self.definition(entry.context), entry.set);
            let step = self.sets.step(tables, own, at);
            if !step.is_plain {
                return false;
            }
            if step.set != EMPTY {
                let set = step.set;
                self.room.push(Entry { set, ..*entry });
            }
        }
        core::mem::swap(entries, &mut self.room);
        true
    }
}
