//! The search for colons at which a URL can begin: those after `url`, and for bare URLs those after
//! `mailto` and `news` and those before a slash.
//!
//! Source code is full of colons, and hardly any of them is one of these. So a block of octets is looked
//! at as a whole first. Compilers make a few vector instructions of the loop over a block, because it has
//! no exit.

use core::ops::Range;

use memchr::memchr_iter;

use super::window::Window;

/// The number of octets of a block.
const BLOCK: usize = 256;

/// Returns the offset of the first such colon in the span. Bare URLs count if `is_bare` of the colon. An
/// octet that is not in the window yet can be a slash.
pub(super) fn next(
    window: &Window<'_>,
    span: Range<usize>,
    is_bare: impl Fn(usize) -> bool,
) -> Option<usize> {
    let mut start = span.start;
    while start < span.end {
        let end = span.end.min(start + BLOCK);
        // Near a mark, the first octet of the block decides for all of it.
        let may_hold = match around(window, start..end) {
            Some(octets) if is_bare(start) => may_hold::<true>(octets),
            Some(octets) => may_hold::<false>(octets),
            None => true,
        };
        if may_hold {
            let colons = memchr_iter(b':', window.octets(start..end));
            let mut colons = colons.map(|index| start + index);
            let colon = colons.find(|&at| can_begin_at(window, at, is_bare(at)));
            if colon.is_some() {
                return colon;
            }
        }
        start = end;
    }
    None
}

/// Returns the block, two octets before it and one after it; `None` at the ends of the window.
fn around<'w>(window: &Window<'w>, block: Range<usize>) -> Option<&'w [u8]> {
    let start = (block.start - window.offset).checked_sub(2)?;
    window.octets.get(start..=block.end - window.offset)
}

/// Returns `false` only if no URL can begin at a colon of the block. Without `BARE`, only `url` counts.
#[expect(clippy::needless_bitwise_bool, reason = "a lazy operator is a branch")]
fn may_hold<const BARE: bool>(octets: &[u8]) -> bool {
    let (before, colons) = (octets[1..].iter(), octets[2..].iter());
    let around = octets.iter().zip(before).zip(colons).zip(&octets[3..]);
    let found = around.fold(0, |found, (((first, second), octet), next)| {
        let end = sum(*first, *second);
        let is_name = (end == const { sum(b'r', b'l') })
            | BARE & (end == const { sum(b't', b'o') })
            | BARE & (end == const { sum(b'w', b's') });
        let begins = is_name | BARE & (*next == b'/');
        found | u8::from((*octet == b':') & begins)
    });
    found != 0
}

/// Returns one octet for two letters of any case. Other letters have the same; one octet takes half the
/// comparisons of two.
const fn sum(first: u8, second: u8) -> u8 {
    (first | 0x20).wrapping_add(second | 0x20)
}

/// Returns whether a URL can begin at the colon or at the name before it.
fn can_begin_at(window: &Window<'_>, colon: usize, is_bare: bool) -> bool {
    let last = colon.checked_sub(1).and_then(|last| window.octet(last));
    let is_name = match last.map(|octet| octet.to_ascii_lowercase()) {
        Some(b'l') => ends_with_name(window, colon, b"url"),
        Some(b'o') if is_bare => ends_with_name(window, colon, b"mailto"),
        Some(b's') if is_bare => ends_with_name(window, colon, b"news"),
        _ => false,
    };
    is_name || (is_bare && window.octet(colon + 1).is_none_or(|octet| octet == b'/'))
}

/// Returns whether the name, in letters of any case, is before the colon.
fn ends_with_name(window: &Window<'_>, colon: usize, name: &[u8]) -> bool {
    let before = window.held(colon.saturating_sub(name.len())..colon);
    before.eq_ignore_ascii_case(name)
}
