//! A stack that allocates only if it grows beyond its room.

use alloc::vec::Vec;

/// A stack with room for `ROOM` items in place. Allocations are a good part of the cost of an error.
///
/// Invariant: the lowest `ROOM` items are in `inline`, and if there are more, `spilled` has all.
#[derive(Clone)]
pub(super) struct SmallStack<T, const ROOM: usize> {
    inline: [T; ROOM],
    count: usize,
    spilled: Vec<T>,
}

impl<T: Copy, const ROOM: usize> SmallStack<T, ROOM> {
    /// Returns an empty stack. `filler` fills its room.
    pub(super) fn new(filler: T) -> Self {
        Self {
            inline: [filler; ROOM],
            count: 0,
            spilled: Vec::new(),
        }
    }

    /// Returns a stack of the items, the first one at the bottom. `filler` fills its room.
    #[inline]
    pub(super) fn of(filler: T, items: impl Iterator<Item = T>) -> Self {
        let mut stack = Self::new(filler);
        items.for_each(|item| stack.push(item));
        stack
    }

    /// Returns a stack of the items, the first one at the bottom. `filler` fills its room.
    #[inline]
    pub(super) fn copy_of(filler: T, items: &[T]) -> Self {
        let mut stack = Self::new(filler);
        stack.count = items.len();
        match stack.inline.get_mut(..items.len()) {
            Some(room) => room.copy_from_slice(items),
            None => stack.spilled = items.to_vec(),
        }
        stack
    }

    #[inline]
    pub(super) fn push(&mut self, item: T) {
        if let Some(slot) = self.inline.get_mut(self.count) {
            *slot = item;
            self.count += 1;
        } else {
            self.spill(item);
        }
    }

    /// Turns the stack upside down.
    #[inline]
    pub(super) fn reverse(&mut self) {
        let items = self.inline.get_mut(..self.count);
        items.unwrap_or(&mut self.spilled).reverse();
    }

    #[cold]
    #[inline(never)]
    fn spill(&mut self, item: T) {
        if self.spilled.is_empty() {
            self.spilled.extend_from_slice(&self.inline);
        }
        self.spilled.push(item);
        self.count = self.spilled.len();
    }
}

impl<T, const ROOM: usize> SmallStack<T, ROOM> {
    #[inline]
    pub(super) fn as_slice(&self) -> &[T] {
        self.inline.get(..self.count).unwrap_or(&self.spilled)
    }
}

/// Two stacks are equal if they have the same items.
impl<T: PartialEq, const ROOM: usize> PartialEq for SmallStack<T, ROOM> {
    fn eq(&self, other: &Self) -> bool {
        self.as_slice() == other.as_slice()
    }
}

impl<T: Eq, const ROOM: usize> Eq for SmallStack<T, ROOM> {}
