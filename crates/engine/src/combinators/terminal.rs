//! Terminals: literals, ranges, and alternations of one-character literals.

use core::ops::RangeInclusive;

use crate::character_set::CharacterSet;
use crate::collector::Collector;

/// Matches `"text"`: a string, or octets such as `b"\xff"`.
///
/// ```
/// use rfcbnf_engine::combinators::literal;
/// use rfcbnf_engine::spans::match_length;
///
/// assert_eq!(match_length("abc", literal("ab")), Some(2));
/// assert_eq!(match_length("Abc", literal("ab")), None);
/// assert_eq!(match_length("abc", literal("")), Some(0));
/// ```
#[inline(always)]
pub fn literal<C: Collector>(
    text: &(impl AsRef<[u8]> + ?Sized),
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let wanted = text.as_ref();
    #[inline(always)]
    move |collector, at| {
        let end = at + wanted.len();
        if collector.text().get(at..)?.starts_with(wanted) {
            take(collector, at, end);
            return Some(end);
        }
        if const { C::OBSERVES } {
            partly(
                collector,
                at,
                wanted,
                |found, octet| found == octet,
                |set| set,
            );
        }
        None
    }
}

/// Matches `"text"`, its letters in either case.
///
/// ```
/// use rfcbnf_engine::combinators::literal_any_case;
/// use rfcbnf_engine::spans::match_length;
///
/// assert_eq!(match_length("HTTP:x", literal_any_case("http:")), Some(5));
/// ```
#[inline(always)]
pub fn literal_any_case<C: Collector>(
    text: &(impl AsRef<[u8]> + ?Sized),
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let wanted = text.as_ref();
    #[inline(always)]
    move |collector, at| {
        let end = at + wanted.len();
        let found = collector.text().get(at..end);
        if found.is_some_and(|found| found == wanted || found.eq_ignore_ascii_case(wanted)) {
            take(collector, at, end);
            return Some(end);
        }
        if const { C::OBSERVES } {
            let is_equal = |found: &u8, octet: &u8| found.eq_ignore_ascii_case(octet);
            partly(collector, at, wanted, is_equal, CharacterSet::any_case);
        }
        None
    }
}

/// Reports a literal that does not match: the octets that it consumes, and the one that is missing.
#[cold]
fn partly<C: Collector>(
    collector: &mut C,
    at: usize,
    wanted: &[u8],
    is_equal: impl Fn(&u8, &u8) -> bool,
    spelled: impl Fn(CharacterSet) -> CharacterSet,
) {
    let found = collector.text().get(at..).unwrap_or_default();
    let mut pairs = found.iter().zip(wanted);
    let length = pairs.position(|(found, octet)| !is_equal(found, octet));
    let length = length.unwrap_or(found.len().min(wanted.len()));
    take(collector, at, at + length);
    if let Some(&octet) = wanted.get(length) {
        let missing = CharacterSet::EMPTY.with_octet(octet);
        collector.missed(at + length, || spelled(missing));
    }
}

/// Reports a part of the text that is consumed, unless it is empty.
#[inline(always)]
pub(super) fn take<C: Collector>(collector: &mut C, at: usize, end: usize) {
    if const { C::OBSERVES } && end > at {
        collector.took(at..end);
    }
}

/// Characters to choose from: a string of ASCII characters, or a set.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::OneOf;
///
/// assert!("+-".has(b'-') && !"+-".has(b'*'));
/// assert!("e".has_in_any_case(b'E'));
/// assert_eq!("+-".characters(), CharacterSet::of("+-"));
/// ```
pub trait OneOf: Copy + sealed::Sealed {
    /// Returns whether the octet is one of the characters.
    fn has(self, octet: u8) -> bool;

    /// Returns whether the octet is one of the characters, letters in either case.
    fn has_in_any_case(self, octet: u8) -> bool;

    /// Returns the characters.
    fn characters(self) -> CharacterSet;
}

impl OneOf for &str {
    #[inline]
    fn has(self, octet: u8) -> bool {
        self.as_bytes().contains(&octet)
    }

