//! The combinators that turn an expression into a production.

use nom::error::{ErrorKind, ParseError};
use nom::{Err, IResult, Parser};

use super::terminal::one;
use super::{Unbuilt, failure};
use crate::character_set::CharacterSet;
use crate::production_set::ProductionId;
use crate::text::{Characters, Text};

/// Matches a production: runs its body under its name. Yields the consumed text.
/// ```
/// use rfcbnf_engine::ProductionId;
/// use rfcbnf_engine::combinators::{any_of, literal, production};
///
/// let body = (any_of("0123456789"), literal("."));
/// let mut parser = production::<_, (), _>(ProductionId::new(0), body);
/// assert_eq!(parser("1.2"), Ok(("2", "1.")));
/// ```
pub fn production<I, E, F>(
    production: impl Into<ProductionId>,
    mut body: F,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    let production = production.into();
    #[inline]
    move |input: I| {
        under(production, &input, |inside| {
            let (rest, ()) = body.process::<Unbuilt>(inside)?;
            Ok(rest)
        })
    }
}

/// Runs `body` under the name of the production.
#[inline]
pub(super) fn under<I: Text, E>(
    production: ProductionId,
    input: &I,
    body: impl FnOnce(I) -> Result<I, Err<E>>,
) -> IResult<I, I, E> {
    match body(input.opening(production)) {
        Ok(rest) => {
            let consumed = input.before(&rest);
            Ok((input.closing(rest, production), consumed))
        }
        Err(error) => {
            input.abandoning();
            Err(error)
        }
    }
}

/// Matches a character production. `whole` holds the characters that it derives alone, `first`
/// those that its matches begin with. The body runs only if these sets do not decide.
/// ```
/// use nom::branch::alt;
/// use nom::combinator::recognize;
/// use rfcbnf_engine::combinators::{any_of, character, literal};
/// use rfcbnf_engine::{CharacterSet, ProductionId};
///
/// // char = "a" | "b" | "%" "0"
/// let (whole, first) = (CharacterSet::of("ab"), CharacterSet::of("ab%"));
/// let body = alt((any_of("ab"), recognize((literal("%"), literal("0")))));
/// let mut parser = character::<_, (), _>(ProductionId::new(0), whole, first, body);
/// assert_eq!(parser("%0b"), Ok(("b", "%0")));
/// ```
pub fn character<I, E, F>(
    production: impl Into<ProductionId>,
    whole: CharacterSet,
    first: CharacterSet,
    mut body: F,
) -> impl FnMut(I) -> IResult<I, I, E>
where
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    let production = production.into();
    move |input: I| match input.first() {
        Some(octet) if first.contains(octet) => {
            let is_whole = whole.contains(octet);
            match input.characters() {
                Characters::None | Characters::Encoded if is_whole => one(input),
                Characters::None => {
                    let (rest, ()) = body.process::<Unbuilt>(input.clone())?;
                    let consumed = input.before(&rest);
                    Ok((rest, consumed))
                }
                Characters::All | Characters::Encoded => under(production, &input, |inside| {
                    let (rest, ()) = body.process::<Unbuilt>(inside)?;
                    Ok(rest)
                }),
            }
        }
        _ => {
            input.expecting(0, || first);
            Err(failure(input, ErrorKind::OneOf))
        }
    }
}

/// Matches the body, unless the match begins with one of the `excluded` texts. Their letters match
/// in either case.
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{any_of, except, run};
///
/// let word = run(1, CharacterSet::EMPTY, any_of("abfot"));
/// let mut parser = except::<_, _, (), _>(&["foo"], word);
/// assert_eq!(parser("boat"), Ok(("", ())));
/// // No match begins with "foo", so this one ends before.
/// assert_eq!(parser("foobar"), Ok(("obar", ())));
/// ```
pub fn except<T, I, E, F>(excluded: &[T], mut body: F) -> impl FnMut(I) -> IResult<I, (), E>
where
    T: AsRef<str>,
    I: Text,
    E: ParseError<I>,
    F: Parser<I, Error = E>,
{
    move |input: I| {
        let octets = input.octets();
        let excluded = excluded.iter().map(AsRef::as_ref);
        let near = excluded.filter(|text| may_begin(octets, text));
        let complete = near.clone().filter(|text| begins(octets, text));
        let complete = complete.map(|text| text.len() - 1).min();
        let most = complete.unwrap_or(octets.len());
        let most = (0..=most).rev().find(|end| input.divides_at(*end));
        let most = most.unwrap_or(0);
        let begun = near.filter_map(|text| {
            let (last, others) = text.as_bytes().split_last()?;
            let begins = octets.get(..others.len())?.eq_ignore_ascii_case(others);
            begins.then_some((others.len(), *last))
        });
        let (rest, length) = input.within(most, |allowed| {
            let start = allowed.clone();
            let (rest, ()) = start.excluding(begun, || body.process::<Unbuilt>(allowed))?;
            let length = start.input_len() - rest.input_len();
            Ok((rest, length))
        })?;
        Ok((input.after(&rest, length), ()))
    }
}

/// Returns false if the octets begin neither with the text nor with the text without its last
/// octet. Usually the first octet decides.
fn may_begin(octets: &[u8], text: &str) -> bool {
    let firsts = octets.first().zip(text.as_bytes().first());
    text.len() < 2 || firsts.is_some_and(|(one, other)| one.eq_ignore_ascii_case(other))
}

fn begins(octets: &[u8], text: &str) -> bool {
    let begin = octets.get(..text.len());
    begin.is_some_and(|begin| begin.eq_ignore_ascii_case(text.as_bytes()))
}
