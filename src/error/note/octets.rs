//! What notes do with texts. These are functions, and are not inlined, because notes do it in many
//! places: the compiler would generate code for each of them.

/// The octets that are compared at once.
const BLOCK: usize = 16;

/// Returns the index of the first such octet.
#[inline(never)]
pub(super) fn find(text: &[u8], octet: u8) -> Option<usize> {
    memchr::memchr(octet, text)
}

/// Returns the index of the last such octet.
#[inline(never)]
pub(super) fn find_last(text: &[u8], octet: u8) -> Option<usize> {
    memchr::memrchr(octet, text)
}

/// Returns the text before the first such octet; all of it if there is none.
pub(super) fn before(text: &[u8], octet: u8) -> &[u8] {
    &text[..find(text, octet).unwrap_or(text.len())]
}

/// Returns the text after the last such octet; all of it if there is none.
pub(super) fn after_last(text: &[u8], octet: u8) -> &[u8] {
    &text[find_last(text, octet).map_or(0, |index| index + 1)..]
}

/// Returns the number of octets with which both texts begin.
#[inline(never)]
pub(super) fn shared_prefix(one: &[u8], other: &[u8]) -> usize {
    // Most texts share more than a block, which is compared at once.
    let blocks = one.as_chunks::<BLOCK>().0.iter().zip(other.as_chunks().0);
    let equal = BLOCK * blocks.take_while(|(one, other)| one == other).count();
    let rest = one[equal..].iter().zip(&other[equal..]);
    equal + rest.take_while(|(one, other)| one == other).count()
}
