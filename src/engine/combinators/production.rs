//! Where an expression becomes a production.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::terminal::one;
use super::{CharacterSet, Characters, Text, Unbuilt, failure};
use crate::rules::Rule;

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
        let octets = input.octets();
        let near = excluded.iter().filter(|text| is_near(octets, text));
        let complete = near.clone().filter(|text| begins(octets, text));
        let complete = complete.map(|text| text.len() - 1).min();
        let most = complete.unwrap_or(octets.len());
        let begun = near.filter_map(|text| {
            let (last, others) = text.as_bytes().split_last()?;
            let begins = octets.get(..others.len())?.eq_ignore_ascii_case(others);
            begins.then_some((others.len(), *last))
        });
        let (rest, length) = input.within(most, |allowed| {
            let heard = allowed.clone();
            let (rest, ()) = heard.excluding(begun, || body.process::<Unbuilt>(allowed))?;
            let length = heard.input_len() - rest.input_len();
            Ok((rest, length))
        })?;
        Ok((input.after(&rest, length), ()))
    }
}

/// Whether the octets may begin with the text, or with all of it but its last octet: mostly the
/// first octet is another one.
fn is_near(octets: &[u8], text: &str) -> bool {
    let firsts = octets.first().zip(text.as_bytes().first());
    text.len() < 2 || firsts.is_some_and(|(one, other)| one.eq_ignore_ascii_case(other))
}

fn begins(octets: &[u8], text: &str) -> bool {
    let begin = octets.get(..text.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(text.as_bytes()))
}
