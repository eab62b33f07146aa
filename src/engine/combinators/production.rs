//! Where an expression becomes a production.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::terminal::one;
use super::{CharacterSet, Characters, Text, Unbuilt, failure};
use crate::Rule;

/// The production: its body under its name. Yields what it passed over.
pub(crate) fn production<I, E, F>(rule: Rule, mut body: F) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    #[inline]
    move |input: I| {
        under(rule, &input, |inside| {
            let (rest, ()) = body.process::<Unbuilt>(inside)?;
            Ok(rest)
        })
    }
}

/// What `body` passes over, under the name of the production.
#[inline]
pub(super) fn under<I: Text, E>(
    rule: Rule,
    input: &I,
    body: impl FnOnce(I) -> Result<I, Err<E>>,
) -> IResult<I, I, E> {
    match body(input.opening(rule)) {
        Ok(rest) => {
            let passed = input.before(&rest);
            Ok((input.closing(rest, rule), passed))
        }
        Err(error) => {
            input.abandoning(rule);
            Err(error)
        }
    }
}

/// A character production. `whole` are the characters that it derives on their own, `first`
/// those that a word of it begins with: its body is only asked where these do not answer.
pub(crate) fn character<I, E, F>(
    rule: Rule,
    whole: CharacterSet,
    first: CharacterSet,
    mut body: F,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    move |input: I| match input.octets().first() {
        Some(&octet) if first.contains(octet) => {
            let alone = whole.contains(octet);
            match input.characters() {
                Characters::All => {
                    production(rule, |inside| body.process::<Unbuilt>(inside))(input)
                }
                _ if alone => Ok(one(&input)),
                Characters::Encoded => {
                    production(rule, |inside| body.process::<Unbuilt>(inside))(input)
                }
                Characters::None => {
                    let (rest, ()) = body.process::<Unbuilt>(input.clone())?;
                    let passed = input.before(&rest);
                    Ok((rest, passed))
                }
            }
        }
        _ => {
            input.expecting(0, || first);
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// The body, as far as it derives words that begin with none of `excluded`, whose letters
/// compare without regard to case.
pub(crate) fn except<I, E, F>(
    excluded: &'static [&'static str],
    mut body: F,
) -> impl FnMut(I) -> IResult<I, (), E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    move |input: I| {
        let complete = excluded.iter().filter(|text| begins(&input, text));
        let complete = complete.map(|text| text.len() - 1).min();
        let most = complete.unwrap_or(input.input_len());
        let begun = excluded
            .iter()
            .filter(|text| begins(&input, &text[..text.len() - 1]));
        let last = begun.map(|text| (text.len() - 1, text.as_bytes()[text.len() - 1]));
        let (rest, length) = input.within(most, |allowed| {
            let heard = allowed.clone();
            let (rest, ()) = heard.excluding(last, || body.process::<Unbuilt>(allowed))?;
            let length = heard.input_len() - rest.input_len();
            Ok((rest, length))
        })?;
        Ok((input.after(&rest, length), ()))
    }
}

fn begins<I: Text>(input: &I, text: &str) -> bool {
    let (octets, text) = (input.octets(), text.as_bytes());
    let alike = |(found, wanted): (&u8, &u8)| found.eq_ignore_ascii_case(wanted);
    // Mostly the first octet is another one.
    octets.iter().zip(text).take(1).all(alike)
        && octets.len() >= text.len()
        && octets.iter().zip(text).all(alike)
}
