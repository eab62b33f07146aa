//! Lists of items, each found when it is first needed and then kept.

use alloc::vec::Vec;

use super::interner::{Id, NONE, number};

/// The indexes of the first item of a list and behind its last one.
pub(super) type Range = (u32, u32);

/// A list for each of some numbers.
#[derive(Debug, Clone)]
pub(super) struct Lists<T> {
    /// For each number the range of its items; [`NONE`] if the list is not known yet.
    ranges: Vec<Range>,
    items: Vec<T>,
}

impl<T> Default for Lists<T> {
    fn default() -> Self {
        Self {
            ranges: Vec::new(),
            items: Vec::new(),
        }
    }
}

impl<T> Lists<T> {
    /// Returns the range of a list, if it is known.
    #[inline]
    pub(super) fn range(&self, id: Id) -> Option<Range> {
        let range = self.ranges.get(id as usize).copied();
        range.filter(|range| range.0 != NONE)
    }

    /// Returns a list; nothing if it is not known.
    #[inline]
    pub(super) fn get(&self, id: Id) -> &[T] {
        let (from, to) = self.range(id).unwrap_or((0, 0));
        &self.items[from as usize..to as usize]
    }

    /// Returns the item at an index of a range.
    #[inline]
    pub(super) fn item(&self, index: u32) -> &T {
        &self.items[index as usize]
    }

    /// Adds a list. Returns its range.
    pub(super) fn add(&mut self, id: Id, items: impl IntoIterator<Item = T>) -> Range {
        let index = id as usize;
        if self.ranges.len() <= index {
            self.ranges.resize(index + 1, (NONE, NONE));
        }
        let from = number(self.items.len());
        self.items.extend(items);
        self.ranges[index] = (from, number(self.items.len()));
        self.ranges[index]
    }

    /// Returns the number of items.
    pub(super) fn len(&self) -> usize {
        self.items.len()
    }
}
