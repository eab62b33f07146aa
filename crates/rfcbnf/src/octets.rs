//! Octets in hexadecimal digits, and sets of octets.
//!
//! ```
//! use rfcbnf::octets::OctetSet;
//!
//! let beyond_ascii = OctetSet::from(0x80..=0xff);
//! assert!(beyond_ascii.contains(0xe9) && !beyond_ascii.contains(b'e'));
//! ```

use std::cmp::Ordering;
use std::fmt;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, RangeInclusive};

use rfcbnf_engine::CharacterSet;

use crate::syntax::Case;

/// Returns the octets of a row of pairs of hexadecimal digits; `None` if it is none.
///
/// ```
/// use rfcbnf::octets::from_hex;
///
/// assert_eq!(from_hex("00fF"), Some(vec![0, 0xff]));
/// assert_eq!((from_hex("0"), from_hex("+1"), from_hex("0 0")), (None, None, None));
/// ```
#[must_use]
pub fn from_hex(digits: &str) -> Option<Vec<u8>> {
    let pairs = digits.as_bytes().chunks(2).map(|pair| {
        let [high, low] = pair else { return None };
        let [high, low] = [high, low].map(|one| char::from(*one).to_digit(16));
        u8::try_from(high? * 16 + low?).ok()
    });
    pairs.collect()
}

/// A [`CharacterSet`] whose members are octets: the automata of a grammar read octets of any encoding.
///
/// ```
/// use rfcbnf::octets::OctetSet;
///
/// let set = OctetSet::of("ab") | OctetSet::from(0x80..=0xff);
/// assert!(set.contains(b'a') && !set.contains(b'c'));
/// assert_eq!(set.ranges().collect::<Vec<_>>(), [b'a'..=b'b', 0x80..=0xff]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(
    feature = "files",
    derive(serde::Serialize, serde::Deserialize),
    serde(into = "Vec<(u8, u8)>", from = "Vec<(u8, u8)>")
)]
pub struct OctetSet(CharacterSet);

impl OctetSet {
    /// The set without members.
    pub const EMPTY: Self = Self(CharacterSet::EMPTY);

    /// The set of all octets.
    pub const ALL: Self = Self(CharacterSet::ALL);

    /// Returns the set of the octets of a text.
    #[must_use]
    pub fn of(text: impl AsRef<[u8]>) -> Self {
        text.as_ref().iter().copied().collect()
    }

    /// Returns the set of one octet.
    #[must_use]
    pub const fn single(octet: u8) -> Self {
        Self(CharacterSet::EMPTY.with_octet(octet))
    }

    /// Returns the octets from the first to the last.
    #[must_use]
    pub const fn range(first: u8, last: u8) -> Self {
        Self(CharacterSet::range(first, last))
    }

    /// Returns the members of either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0.union(other.0))
    }

    /// Returns the members of this set that are not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0.without(other.0))
    }

    /// Returns whether the octet is a member.
    #[must_use]
    #[inline]
    pub const fn contains(&self, octet: u8) -> bool {
        self.0.contains(octet)
    }

    /// Returns whether the set has no members.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0.is_empty()
    }

    /// Returns whether every member is ASCII.
    #[must_use]
    pub const fn is_ascii(self) -> bool {
        self.0.is_ascii()
    }

    /// Returns the number of members.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "there are 256 octets")]
    pub const fn count(self) -> u32 {
        self.0.len() as u32
    }

    /// Returns the lowest member; `None` for the empty set.
    #[must_use]
    pub fn lowest(self) -> Option<u8> {
        self.iter().next()
    }

    /// Returns the members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = u8> + Clone {
        let members = self.0.iter();
        members.filter_map(|one| u8::try_from(one).ok())
    }

    /// Returns the members as ranges that are as long as possible, in ascending order.
    pub fn ranges(self) -> impl Iterator<Item = RangeInclusive<u8>> {
        let mut left = self.iter().peekable();
        std::iter::from_fn(move || {
            let first = left.next()?;
            let mut last = first;
            while let Some(next) = left.next_if(|next| last.checked_add(1) == Some(*next)) {
                last = next;
            }
            Some(first..=last)
        })
    }

    /// Returns the members in ascending order, each as the character with its number.
    #[must_use]
    pub fn characters(self) -> String {
        self.iter().map(char::from).collect()
    }

    /// Adds an octet.
    pub fn insert(&mut self, octet: u8) {
        *self |= Self::single(octet);
    }

    /// Returns the set with both cases of every letter in it.
    #[must_use]
    pub fn in_any_case(self) -> Self {
        Self(self.0.any_case())
    }

    /// Returns the octets that match one of the set, where letters compare as given.
    #[must_use]
    pub fn compared(self, case: Case) -> Self {
        match case {
            Case::Exact => self,
            Case::Ignored => self.in_any_case(),
        }
    }
}

/// Of two sets of ASCII, the greater one has the greatest member that only one has. Other members decide
/// where those of ASCII are the same.
impl Ord for OctetSet {
    fn cmp(&self, other: &Self) -> Ordering {
        let ascii = |set: &Self| set.0.intersection(CharacterSet::ASCII).iter().rev();
        let by_ascii = ascii(self).cmp(ascii(other));
        by_ascii.then_with(|| self.0.iter().rev().cmp(other.0.iter().rev()))
    }
}

impl PartialOrd for OctetSet {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl From<RangeInclusive<u8>> for OctetSet {
    fn from(range: RangeInclusive<u8>) -> Self {
        Self::range(*range.start(), *range.end())
    }
}

/// Takes the first and the last octet of each range.
impl From<Vec<(u8, u8)>> for OctetSet {
    fn from(ranges: Vec<(u8, u8)>) -> Self {
        let sets = ranges
            .into_iter()
            .map(|(first, last)| Self::range(first, last));
        sets.fold(Self::EMPTY, Self::union)
    }
}

impl From<OctetSet> for Vec<(u8, u8)> {
    fn from(set: OctetSet) -> Self {
        let ranges = set.ranges();
        ranges.map(RangeInclusive::into_inner).collect()
    }
}

impl From<CharacterSet> for OctetSet {
    fn from(set: CharacterSet) -> Self {
        Self(set)
    }
}

impl From<OctetSet> for CharacterSet {
    fn from(set: OctetSet) -> Self {
        set.0
    }
}

impl FromIterator<u8> for OctetSet {
    fn from_iter<I: IntoIterator<Item = u8>>(octets: I) -> Self {
        Self(octets.into_iter().collect())
    }
}

impl BitOr for OctetSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

impl BitOrAssign for OctetSet {
    fn bitor_assign(&mut self, other: Self) {
        *self = *self | other;
    }
}

impl BitAnd for OctetSet {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        Self(self.0.intersection(other.0))
    }
}

impl Not for OctetSet {
    type Output = Self;

    fn not(self) -> Self {
        Self::ALL.without(self)
    }
}

/// Writes the members as a byte string of Rust: `b"01\x80"`.
impl fmt::Debug for OctetSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let members: Vec<u8> = self.iter().collect();
        write!(formatter, "b\"{}\"", members.escape_ascii())
    }
}
