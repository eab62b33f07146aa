//! Terminals: literals, ranges, and alternations of one-character literals.

use core::marker::PhantomData;
use core::ops::RangeInclusive;

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Mode, OutputMode, PResult, Parser};

use super::failure;
use crate::character_set::CharacterSet;
use crate::text::Text;

/// Matches `"text"`: a string, or octets such as `b"\xff"`.
///
/// ```
/// use nom::Parser;
/// use rfcbnf_engine::combinators::literal;
///
/// assert_eq!(literal::<_, ()>("ab").parse("abc"), Ok(("c", "ab")));
/// assert!(literal::<_, ()>("ab").parse("Abc").is_err());
/// assert_eq!(literal::<_, ()>("").parse("abc"), Ok(("abc", "")));
/// ```
#[inline]
#[must_use]
pub fn literal<I: Text, E: ParseError<I>>(
    text: &(impl AsRef<[u8]> + ?Sized),
) -> impl Parser<I, Output = I, Error = E> {
    Literal {
        octets: text.as_ref(),
        matches: |found, wanted| found == wanted,
        expected: |octet| CharacterSet::EMPTY.with_octet(octet),
        error: PhantomData,
    }
}

/// Matches `"text"`, its letters in either case.
///
/// ```
/// use nom::Parser;
/// use rfcbnf_engine::combinators::literal_any_case;
///
/// assert_eq!(literal_any_case::<_, ()>("http:").parse("HTTP:x"), Ok(("x", "HTTP:")));
/// ```
#[inline]
#[must_use]
pub fn literal_any_case<I: Text, E: ParseError<I>>(
    text: &(impl AsRef<[u8]> + ?Sized),
) -> impl Parser<I, Output = I, Error = E> {
    Literal {
        octets: text.as_ref(),
        matches: |found: u8, wanted| found.eq_ignore_ascii_case(&wanted),
        expected: |octet| CharacterSet::EMPTY.with_octet(octet).any_case(),
        error: PhantomData,
    }
}

/// A literal. It is not a closure, because the compiler does not always inline nom's call to a
/// closure.
struct Literal<'t, M, C, E> {
    octets: &'t [u8],
    matches: M,
    expected: C,
    error: PhantomData<E>,
}

impl<I, M, C, E> Parser<I> for Literal<'_, M, C, E>
where
    I: Text,
    M: Fn(u8, u8) -> bool,
    C: Fn(u8) -> CharacterSet,
    E: ParseError<I>,
{
    type Output = I;
    type Error = E;

    #[inline]
    fn process<OM: OutputMode>(&mut self, input: I) -> PResult<OM, I, I, E> {
        if self.matches_at(&input) && input.divides_at(self.octets.len()) {
            let (rest, consumed) = input.take_split(self.octets.len());
            Ok((rest, OM::Output::bind(|| consumed)))
        } else {
            let error = || E::from_error_kind(input, ErrorKind::Tag);
            Err(Err::Error(OM::Error::bind(error)))
        }
    }
}

