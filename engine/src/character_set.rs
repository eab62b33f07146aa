//! Sets of ASCII characters.

use std::fmt;
use std::iter::FusedIterator;
use std::ops::{BitOr, Sub};

/// A set of ASCII characters. Other octets are never members.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
///
/// let sign = CharacterSet::of("-+");
/// assert!(sign.contains(b'-') && !sign.contains(b'*'));
/// assert_eq!(sign.with("0").to_string(), "+-0");
/// assert_eq!("-+".chars().collect::<CharacterSet>(), sign);
/// assert_eq!(sign - CharacterSet::of("-") | CharacterSet::of("."), CharacterSet::of("+."));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CharacterSet(u128);

impl CharacterSet {
    /// The set without members.
    pub const EMPTY: Self = Self(0);

    /// Returns the ASCII characters of a string as a set; ignores others.
    #[must_use]
    pub const fn of(characters: &str) -> Self {
        let octets = characters.as_bytes();
        let mut bits = 0;
        let mut index = 0;
        while index < octets.len() {
            if octets[index].is_ascii() {
                bits |= 1 << octets[index];
            }
            index += 1;
        }
        Self(bits)
    }

    /// Returns this set and the ASCII characters of a string.
    #[must_use]
    pub const fn with(self, characters: &str) -> Self {
        self.union(Self::of(characters))
    }

    /// Returns the members of either set.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Returns the members of this set that are not in the other.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// Returns the members of both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        Self(self.0 & other.0)
    }

    /// Returns this set and the other case of each letter in it.
    #[must_use]
    #[inline]
    pub const fn any_case(self) -> Self {
        const UPPER: u128 = ((1 << 26) - 1) << b'A';
        const LOWER: u128 = UPPER << 32;
        Self(self.0 | (self.0 & UPPER) << 32 | (self.0 & LOWER) >> 32)
    }

    /// Returns whether the octet is a member.
    #[must_use]
    #[inline]
    pub const fn contains(self, octet: u8) -> bool {
        octet.is_ascii() && self.0 >> octet & 1 == 1
    }

    /// Returns whether all members of this set are members of the other.
    #[must_use]
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Returns whether the set has no members.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns the number of members.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns an iterator over the members in ASCII order.
    #[must_use]
    #[inline]
    pub fn iter(self) -> CharacterSetIter {
        CharacterSetIter(self)
    }
}

/// An iterator over the members of a [`CharacterSet`] in ASCII order.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
///
/// let mut members = CharacterSet::of("abc").into_iter();
/// assert_eq!((members.len(), members.next(), members.next_back()), (3, Some('a'), Some('c')));
/// ```
#[derive(Debug, Clone)]
pub struct CharacterSetIter(CharacterSet);

impl CharacterSetIter {
    /// Removes and returns the member with this code; `None` above 127.
    #[inline]
    fn take(&mut self, number: u32) -> Option<char> {
        let octet = u8::try_from(number).ok().filter(u8::is_ascii)?;
        self.0.0 &= !(1 << octet);
        Some(char::from(octet))
    }
}

impl Iterator for CharacterSetIter {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        self.take(self.0.0.trailing_zeros())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for CharacterSetIter {
    #[inline]
    fn next_back(&mut self) -> Option<char> {
        self.take(127_u32.checked_sub(self.0.0.leading_zeros())?)
    }
}

impl ExactSizeIterator for CharacterSetIter {}

impl FusedIterator for CharacterSetIter {}

/// Iterates over the members in ASCII order.
impl IntoIterator for CharacterSet {
    type Item = char;
    type IntoIter = CharacterSetIter;

    #[inline]
    fn into_iter(self) -> CharacterSetIter {
        self.iter()
    }
}

/// Collects the ASCII characters; ignores others.
impl FromIterator<char> for CharacterSet {
    fn from_iter<I: IntoIterator<Item = char>>(characters: I) -> Self {
        let ascii = characters.into_iter().filter(char::is_ascii);
        Self(ascii.fold(0, |bits, character| bits | 1 << u32::from(character)))
    }
}

/// Returns the union: [`CharacterSet::union`].
impl BitOr for CharacterSet {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.union(other)
    }
}

/// Returns the difference: [`CharacterSet::without`].
impl Sub for CharacterSet {
    type Output = Self;

    fn sub(self, other: Self) -> Self {
        self.without(other)
    }
}

/// Writes the members in ASCII order, unescaped.
impl fmt::Display for CharacterSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.iter()
            .try_for_each(|character| write!(formatter, "{character}"))
    }
}

impl fmt::Debug for CharacterSet {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "CharacterSet({:?})", self.to_string())
    }
}
