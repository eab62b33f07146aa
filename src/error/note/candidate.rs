//! Texts that may be valid.
//!
//! Invariant: a candidate borrows from the wrong text, and copies nothing of it until it is tried.
//! So an error of a text of any length has an id and a line at no cost in memory.

use alloc::vec::Vec;

use rfcbnf_engine::CharacterSet;

use super::ascii_host;
use crate::encoding::{ESCAPE, decode, escape, escaped};
use crate::rules::Rule;

/// A part of a candidate.
#[derive(Clone, Copy)]
pub(super) enum Piece<'a> {
    /// The text as it is.
    Text(&'a [u8]),
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
        Self::Text(text.as_ref())
    }
}

impl Piece<'_> {
    pub(super) fn push_to(self, text: &mut Vec<u8>) {
        match self {
            Self::Text(octets) => text.extend_from_slice(octets),
            Self::Encoded(octets, also) => push_encoded_with(text, octets, also),
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
                for (index, label) in labels(host).enumerate() {
                    if index > 0 {
                        text.push(b'.');
                    }
                    text.extend_from_slice(label);
                }
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

/// Returns the labels of a host without the empty ones.
pub(super) fn labels(host: &[u8]) -> impl Iterator<Item = &[u8]> {
    let labels = host.split(|octet| *octet == b'.');
    labels.filter(|label| !label.is_empty())
}

/// The octets of most candidates are no more.
pub(super) const MOST: usize = 96;

/// The most pieces of a candidate.
const PIECES: usize = 5;

/// A text that may be valid: its parts, in order, and their number.
pub(super) struct Candidate<'a>([Piece<'a>; PIECES], usize);

impl<'a> Candidate<'a> {
    pub(super) fn pieces(&self) -> &[Piece<'a>] {
        &self.0[..self.1]
    }

    #[inline(never)]
    pub(super) fn text(&self) -> Vec<u8> {
        let mut text = Vec::with_capacity(MOST);
        for piece in self.pieces() {
            piece.push_to(&mut text);
        }
        text
    }
}

impl<'a, P: Into<Piece<'a>>> From<P> for Candidate<'a> {
    fn from(piece: P) -> Self {
        [piece.into()].into()
    }
}

impl<'a, const N: usize> From<[Piece<'a>; N]> for Candidate<'a> {
    fn from(pieces: [Piece<'a>; N]) -> Self {
        let mut all = [Piece::Text(&[]); PIECES];
        all[..N].copy_from_slice(&pieces);
        Self(all, N)
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
    let mut result = Vec::with_capacity(text.len() + 2 * ESCAPE);
    push_encoded_with(&mut result, text, CharacterSet::EMPTY);
    result
}

/// Appends the text encoded as [`encoded`] does, and with the given characters encoded as well.
#[inline(never)]
fn push_encoded_with(result: &mut Vec<u8>, text: &[u8], also: CharacterSet) {
    let literal = literal().without(also);
    let mut rest = text;
    loop {
        let (literals, after) = rest.split_at(run(rest, literal));
        result.extend_from_slice(literals);
        let [octet, after @ ..] = after else {
            return;
        };
        result.extend_from_slice(&escape(*octet));
        rest = after;
    }
}