impl<M, C, E> Literal<'_, M, C, E>
where
    M: Fn(u8, u8) -> bool,
    C: Fn(u8) -> CharacterSet,
{
    #[inline]
    fn matches_at(&self, input: &impl Text) -> bool {
        let wanted = self.octets;
        let begins = match (input.first(), wanted.first()) {
            (Some(found), Some(&wanted)) => (self.matches)(found, wanted),
            _ => false,
        };
        if !begins {
            // The empty text, `""`, is a prefix of every input.
            let Some(&first) = wanted.first() else {
                return true;
            };
            input.expecting(0, || (self.expected)(first));
            false
        } else if wanted.len() == 1 || input.octets().starts_with(wanted) {
            input.consuming(wanted.len());
            true
        } else {
            self.matches_octet_by_octet_at(input)
        }
    }

    /// Compares a text that does not match at once: it differs, or its case does.
    #[inline(never)]
    fn matches_octet_by_octet_at(&self, input: &impl Text) -> bool {
        let pairs = input.octets().iter().zip(self.octets);
        let length = pairs
            .take_while(|&(&found, &wanted)| (self.matches)(found, wanted))
            .count();
        input.consuming(length);
        let is_match = length == self.octets.len();
        if !is_match {
            input.expecting(length, || (self.expected)(self.octets[length]));
        }
        is_match
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
/// use nom::IResult;
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::any_of;
///
/// let sign: IResult<&str, &str> = any_of("+-")("-1");
/// assert_eq!(sign, Ok(("1", "-")));
/// let beyond_ascii = const { CharacterSet::range(0x80, 0xff) };
/// let octet: IResult<&[u8], &[u8]> = any_of(beyond_ascii)(b"\xe9!");
/// assert_eq!(octet, Ok((&b"!"[..], &b"\xe9"[..])));
/// ```
pub fn any_of<I: Text, E: ParseError<I>>(characters: impl OneOf) -> impl Fn(I) -> IResult<I, I, E> {
    move |input| match input.first() {
        Some(octet) if characters.has(octet) => one(input),
        _ => {
            input.expecting(0, || characters.characters());
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// Matches `"a" | "b" | …`: one of the characters, letters in either case.
///
/// ```
/// use rfcbnf_engine::combinators::any_of_any_case;
///
/// assert_eq!(any_of_any_case::<_, ()>("aid")("A!"), Ok(("!", "A")));
/// ```
pub fn any_of_any_case<I: Text, E: ParseError<I>>(
    characters: impl OneOf,
) -> impl Fn(I) -> IResult<I, I, E> {
    move |input| match input.first() {
        Some(octet) if characters.has_in_any_case(octet) => one(input),
        _ => {
            input.expecting(0, || characters.characters().any_case());
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// Matches `%x41-5A`: one octet of a range.
///
/// ```
/// use nom::IResult;
/// use rfcbnf_engine::combinators::in_range;
///
/// let letter: IResult<&str, &str> = in_range(b'A'..=b'Z')("AB");
/// assert_eq!(letter, Ok(("B", "A")));
/// ```
pub fn in_range<I: Text, E: ParseError<I>>(
    range: RangeInclusive<u8>,
) -> impl Fn(I) -> IResult<I, I, E> {
    let (first, last) = range.into_inner();
    move |input| match input.first() {
        Some(octet) if first <= octet && octet <= last => one(input),
        _ => {
            input.expecting(0, || CharacterSet::range(first, last));
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// Consumes an octet of each range, one after the other: a character of several octets.
///
/// ```
/// use rfcbnf_engine::combinators::in_ranges;
///
/// // %x3B1-3BF
/// let greek = in_ranges::<_, ()>([0xce..=0xce, 0xb1..=0xbf]);
/// assert_eq!(greek("\u{3b2}\u{3b3}"), Ok(("\u{3b3}", "\u{3b2}")));
/// assert!(greek("\u{3c0}").is_err());
/// ```
pub fn in_ranges<I: Text, E: ParseError<I>>(
    ranges: impl AsRef<[RangeInclusive<u8>]>,
) -> impl Fn(I) -> IResult<I, I, E> {
    move |input| {
        let ranges = ranges.as_ref();
        let pairs = input.octets().iter().zip(ranges);
        let length = pairs.take_while(|(octet, range)| range.contains(octet));
        let length = length.count();
        input.consuming(length);
        if let Some(range) = ranges.get(length) {
            input.expecting(length, || CharacterSet::range(*range.start(), *range.end()));
        } else if input.divides_at(length) {
            return Ok(input.take_split(length));
        }
        Err(failure(input, ErrorKind::OneOf))
    }
}

/// Consumes one octet, if a part of the input can end behind it. Returns the rest and the octet.
pub(super) fn one<I: Text, E: ParseError<I>>(input: I) -> IResult<I, I, E> {
    if !input.divides_at(1) {
        return Err(failure(input, ErrorKind::OneOf));
    }
    input.consuming(1);
    Ok(input.take_split(1))
}
