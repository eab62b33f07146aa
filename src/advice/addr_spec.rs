//! The addr-spec of RFC 822, Section 6.1.
//!
//! ```text
//! addr-spec   =  local-part "@" domain
//! local-part  =  word *("." word)
//! domain      =  sub-domain *("." sub-domain)
//! word        =  atom / quoted-string
//! sub-domain  =  domain-ref / domain-literal
//! domain-ref  =  atom
//! ```
//!
//! Read to the letter: comments and white space between these, which header fields may have,
//! are part of the fields and not of the address; nor are there folded lines inside a quoted
//! string or a domain literal, as folding is undone before either is looked at.

use nom::branch::alt;
use nom::bytes::complete::{take, take_while1};
use nom::character::complete::char;
use nom::combinator::{all_consuming, cut, recognize, verify};
use nom::error::Error;
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded};
use nom::{Finish as _, IResult, Parser};

type Recognized<'a> = IResult<&'a [u8], &'a [u8]>;

/// The number of octets before the first that cannot stand where it stands, or all of them
/// where only something is missing; nothing where the octets are an addr-spec.
pub(super) fn departure(octets: &[u8]) -> Option<usize> {
    let mut addr_spec = all_consuming((local_part, char('@'), cut(domain)));
    let result: Result<_, Error<&[u8]>> = addr_spec.parse(octets).finish();
    result.err().map(|error| octets.len() - error.input.len())
}

fn local_part(octets: &[u8]) -> Recognized<'_> {
    dotted(word).parse(octets)
}

fn word(octets: &[u8]) -> Recognized<'_> {
    alt((quoted_string, atom)).parse(octets)
}

fn domain(octets: &[u8]) -> Recognized<'_> {
    dotted(sub_domain).parse(octets)
}

fn sub_domain(octets: &[u8]) -> Recognized<'_> {
    alt((domain_literal, atom)).parse(octets)
}

/// One part, or several with a full stop between two of them.
fn dotted<'a>(
    part: fn(&'a [u8]) -> Recognized<'a>,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = Error<&'a [u8]>> {
    recognize((part, many0_count(preceded(char('.'), cut(part)))))
}

/// Any characters but specials, space and control characters.
fn atom(octets: &[u8]) -> Recognized<'_> {
    let is_special = |octet: u8| b"()<>@,;:\\\".[]".contains(&octet);
    take_while1(move |octet: u8| octet.is_ascii_graphic() && !is_special(octet)).parse(octets)
}

fn quoted_string(octets: &[u8]) -> Recognized<'_> {
    quoted('"', |octet| !b"\"\\\r".contains(&octet), '"').parse(octets)
}

fn domain_literal(octets: &[u8]) -> Recognized<'_> {
    quoted('[', |octet| !b"[]\\\r".contains(&octet), ']').parse(octets)
}

/// Plain characters and quoted pairs between delimiters. After the first, there is no way back.
fn quoted<'a>(
    open: char,
    is_plain: impl Fn(u8) -> bool,
    close: char,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = Error<&'a [u8]>> {
    let plain = take_while1(move |octet: u8| octet.is_ascii() && is_plain(octet));
    let character = verify(take(1_usize), <[u8]>::is_ascii);
    let pair = preceded(char('\\'), cut(character));
    let text = recognize(many0_count(alt((plain, pair))));
    delimited(char(open), text, cut(char(close)))
}
