//! Terminals.

use core::ops::RangeInclusive;

use crate::combinators::OneOf;
use crate::spans::Collector;

/// Matches the text.
#[inline(always)]
pub fn literal<C: Collector>(
    text: &(impl AsRef<[u8]> + ?Sized),
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let wanted = text.as_ref();
    #[inline(always)]
    move |collector, at| {
        let found = collector.text().get(at..)?;
        found.starts_with(wanted).then(|| at + wanted.len())
    }
}

/// Matches the text with its letters in either case.
#[inline(always)]
pub fn literal_any_case<C: Collector>(
    text: &(impl AsRef<[u8]> + ?Sized),
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let wanted = text.as_ref();
    #[inline(always)]
    move |collector, at| {
        let end = at + wanted.len();
        let found = collector.text().get(at..end)?;
        let is_match = found == wanted || found.eq_ignore_ascii_case(wanted);
        is_match.then_some(end)
    }
}

/// Matches one of the characters.
#[inline(always)]
pub fn any_of<C: Collector>(characters: impl OneOf) -> impl Fn(&mut C, usize) -> Option<usize> {
    one(move |octet| characters.has(octet))
}

/// Matches one of the characters, in either case.
#[inline(always)]
pub fn any_of_any_case<C: Collector>(
    characters: impl OneOf,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    one(move |octet| characters.has_in_any_case(octet))
}

/// Matches an octet in the range.
#[inline(always)]
pub fn in_range<C: Collector>(
    range: RangeInclusive<u8>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    one(move |octet| range.contains(&octet))
}

/// Consumes an octet of each range, one after the other: a character of several octets.
#[inline(always)]
pub fn in_ranges<C: Collector>(
    ranges: impl AsRef<[RangeInclusive<u8>]>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let ranges = ranges.as_ref();
        let end = at + ranges.len();
        let mut pairs = collector.text().get(at..end)?.iter().zip(ranges);
        pairs
            .all(|(octet, range)| range.contains(octet))
            .then_some(end)
    }
}

#[inline(always)]
fn one<C: Collector>(is_match: impl Fn(u8) -> bool) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let octet = collector.text().get(at)?;
        is_match(*octet).then(|| at + 1)
    }
}
