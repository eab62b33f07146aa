//! Sets of ASCII characters.

use std::fmt;

/// A set of ASCII characters; no other octet is ever a member.
///
/// ```
/// use rfc1738::CharacterSet;
///
/// let sign = CharacterSet::of("-+");
/// assert!(sign.contains(b'-') && !sign.contains(b'*'));
/// assert_eq!(sign.with("0").to_string(), "+-0");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct CharacterSet(u128);

impl CharacterSet {
    /// The set without members.
    pub const EMPTY: Self = Self(0);

    /// The ASCII characters of a string; others are passed over.
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

    /// This set and the ASCII characters of a string.
    #[must_use]
    pub const fn with(self, characters: &str) -> Self {
        self.union(Self::of(characters))
    }

    /// What is in either set.
    #[must_use]
    pub const fn union(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// What is in this set and not in the other.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self(self.0 & !other.0)
    }

    /// This set and the other case of each letter in it.
    #[must_use]
    pub const fn any_case(self) -> Self {
        const UPPER: u128 = ((1 << 26) - 1) << b'A';
        const LOWER: u128 = UPPER << 32;
        Self(self.0 | (self.0 & UPPER) << 32 | (self.0 & LOWER) >> 32)
    }

    /// Whether the octet is a member.
    #[must_use]
    #[inline]
    pub const fn contains(self, octet: u8) -> bool {
        octet.is_ascii() && self.0 >> octet & 1 == 1
    }

    /// Whether all members of this set are members of the other.
    #[must_use]
    pub const fn is_subset(self, other: Self) -> bool {
        self.0 & !other.0 == 0
    }

    /// Whether there is no member.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The number of members.
    #[must_use]
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// The members in ASCII order.
    pub fn iter(self) -> impl Iterator<Item = char> {
        (0..128_u8)
            .filter(move |&octet| self.contains(octet))
            .map(char::from)
    }
}

/// The members in ASCII order, as they are.
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
