//! Sequences of numbers, each kept once.

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
