//! Sets of octets.

use crate::syntax::Case;

/// A set of octets.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct OctetSet([u128; 2]);

impl OctetSet {
    /// The set without members.
    pub const EMPTY: Self = Self([0; 2]);

    /// Returns whether the octet is a member.
    #[must_use]
    pub fn contains(self, octet: u8) -> bool {
        self.0[usize::from(octet >> 7)] >> (octet & 127) & 1 == 1
    }

    /// Returns the number of members.
    #[must_use]
    pub fn count(self) -> u32 {
        self.0[0].count_ones() + self.0[1].count_ones()
    }

    /// Returns the members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> {
        (0..=u8::MAX).filter(move |&octet| self.contains(octet))
    }

    pub(super) fn insert(&mut self, octet: u8) {
        self.0[usize::from(octet >> 7)] |= 1 << (octet & 127);
    }

    pub(super) fn extend(&mut self, other: Self) {
        for (own, other) in self.0.iter_mut().zip(other.0) {
            *own |= other;
        }
    }

    /// Returns the set with both cases of every letter in it.
    #[must_use]
    pub fn in_any_case(self) -> Self {
        const UPPER: u128 = ((1 << 26) - 1) << b'A';
        const LOWER: u128 = UPPER << 32;
        let [ascii, rest] = self.0;
        Self([ascii | (ascii & UPPER) << 32 | (ascii & LOWER) >> 32, rest])
    }
}

/// The octets that the texts of an expression can begin with.
///
/// The set can be larger than necessary, because it does not consider what a reading excludes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FirstSet {
    pub(super) written: OctetSet,
    pub(super) exact: OctetSet,
}

impl FirstSet {
    /// Returns the first octets as the literals write them, whatever their case.
    #[must_use]
    pub fn as_written(&self) -> OctetSet {
        self.written
    }

    /// Returns the first octets where the surroundings compare letters exactly. A letter of a
    /// literal or reference that ignores case is in the set in both cases.
    #[must_use]
    pub fn exact(&self) -> OctetSet {
        self.exact
    }

    /// Returns the first octets where the surroundings compare letters as given.
    #[must_use]
    pub fn around(&self, case: Case) -> OctetSet {
        match case {
            Case::Exact => self.exact,
            Case::Ignored => self.exact.in_any_case(),
        }
    }

    pub(super) fn extend(&mut self, other: &Self) {
        self.written.extend(other.written);
        self.exact.extend(other.exact);
    }

    /// Returns the set of the same expression within one that compares letters as given.
    pub(super) fn within(self, case: Case) -> Self {
        let exact = self.around(case);
        Self { exact, ..self }
    }
}
