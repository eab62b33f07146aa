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
//! The grammar is taken literally. Comments and white space, which header fields allow between the
//! tokens, belong to the field and not to the address. Quoted strings and domain literals have no
//! folded lines, because header fields are unfolded before they are parsed.

use nom::branch::alt;
use nom::bytes::complete::{take, take_while1};
use nom::character::complete::char;
use nom::combinator::{all_consuming, cut, recognize, verify};
use nom::error::Error;
use nom::multi::many0_count;
use nom::sequence::{delimited, preceded};
use nom::{Finish as _, IResult, Parser};

type Recognized<'a> = IResult<&'a [u8], &'a [u8]>;

/// Returns the offset of the first octet that does not continue an addr-spec, which is the length
/// if the octets end too early. Returns `None` if they are an addr-spec.
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

/// Consumes one or more parts, separated by full stops.
fn dotted<'a>(
    part: fn(&'a [u8]) -> Recognized<'a>,
) -> impl Parser<&'a [u8], Output = &'a [u8], Error = Error<&'a [u8]>> {
    recognize((part, many0_count(preceded(char('.'), cut(part)))))
}

/// Consumes characters other than specials, space and control characters.
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

/// Consumes plain characters and quoted pairs between delimiters. After the opening delimiter, an
/// error is final.
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
