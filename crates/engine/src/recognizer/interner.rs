//! What is found once and kept: sequences of numbers, each with an id; lists by a number; and answers by keys of a
//! few numbers, for what is asked at each octet.

use alloc::vec;
use alloc::vec::Vec;

/// The number of a sequence, counted from 0.
pub(super) type Id = u32;

/// The length of the largest table that is kept for the next text.
const ROOM: usize = 256;

/// The length of a table from which on it is doubled.
const LARGE: usize = 1 << 16;

/// No sequence.
pub(super) const NONE: Id = Id::MAX;

/// Returns the number of an entry. Callers stop long before a table has more than 2^32 entries.
pub(super) fn number(index: usize) -> Id {
    Id::try_from(index).unwrap_or(NONE)
}

/// Sequences of numbers. Equal sequences have one id.
#[derive(Debug, Clone)]
pub(super) struct Interner {
    numbers: Vec<u32>,
    ends: Vec<u32>,
    /// Ids by hash, with linear probing. The length is a power of two.
    table: Vec<Id>,
}

impl Default for Interner {
    fn default() -> Self {
        Self {
            numbers: Vec::new(),
            ends: Vec::new(),
            table: vec![NONE; 16],
        }
    }
}

impl Interner {
    /// Forgets all sequences. Keeps the room for them, unless it is large: then it would take as long to
    /// empty it.
    pub(super) fn clear(&mut self) {
        if self.table.len() > ROOM {
            *self = Self::default();
            return;
        }
        self.numbers.clear();
        self.ends.clear();
        self.table.fill(NONE);
    }

    pub(super) fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns how many numbers are kept, a measure of the memory.
    pub(super) fn size(&self) -> usize {
        self.numbers.len() + self.ends.len() + self.table.len()
    }

    #[inline]
    pub(super) fn get(&self, id: Id) -> &[u32] {
        let index = id as usize;
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.numbers[start as usize..self.ends[index] as usize]
    }

    /// Returns the id of a sequence. A new sequence gets the next id.
    pub(super) fn intern(&mut self, sequence: &[u32]) -> Id {
        let mask = self.table.len() - 1;
        let mut slot = hash(sequence) & mask;
        while self.table[slot] != NONE {
            if is_same(self.get(self.table[slot]), sequence) {
                return self.table[slot];
            }
            slot = (slot + 1) & mask;
        }
        // Callers stop long before the numbers are exhausted.
        let id = Id::try_from(self.ends.len()).unwrap_or(NONE);
        self.numbers.extend_from_slice(sequence);
        self.ends.push(number(self.numbers.len()));
        self.table[slot] = id;
        if self.ends.len() * 2 > self.table.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        // A small table grows faster. A large one is most of what a text takes.
        let factor = if self.table.len() < LARGE { 4 } else { 2 };
        let mut table = vec![NONE; self.table.len() * factor];
        let mask = table.len() - 1;
        for id in (0..).take(self.ends.len()) {
            let mut slot = hash(self.get(id)) & mask;
            while table[slot] != NONE {
                slot = (slot + 1) & mask;
            }
            table[slot] = id;
        }
        self.table = table;
    }
}

/// Returns whether the sequences are equal. Most are so short that a call to compare memory takes longer.
fn is_same(one: &[u32], other: &[u32]) -> bool {
    one.len() == other.len() && one.iter().zip(other).all(|(one, other)| one == other)
}

/// Mixes the numbers (the multiplication and rotation of Fx hashing, with a final mix).
fn hash(sequence: &[u32]) -> usize {
    const FACTOR: u64 = 0x517c_c1b7_2722_0a95;
    let mixed = sequence.iter().fold(sequence.len() as u64, |hash, &one| {
        (hash.rotate_left(5) ^ u64::from(one)).wrapping_mul(FACTOR)
    });
    #[expect(
        clippy::cast_possible_truncation,
        reason = "the lower bits of a hash suffice"
    )]
    let mixed = (mixed ^ (mixed >> 29)) as usize;
    mixed
}

/// The indexes of the first item of a list and after its last one.
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

/// Answers that have been found, by keys of `N` numbers.
///
/// The keys themselves are in the table, so an answer takes one access to memory. An [`Interner`]
/// takes three.
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
        let mut slot = Self::hash(key) & mask;
        loop {
            match self.slots.get(slot)? {
                Some((known, answer)) if Self::is_same(known, key) => return Some(*answer),
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
        let mut slot = Self::hash(key) & mask;
        while self.slots[slot].is_some() {
            slot = (slot + 1) & mask;
        }
        self.slots[slot] = Some((key, answer));
    }
    /// Returns whether the keys are equal. The numbers are compared one by one, so that those of the key
    /// stay in registers.
    #[inline]
    fn is_same(known: &[u32; N], key: [u32; N]) -> bool {
        known.iter().zip(key).all(|(one, other)| *one == other)
    }

    /// Mixes all numbers but the first, and adds that. In a chain of questions, the first number is the
    /// answer before, and the processor knows the others ahead.
    #[inline]
    fn hash(key: [u32; N]) -> usize {
        const FACTORS: [u32; 3] = [0, 0x9E37_79B1, 0x85EB_CA77];
        let products = key.iter().zip(FACTORS);
        let mixed = products.fold(0_u32, |sum, (&one, factor)| {
            sum.wrapping_add(one.wrapping_mul(factor))
        });
        (mixed ^ (mixed >> 15)).wrapping_add(key[0]) as usize
    }
}