    #[inline]
    fn has_in_any_case(self, octet: u8) -> bool {
        let mut characters = self.bytes();
        characters.any(|wanted| wanted.eq_ignore_ascii_case(&octet))
    }

    fn characters(self) -> CharacterSet {
        CharacterSet::of(self)
    }
}

impl OneOf for CharacterSet {
    #[inline]
    fn has(self, octet: u8) -> bool {
        self.contains(octet)
    }

    #[inline]
    fn has_in_any_case(self, octet: u8) -> bool {
        self.any_case().contains(octet)
    }

    fn characters(self) -> CharacterSet {
        self
    }
}

/// Keeps other crates from implementing [`OneOf`].
mod sealed {
    use crate::character_set::CharacterSet;

    pub trait Sealed {}

    impl Sealed for &str {}

    impl Sealed for CharacterSet {}
}

/// Matches `"a" | "b" | …`: one of the characters.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::any_of;
/// use rfcbnf_engine::spans::match_length;
///
/// assert_eq!(match_length("-1", any_of("+-")), Some(1));
/// let beyond_ascii = const { CharacterSet::range(0x80, 0xff) };
/// assert_eq!(match_length(b"\xe9!", any_of(beyond_ascii)), Some(1));
/// ```
#[inline(always)]
pub fn any_of<C: Collector>(characters: impl OneOf) -> impl Fn(&mut C, usize) -> Option<usize> {
    one(
        #[inline(always)]
        move |octet| characters.has(octet),
        move || characters.characters(),
    )
}

/// Matches `"a" | "b" | …`: one of the characters, letters in either case.
///
/// ```
/// use rfcbnf_engine::combinators::any_of_any_case;
/// use rfcbnf_engine::spans::match_length;
///
/// assert_eq!(match_length("A!", any_of_any_case("aid")), Some(1));
/// ```
#[inline(always)]
pub fn any_of_any_case<C: Collector>(
    characters: impl OneOf,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    one(
        #[inline(always)]
        move |octet| characters.has_in_any_case(octet),
        move || characters.characters().any_case(),
    )
}

/// Matches `%x41-5A`: one octet of a range.
///
/// ```
/// use rfcbnf_engine::combinators::in_range;
/// use rfcbnf_engine::spans::match_length;
///
/// assert_eq!(match_length("AB", in_range(b'A'..=b'Z')), Some(1));
/// ```
#[inline(always)]
pub fn in_range<C: Collector>(
    range: RangeInclusive<u8>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    let (first, last) = range.into_inner();
    one(
        #[inline(always)]
        move |octet| first <= octet && octet <= last,
        move || CharacterSet::range(first, last),
    )
}

/// Consumes an octet of each range, one after the other: a character of several octets.
///
/// ```
/// use rfcbnf_engine::combinators::in_ranges;
/// use rfcbnf_engine::spans::match_length;
///
/// // %x3B1-3BF
/// let greek = || in_ranges([0xce..=0xce, 0xb1..=0xbf]);
/// assert_eq!(match_length("\u{3b2}\u{3b3}", greek()), Some(2));
/// assert_eq!(match_length("\u{3c0}", greek()), None);
/// ```
#[inline(always)]
pub fn in_ranges<C: Collector>(
    ranges: impl AsRef<[RangeInclusive<u8>]>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let ranges = ranges.as_ref();
        let pairs = collector.text().get(at..)?.iter().zip(ranges);
        let matching = pairs.take_while(|(octet, range)| range.contains(octet));
        let end = at + matching.count();
        take(collector, at, end);
        let Some(missing) = ranges.get(end - at) else {
            return Some(end);
        };
        collector.missed(end, || {
            CharacterSet::range(*missing.start(), *missing.end())
        });
        None
    }
}

#[inline(always)]
fn one<C: Collector>(
    is_match: impl Fn(u8) -> bool,
    characters: impl Fn() -> CharacterSet,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        if collector
            .text()
            .get(at)
            .is_some_and(|octet| is_match(*octet))
        {
            take(collector, at, at + 1);
            return Some(at + 1);
        }
        collector.missed(at, &characters);
        None
    }
}
