//! Answers by keys of a few numbers, for what is asked at each octet.

use alloc::vec::Vec;

/// Answers that have been found, by keys of `N` numbers.
///
/// The keys themselves are in the table, so an answer takes one access to memory. An [`Interner`]
/// takes three.
///
/// [`Interner`]: super::interner::Interner
#[derive(Debug, Clone)]
pub(super) struct Memo<const N: usize, T> {
    /// By hash, with linear probing. The length is a power of two, or 0.
    slots: Vec<Option<([u32; N], T)>>,
    known: usize,
}

impl<const N: usize, T> Default for Memo<N, T> {
    fn default() -> Self {
        Self {
            slots: Vec::new(),
            known: 0,
        }
    }
}

impl<const N: usize, T: Copy> Memo<N, T> {
    /// Returns a measure of the memory.
    pub(super) fn size(&self) -> usize {
        self.slots.len() * size_of::<Option<([u32; N], T)>>() / size_of::<u32>()
    }

    /// Returns the answer for a key, if it is known.
    #[inline]
    pub(super) fn get(&self, key: [u32; N]) -> Option<T> {
        let mask = self.slots.len().wrapping_sub(1);
        let mut slot = hash(key) & mask;
        loop {
            match self.slots.get(slot)? {
                Some((known, answer)) if is_same(known, key) => return Some(*answer),
                Some(_) => slot = (slot + 1) & mask,
                None => return None,
            }
        }
    }

    /// Adds the answer for a key that has none.
    pub(super) fn add(&mut self, key: [u32; N], answer: T) {
        if 2 * self.known >= self.slots.len() {
            let length = (4 * self.slots.len()).max(64);
            let slots = core::mem::take(&mut self.slots);
            self.slots.resize(length, None);
            for (key, answer) in slots.into_iter().flatten() {
                self.put(key, answer);
            }
        }
        self.put(key, answer);
        self.known += 1;
    }

    fn put(&mut self, key: [u32; N], answer: T) {
        let mask = self.slots.len() - 1;
        let mut slot = hash(key) & mask;
        while self.slots[slot].is_some() {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = Some((key, answer));
    }
}

/// Returns whether the keys are equal. The numbers are compared one by one, so that those of the key
/// stay in registers.
#[inline]
fn is_same<const N: usize>(known: &[u32; N], key: [u32; N]) -> bool {
    known.iter().zip(key).all(|(one, other)| *one == other)
}

/// Mixes all numbers but the first, and adds that. In a chain of questions, the first number is the
/// answer before, and the processor knows the others ahead.
#[inline]
fn hash<const N: usize>(key: [u32; N]) -> usize {
    const FACTORS: [u32; 3] = [0, 0x9E37_79B1, 0x85EB_CA77];
    let products = key.iter().zip(FACTORS);
    let mixed = products.fold(0_u32, |sum, (&one, factor)| {
        sum.wrapping_add(one.wrapping_mul(factor))
    });
    (mixed ^ (mixed >> 15)).wrapping_add(key[0]) as usize
}
