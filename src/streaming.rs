//! Parsers for streams.

use nom::IResult;
use nom::error::ParseError;
use rfcbnf_engine::Text;

use crate::rules::Rule;

/// Returns a nom parser for incomplete input. It consumes the longest prefix that the
/// production derives, and says `Incomplete` where more input could change its answer.
///
/// A URL has no end of its own: `http://h/a` can go on, and only a character that no URL has, or the end of
/// the stream, ends it. At the end of the stream, use [`rules::parse_prefix`](crate::rules::parse_prefix),
/// which takes the input as it is.
///
/// If a delimiter ends the URL, [`whole`](crate::whole()) with a parser of `nom::bytes::streaming` says
/// `Incomplete` until the delimiter is there, and has better errors.
///
/// # Errors
///
/// Returns `Err::Incomplete`, or nom's error if the production derives no prefix of the input, whatever
/// follows.
///
/// ```
/// use nom::{Err, Needed};
/// use rfc1738::{Rule, streaming};
///
/// let mut url = streaming::<&str, ()>(Rule::Url);
/// assert_eq!(url("http://host/a"), Err(Err::Incomplete(Needed::Unknown)));
/// assert_eq!(url("http://host/a> and"), Ok(("> and", "http://host/a")));
/// assert_eq!(url("http//host/a"), Err(Err::Error(())));
/// ```
pub fn streaming<I: Text, E: ParseError<I>>(rule: Rule) -> impl FnMut(I) -> IResult<I, I, E> {
    rfcbnf_engine::streaming(rule)
}
