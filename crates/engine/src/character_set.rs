//! Sets of characters, as octets.

use alloc::string::ToString as _;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{BitOr, Sub};

/// The number of octets in one integer of a set.
const BITS: u32 = u64::BITS;

/// A set of octets. Most grammars derive ASCII characters, and an octet below 128 is the ASCII
/// character with that number.
///
/// As a `char`, an octet from 128 to 255 is the character with its number, U+0080 to U+00FF.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
///
/// let sign = CharacterSet::of("-+");
/// assert!(sign.contains(b'-') && !sign.contains(b'*'));
/// assert_eq!(sign.with("0").to_string(), "+-0");
/// assert_eq!("-+".chars().collect::<CharacterSet>(), sign);
/// assert_eq!(sign - CharacterSet::of("-") | CharacterSet::of("."), CharacterSet::of("+."));
///
/// let digits = CharacterSet::range(b'0', b'9');
/// assert!(digits.is_subset(digits.union(sign)) && !digits.is_empty());
/// assert_eq!(digits.without(CharacterSet::of("89")).len(), 8);
/// assert!(digits.intersection(sign).is_empty());
/// assert_eq!(CharacterSet::of("a").any_case().to_string(), "Aa");
///
/// let beyond_ascii = CharacterSet::range(0x80, 0xfe).with_octet(0xff);
/// assert!(beyond_ascii.contains(0xe9) && beyond_ascii.iter().any(|one| one == '\u{e9}'));
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CharacterSet([u64; 4]);

impl CharacterSet {
    /// The set without members.
    pub const EMPTY: Self = Self([0; 4]);

    /// The set of all octets.
    pub const ALL: Self = Self([u64::MAX; 4]);

    /// The octets of ASCII.
    pub const ASCII: Self = Self::range(0, 0x7F);

    /// Returns the characters of a string as a set; ignores those above U+00FF.
    #[must_use]
    pub const fn of(characters: &str) -> Self {
        let bytes = characters.as_bytes();
        let mut set = Self::EMPTY;
        let mut index = 0;
        while index < bytes.len() {
            let byte = bytes[index];
            index += 1;
            if byte.is_ascii() {
                set = set.with_octet(byte);
            } else if byte == 0xC2 || byte == 0xC3 {
                // The two bytes of U+0080 to U+00FF in UTF-8.
                set = set.with_octet((byte & 3) << 6 | bytes[index] & 0x3F);
            }
        }
        set
    }

    /// Returns the octets from the first to the last as a set.
    #[must_use]
    pub const fn range(first: u8, last: u8) -> Self {
        match last {
            u8::MAX => Self::at_least(first),
            _ => Self::at_least(first).without(Self::at_least(last + 1)),
        }
    }

    /// Returns the octets from the first to U+00FF.
    const fn at_least(first: u8) -> Self {
        let mut words = [0; 4];
        let mut index = (first / 64) as usize;
        words[index] = u64::MAX << (first % 64);
        while index < 3 {
            index += 1;
            words[index] = u64::MAX;
        }
        Self(words)
    }

    /// Returns this set and one more octet.
    #[must_use]
    #[inline]
    pub const fn with_octet(mut self, octet: u8) -> Self {
        self.0[(octet / 64) as usize] |= 1 << (octet % 64);
        self
    }

    /// Returns this set and the characters of a string; ignores those above U+00FF.
    #[must_use]
    pub const fn with(self, characters: &str) -> Self {
        self.union(Self::of(characters))
    }

    /// Returns the members of either set.
    #[must_use]
    #[inline]
    pub const fn union(self, other: Self) -> Self {
        let (one, other) = (self.0, other.0);
        Self([
            one[0] | other[0],
            one[1] | other[1],
            one[2] | other[2],
            one[3] | other[3],
        ])
    }

    /// Returns the members of this set that are not in the other.
    #[must_use]
    #[inline]
    pub const fn without(self, other: Self) -> Self {
        let (one, other) = (self.0, other.0);
        Self([
            one[0] & !other[0],
            one[1] & !other[1],
            one[2] & !other[2],
            one[3] & !other[3],
        ])
    }

