//! Terminals: literals, and alternations of one-character literals.

use nom::IResult;
use nom::error::{ErrorKind, ParseError};

use super::{CharacterSet, Text, failure};

/// `"text"`.
#[inline]
pub(crate) fn literal<I: Text, E: ParseError<I>>(
    text: &'static str,
) -> impl Fn(I) -> IResult<I, I, E> {
    spelled(text, |found, wanted| found == wanted, CharacterSet::of)
}

/// `"text"`, letters without regard to case.
#[inline]
pub(crate) fn literal_any_case<I: Text, E: ParseError<I>>(
    text: &'static str,
) -> impl Fn(I) -> IResult<I, I, E> {
    spelled(
        text,
        |found, wanted| found.eq_ignore_ascii_case(&wanted),
        |one| CharacterSet::of(one).any_case(),
    )
}

#[inline]
fn spelled<I: Text, E: ParseError<I>>(
    text: &'static str,
    matches: impl Fn(u8, u8) -> bool,
    expected: impl Fn(&str) -> CharacterSet,
) -> impl Fn(I) -> IResult<I, I, E> {
    #[inline]
    move |input: I| {
        let octets = input.octets();
        let begins = match (octets.first(), text.as_bytes().first()) {
            (Some(&found), Some(&wanted)) => matches(found, wanted),
            _ => false,
        };
        if !begins && !input.hears_attempts() {
            return Err(failure(input, ErrorKind::Tag));
        }
        if begins && text.len() == 1 || octets.starts_with(text.as_bytes()) {
            input.consuming(text.len());
            return Ok(input.take_split(text.len()));
        }
        octet_by_octet(input, text, &matches, &expected)
    }
}

/// Compares where the text is not there, or not in the same case.
#[inline(never)]
fn octet_by_octet<I: Text, E: ParseError<I>>(
    input: I,
    text: &'static str,
    matches: impl Fn(u8, u8) -> bool,
    expected: impl Fn(&str) -> CharacterSet,
) -> IResult<I, I, E> {
    let pairs = input.octets().iter().zip(text.as_bytes());
    let length = pairs
        .take_while(|&(&found, &wanted)| matches(found, wanted))
        .count();
    if length > 0 {
        input.consuming(length);
    }
    if length == text.len() {
        return Ok(input.take_split(length));
    }
    input.expecting(length, || expected(&text[length..=length]));
    Err(failure(input, ErrorKind::Tag))
}

/// `"a" | "b" | …`: one of the characters.
pub(crate) fn any_of<I: Text, E: ParseError<I>>(
    characters: &'static str,
) -> impl Fn(I) -> IResult<I, I, E> {
    move |input| match input.octets().first() {
        Some(octet) if characters.as_bytes().contains(octet) => Ok(one(&input)),
        _ => {
            input.expecting(0, || CharacterSet::of(characters));
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// `"a" | "b" | …`: one of the characters, letters without regard to case.
pub(crate) fn any_of_any_case<I: Text, E: ParseError<I>>(
    characters: &'static str,
) -> impl Fn(I) -> IResult<I, I, E> {
    move |input| match input.octets().first() {
        Some(octet)
            if characters
                .bytes()
                .any(|wanted| wanted.eq_ignore_ascii_case(octet)) =>
        {
            Ok(one(&input))
        }
        _ => {
            input.expecting(0, || CharacterSet::of(characters).any_case());
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// Passes over one octet: what is left, and the octet.
pub(super) fn one<I: Text>(input: &I) -> (I, I) {
    input.consuming(1);
    input.take_split(1)
}
