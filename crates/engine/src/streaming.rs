//! Parsers of nom for incomplete input.
//!
//! The longest prefix that a production derives can be another one with more input exactly if all of the
//! input so far is a viable prefix that an octet can follow. The automaton of the production's errors
//! decides that: it finds the longest viable prefix, and what can follow it.

use nom::error::ParseError;
use nom::{Err, IResult, Needed};

use crate::parse::Parse;
use crate::text::Text;
use crate::utf8::start_of_character;

/// Returns a parser of nom that consumes the longest prefix that the production derives, and says
/// `Incomplete` where more input could change its answer: a longer prefix, or a match in place of an error.
///
/// An answer of [`Parse::parse_prefix`] is about the input as it is. At the end of a stream, ask that.
///
/// # Errors
///
/// Returns `Err::Incomplete`, or the error of [`Parse::parse_prefix`].
///
/// ```
/// use nom::{Err, Needed};
/// use rfc1738::Rule;
/// use rfcbnf_engine::streaming;
///
/// let mut port = streaming::<_, &str, ()>(Rule::Port);
/// assert_eq!(port("80"), Err(Err::Incomplete(Needed::Unknown)));
/// assert_eq!(port("80 "), Ok((" ", "80")));
/// assert_eq!(port("x"), Err(Err::Error(())));
/// ```
pub fn streaming<P: Parse, I: Text, E: ParseError<I>>(
    production: P,
) -> impl FnMut(I) -> IResult<I, I, E> {
    move |input| {
        if can_continue(production, input.octets()) {
            return Err(Err::Incomplete(Needed::Unknown));
        }
        production.parse_prefix(input)
    }
}

/// Returns whether all of the text is a viable prefix of the production's texts, and an octet can follow:
/// whether more text can make another prefix the longest one that the production derives.
///
/// A character that is not finished counts as one that can follow if its first octet does.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::can_continue;
///
/// assert!(can_continue(Rule::Url, b"http:/"));
/// assert!(can_continue(Rule::Url, b"http://host/"));
/// assert!(!can_continue(Rule::Url, b"http://host/ "));
/// assert!(!can_continue(Rule::Escape, b"%41"));
/// ```
pub fn can_continue<P: Parse>(production: P, text: &[u8]) -> bool {
    let is_of_characters = P::is_of_characters(&production.grammar());
    let end = if is_of_characters {
        start_of_character(text)
    } else {
        text.len()
    };
    let (text, begun) = text.split_at(end);
    // What an error says is a function of the viable prefix, and that can be the whole of a text.
    let error = production.error(text);
    let next = error.next();
    let follows = match begun.first() {
        Some(&first) => next.contains(first),
        None => !next.is_empty(),
    };
    error.offset() == text.len() && follows
}
