//! Texts that may be valid.
//!
//! Invariant: a candidate borrows from the wrong text, and copies nothing of it until it is tried.
//! So an error of a text of any length has an id and a line at no cost in memory.

use alloc::borrow::Cow;
use alloc::string::String;
use alloc::vec::Vec;

use rfcbnf_engine::CharacterSet;

use super::ascii_host;
use crate::encoding::{ESCAPE, decode, escape, escaped};
use crate::rules::Rule;

/// A part of a candidate.
#[derive(Clone)]
pub(super) enum Piece<'a> {
    /// The text as it is.
    Text(Cow<'a, [u8]>),
    /// The text with all octets encoded that no URL holds, and the given characters.
    Encoded(&'a [u8], CharacterSet),
    /// The text with its escapes decoded, if all are complete.
    Decoded(&'a [u8]),
    /// The text without its ASCII white space.
    Joined(&'a [u8]),
    /// The text with `/` for every backslash.
    Slashes(&'a [u8]),
    /// A host with single dots, and none at its ends.
    Labels(&'a [u8]),
    /// A host in ASCII (RFC 3490), if it has one that is beyond doubt.
    Ascii(&'a [u8]),
    /// The text without the octets.
    Without(&'a [u8], &'static [u8]),
}

impl<'a, T: AsRef<[u8]> + ?Sized> From<&'a T> for Piece<'a> {
    fn from(text: &'a T) -> Self {
        Self::Text(Cow::Borrowed(text.as_ref()))
    }
}

impl From<String> for Piece<'_> {
    fn from(text: String) -> Self {
        Self::Text(Cow::Owned(text.into_bytes()))
    }
}

impl Piece<'_> {
    fn push_to(&self, text: &mut Vec<u8>) {
        match *self {
            Self::Text(ref octets) => text.extend_from_slice(octets),
            Self::Encoded(octets, also) => {
                text.extend_from_slice(&encoded_with(octets, also));
            }
            Self::Decoded(octets) => match decode(octets) {
                Ok(decoded) => text.extend_from_slice(&decoded),
                Err(_) => text.extend_from_slice(octets),
            },
            Self::Joined(octets) => {
                let octets = octets.iter().filter(|octet| !octet.is_ascii_whitespace());
                text.extend(octets);
            }
            Self::Slashes(octets) => {
                let slash = |octet: &u8| if *octet == b'\\' { b'/' } else { *octet };
                text.extend(octets.iter().map(slash));
            }
            Self::Labels(host) => {
                let labels = host.split(|&octet| octet == b'.');
                let labels: Vec<&[u8]> = labels.filter(|label| !label.is_empty()).collect();
                text.extend_from_slice(&labels.join(&b'.'));
            }
            Self::Ascii(host) => match ascii_host::of(host) {
                Some(host) => text.extend_from_slice(host.as_bytes()),
                None => text.extend_from_slice(host),
            },
            Self::Without(octets, without) => {
                text.extend(octets.iter().filter(|octet| !without.contains(octet)));
            }
        }
    }
}

/// The octets of most candidates are no more.
const MOST: usize = 96;

/// A text that may be valid: its parts, in order.
pub(super) struct Candidate<'a>(Vec<Piece<'a>>);

impl Candidate<'_> {
    #[inline(never)]
    pub(super) fn text(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(MOST);
        for piece in &self.0 {
            piece.push_to(&mut text);
        }
        text
    }
}

impl<'a, P: Into<Piece<'a>>> From<P> for Candidate<'a> {
    fn from(piece: P) -> Self {
        Self([piece.into()].into())
    }
}

impl<'a, const N: usize> From<[Piece<'a>; N]> for Candidate<'a> {
    fn from(pieces: [Piece<'a>; N]) -> Self {
        Self(pieces.into())
    }
}

/// The characters that a URL holds as they are; not the percent sign, which begins an escape.
fn literal() -> CharacterSet {
    Rule::Xchar.first().without(CharacterSet::of("%"))
}

/// Returns the number of octets at the start of the text that [`encoded`] leaves as they are.
pub(super) fn unencoded(text: &[u8]) -> usize {
    run(text, literal())
}

/// Returns the length of the literals and escapes at the start of the text.
#[inline(never)]
fn run(text: &[u8], literal: CharacterSet) -> usize {
    let mut length = 0;
    loop {
        let literals = text[length..].iter();
        length += literals
            .take_while(|octet| literal.contains(**octet))
            .count();
        match escaped(&text[length..]) {
            Some(_) => length += ESCAPE,
            None => return length,
        }
    }
}

/// Returns the text with all octets encoded that no URL holds as they are, and with every percent
/// sign encoded that does not begin an escape.
pub(super) fn encoded(text: &[u8]) -> Vec<u8> {
    encoded_with(text, CharacterSet::EMPTY)
}

/// Returns the text encoded as [`encoded`] does, and the given characters encoded as well.
#[inline(never)]
pub(super) fn encoded_with(text: &[u8], also: CharacterSet) -> Vec<u8> {
    let literal = literal().without(also);
    let mut result = Vec::with_capacity(text.len() + 2 * ESCAPE);
    let mut rest = text;
    loop {
        let (literals, after) = rest.split_at(run(rest, literal));
        result.extend_from_slice(literals);
        let [octet, after @ ..] = after else {
            return result;
        };
        result.extend_from_slice(&escape(*octet));
        rest = after;
    }
}