    /// Returns the members of both sets.
    #[inline]
    #[must_use]
    pub const fn intersection(self, other: Self) -> Self {
        let (one, other) = (self.0, other.0);
        Self([
            one[0] & other[0],
            one[1] & other[1],
            one[2] & other[2],
            one[3] & other[3],
        ])
    }

    /// Returns this set and the other case of each ASCII letter in it.
    #[must_use]
    #[inline]
    pub const fn any_case(self) -> Self {
        const UPPER: u64 = ((1 << 26) - 1) << (b'A' - 64);
        const LOWER: u64 = UPPER << 32;
        let [a, letters, c, d] = self.0;
        let letters = letters | (letters & UPPER) << 32 | (letters & LOWER) >> 32;
        Self([a, letters, c, d])
    }

    /// Returns whether the octet is a member.
    // By reference: a set of a table is not copied for one bit.
    #[must_use]
    #[inline]
    pub const fn contains(&self, octet: u8) -> bool {
        self.0[(octet / 64) as usize] >> (octet % 64) & 1 == 1
    }

    /// Returns the members as the bits of eight integers.
    #[cfg(feature = "recognizer")]
    pub(crate) fn words(self) -> [u32; 8] {
        core::array::from_fn(|index| {
            let word = self.0[index / 2] >> (32 * (index % 2));
            u32::try_from(word & 0xffff_ffff).unwrap_or(0)
        })
    }

    /// Returns whether all members of this set are members of the other.
    #[must_use]
    #[inline]
    pub const fn is_subset(self, other: Self) -> bool {
        self.without(other).is_empty()
    }

    /// Returns whether all members are octets of ASCII.
    #[must_use]
    #[inline]
    pub const fn is_ascii(self) -> bool {
        self.is_subset(Self::ASCII)
    }

    /// Returns whether the set has no members.
    #[must_use]
    #[inline]
    pub const fn is_empty(self) -> bool {
        let [a, b, c, d] = self.0;
        a | b | c | d == 0
    }

    /// Returns the number of members.
    #[must_use]
    #[inline]
    pub const fn len(self) -> usize {
        let [a, b, c, d] = self.0;
        (a.count_ones() + b.count_ones() + c.count_ones() + d.count_ones()) as usize
    }

    /// Returns an iterator over the members in ascending order.
    #[must_use]
    #[inline]
    pub fn iter(self) -> CharacterSetIter {
        CharacterSetIter(self)
    }
}

/// An iterator over the members of a [`CharacterSet`] in ascending order.
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
    /// Removes and returns the member with this bit in this integer of the set.
    #[inline]
    fn take(&mut self, index: usize, bit: u32) -> Option<char> {
        self.0.0[index] &= !(1 << bit);
        char::from_u32(u32::try_from(index).ok()? * BITS + bit)
    }
}

impl Iterator for CharacterSetIter {
    type Item = char;

    #[inline]
    fn next(&mut self) -> Option<char> {
        let index = self.0.0.iter().position(|&bits| bits != 0)?;
        self.take(index, self.0.0[index].trailing_zeros())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.len(), Some(self.0.len()))
    }
}

impl DoubleEndedIterator for CharacterSetIter {
    #[inline]
    fn next_back(&mut self) -> Option<char> {
        let index = self.0.0.iter().rposition(|&bits| bits != 0)?;
        self.take(index, BITS - 1 - self.0.0[index].leading_zeros())
    }
}

impl ExactSizeIterator for CharacterSetIter {}

impl FusedIterator for CharacterSetIter {}

/// Iterates over the members in ascending order.
impl IntoIterator for CharacterSet {
    type Item = char;
    type IntoIter = CharacterSetIter;

    #[inline]
    fn into_iter(self) -> CharacterSetIter {
        self.iter()
    }
}

/// Collects the characters; ignores those above U+00FF.
impl FromIterator<char> for CharacterSet {
    fn from_iter<I: IntoIterator<Item = char>>(characters: I) -> Self {
        let octets = characters.into_iter();
        octets.filter_map(|one| u8::try_from(one).ok()).collect()
    }
}

/// Collects the octets.
impl FromIterator<u8> for CharacterSet {
    fn from_iter<I: IntoIterator<Item = u8>>(octets: I) -> Self {
        octets.into_iter().fold(Self::EMPTY, Self::with_octet)
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

/// Writes the members in ascending order, unescaped.
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
