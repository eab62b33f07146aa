//! Hashes that files keep: FNV-1a, <http://www.isthe.com/chongo/tech/comp/fnv/>. The hash of the standard library may change
//! with its version.

/// The hash of nothing, in 64 bits.
pub const EMPTY: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns the hash, in 64 bits, of octets that come after those of another hash.
///
/// ```
/// use rfcbnf::fnv::{EMPTY, hash};
///
/// assert_eq!(hash(EMPTY, *b"a"), 0xaf63_dc4c_8601_ec8c);
/// assert_eq!(hash(hash(EMPTY, *b"a"), *b"b"), hash(EMPTY, *b"ab"));
/// ```
pub fn hash(before: u64, octets: impl IntoIterator<Item = u8>) -> u64 {
    octets.into_iter().fold(before, |hash, octet| {
        (hash ^ u64::from(octet)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Returns the hash of a text in 32 bits.
///
/// ```
/// assert_eq!(rfcbnf::fnv::short_hash(b"a"), 0xe40c_292c);
/// ```
#[must_use]
pub fn short_hash(text: &[u8]) -> u32 {
    text.iter().fold(0x811c_9dc5, |hash: u32, &octet| {
        (hash ^ u32::from(octet)).wrapping_mul(0x0100_0193)
    })
}
