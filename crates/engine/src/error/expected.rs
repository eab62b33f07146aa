//! What an error expects at its offset, and what it finds there.
//!
//! What can come next is a set of characters, and productions name them. A production names characters if all that it
//! can begin with here can come next. The one that covers most of what is left is taken, as long as it covers two
//! characters or more. What no production covers is named itself: one by one, or as a range. So `0` to `9` and `.` are
//! `digit` and `"."`. If only `8`, `9` and `.` can come next, they are named one by one.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write as _};
use core::ops::RangeInclusive;

use super::small_stack::SmallStack;
use crate::character_set::CharacterSet;
use crate::codes::{Codes, character};
use crate::escape::Escaped;
use crate::production::{CharacterProduction, Production, ProductionId};

/// A character, or the end of the text, that would be accepted at the offset of an error.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Expected, diagnose};
///
/// let error = diagnose(Rule::Hostport, b"host:8o");
/// assert_eq!(error.expected(), [Expected::Production(Rule::Digit), Expected::EndOfText]);
/// assert_eq!(Expected::<Rule>::Character('.').to_string(), "\".\"");
/// let greek = Expected::<Rule>::Characters { first: '\u{391}', last: '\u{3c9}' };
/// assert_eq!(greek.to_string(), "a character from %x391 to %x3C9");
/// assert_eq!(Expected::<Rule>::Octets { first: 0x80, last: 0xff }.to_string(), "an octet from %x80 to %xFF");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expected<P> {
    /// Any character that the production begins with.
    Production(P),
    /// This character.
    Character(char),
    /// One of the characters from the first to the last, in UTF-8.
    Characters {
        /// The first character.
        first: char,
        /// The last character.
        last: char,
    },
    /// One of the octets from the first to the last.
    Octets {
        /// The first octet.
        first: u8,
        /// The last octet. It can be the first.
        last: u8,
    },
    /// More of the production, whose texts only people know, as prose describes them.
    MoreOf(P),
    /// The end of the text.
    EndOfText,
}

/// Writes the name of the production, the character in quotation marks, escaped if it does not
/// print, the octets as ABNF numbers, or `end of text`.
impl<P: fmt::Display> fmt::Display for Expected<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Production(rule) => rule.fmt(formatter),
            Self::Character(character) => write_character(formatter, *character),
            Self::Characters { first, last } => {
                let (first, last) = (u32::from(*first), u32::from(*last));
                write!(formatter, "a character from %x{first:02X} to %x{last:02X}")
            }
            Self::Octets { first, last } => write_octets(formatter, *first, *last),
            Self::MoreOf(rule) => write!(formatter, "more of {rule}"),
            Self::EndOfText => formatter.write_str("end of text"),
        }
    }
}

fn write_octets(formatter: &mut fmt::Formatter<'_>, first: u8, last: u8) -> fmt::Result {
    if first == last {
        write!(formatter, "octet %x{first:02X}")
    } else {
        write!(formatter, "an octet from %x{first:02X} to %x{last:02X}")
    }
}

impl<P> Expected<P> {
    /// Returns the same with another name for the production.
    ///
    /// ```
    /// use rfcbnf_engine::Expected;
    ///
    /// let expected = Expected::Production("digit").map(str::len);
    /// assert_eq!(expected, Expected::Production(5));
    /// assert_eq!(Expected::<&str>::EndOfText.map(str::len), Expected::EndOfText);
    /// ```
    pub fn map<Q>(self, name: impl FnOnce(P) -> Q) -> Expected<Q> {
        match self {
            Self::Production(production) => Expected::Production(name(production)),
            Self::Character(character) => Expected::Character(character),
            Self::Characters { first, last } => Expected::Characters { first, last },
            Self::Octets { first, last } => Expected::Octets { first, last },
            Self::MoreOf(production) => Expected::MoreOf(name(production)),
            Self::EndOfText => Expected::EndOfText,
        }
    }
}

/// Room for the names of most errors.
const ROOM: usize = 8;

/// What an error expects.
pub(super) type ExpectedStack<P> = SmallStack<Expected<P>, ROOM>;

/// Returns what is expected with productions for their ids.
pub(super) fn of_grammar<P: Production>(
    grammar: P::Grammar,
    expected: &[Expected<ProductionId>],
) -> ExpectedStack<P> {
    let expected = expected.iter();
    let expected = expected.map(|one| one.map(|id| P::from_id(grammar, id)));
    ExpectedStack::of(Expected::EndOfText, expected)
}

/// Returns `a`, `a or b`, `a, b or c`; `nothing` for an empty list.
pub(super) fn in_words<P: fmt::Display>(expected: &[Expected<P>]) -> String {
    if expected.is_empty() {
        return "nothing".to_owned();
    }
    list(expected, ", ", " or ")
}

/// The character or octet at the offset of an error.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::{Found, diagnose};
///
/// let error = diagnose(Rule::Port, b"8o");
/// assert_eq!(error.found(), Some(Found::Character('o')));
/// assert_eq!(Found::Octet(0xff).to_string(), "octet FF");
/// assert_eq!(Found::Character('"').to_string(), r#"'"'"#);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Found {
    /// A character.
    Character(char),
    /// An octet that is not part of a UTF-8 character.
    Octet(u8),
}

/// Writes a character in quotation marks, escaped if it does not print; an octet in hexadecimal. A quotation mark
/// is between single ones: `'"'`.
impl fmt::Display for Found {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character(character) => write_character(formatter, *character),
            Self::Octet(octet) => write!(formatter, "octet {octet:02X}"),
        }
    }
}

/// Writes the character in quotation marks, escaped if it does not print; a quotation mark between single ones.
fn write_character(formatter: &mut fmt::Formatter<'_>, character: char) -> fmt::Result {
    if character == '"' {
        return formatter.write_str("'\"'");
    }
    let mut octets = [0; 4];
    formatter.write_str("\"")?;
    let octets = character.encode_utf8(&mut octets).as_bytes();
    fmt::Display::fmt(&Escaped(octets), formatter)?;
    formatter.write_str("\"")
}

impl Found {
    /// Returns the character or octet at the start of the octets, and its length in octets.
    pub(super) fn first_of(octets: &[u8]) -> Option<(Self, usize)> {
        let first = octets.first().filter(|octet| octet.is_ascii());
        if let Some(&octet) = first {
            return Some((Self::Character(char::from(octet)), 1));
        }
        let chunk = octets.utf8_chunks().next()?;
        match chunk.valid().chars().next() {
            Some(character) => Some((Self::Character(character), character.len_utf8())),
            None => octets.first().map(|&octet| (Self::Octet(octet), 1)),
        }
    }
}

/// What can come next at one place of a grammar.
///
/// ```
/// use rfcbnf_engine::{CharacterSet, Expected, Place, ProductionId, utf8};
///
/// // letter = %x61-7A / %x3B1-3BF
/// let letter = ProductionId::new(7);
/// let place = |octets, after: &[CharacterSet]| Place {
///     octets,
///     characters: utf8::characters(octets, after),
///     beginning: vec![letter],
/// };
/// let latin = place(CharacterSet::range(0x61, 0x7a), &[]);
/// let greek = place(CharacterSet::range(0xce, 0xce), &[CharacterSet::range(0xb1, 0xbf)]);
/// assert_eq!(Expected::of_places(&[latin, greek], false), [Expected::Production(letter)]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// The octets.
    pub octets: CharacterSet,
    /// The characters that begin with them; none if the grammar is one of octets.
    pub characters: Vec<RangeInclusive<char>>,
    /// The character productions that begin with them.
    pub beginning: Vec<ProductionId>,
}

impl Expected<ProductionId> {
    /// Names the union of sets of characters, in the order of the sets, and the end of the text if it can
    /// end. `named` are the character productions that characters are named by.
    ///
    /// ```
    /// use rfcbnf_engine::{CharacterProduction, CharacterSet, Expected, ProductionId};
    ///
    /// let (digit, digits) = (ProductionId::new(7), CharacterSet::of("0123456789"));
    /// let named = [CharacterProduction::new(digit, digits)];
    /// assert_eq!(
    ///     Expected::of_sets(&named, &[CharacterSet::of("."), digits], true),
    ///     [Expected::Character('.'), Expected::Production(digit), Expected::EndOfText],
    /// );
    /// ```
    #[must_use]
    pub fn of_sets(
        named: &[CharacterProduction],
        sets: &[CharacterSet],
        can_end: bool,
    ) -> Vec<Self> {
        let named = named
            .iter()
            .map(|one| (one.production(), Codes::of_octets(one.first())));
        let sets = sets.iter().copied().map(Codes::of_octets);
        names(
            Unit::Octet,
            named.collect(),
            &sets.collect::<Vec<_>>(),
            can_end,
        )
    }

    /// Names what can come next at places, in their order, and the end of the text if it can end.
    /// Characters are named by productions that begin at one of the places. [`Place`] has an example.
    #[must_use]
    pub fn of_places(places: &[Place], can_end: bool) -> Vec<Self> {
        let unit = if places.iter().all(|place| !place.characters.is_empty()) {
            Unit::Character
        } else {
            Unit::Octet
        };
        let tried = places.iter().map(|place| match unit {
            Unit::Octet => Codes::of_octets(place.octets),
            Unit::Character => Codes::of_characters(&place.characters),
        });
        let tried: Vec<Codes> = tried.collect();
        let mut named: Vec<(ProductionId, Codes)> = Vec::new();
        for (place, codes) in places.iter().zip(&tried) {
            for &production in &place.beginning {
                match named.iter_mut().find(|(known, _)| *known == production) {
                    Some((_, known)) => *known = known.union(codes),
                    None => named.push((production, codes.clone())),
                }
            }
        }
        names(unit, named, &tried, can_end)
    }
}

/// What the text of a grammar consists of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Octet,
    Character,
}

/// The greatest number of neighbors that are named one by one.
const MOST: u32 = 12;

/// Names the union of the sets, in the order in which they were `tried`.
fn names(
    unit: Unit,
    mut named: Vec<(ProductionId, Codes)>,
    tried: &[Codes],
    can_end: bool,
) -> Vec<Expected<ProductionId>> {
    let all = tried
        .iter()
        .fold(Codes::default(), |all, one| all.union(one));
    named.retain(|(_, codes)| codes.without(&all).is_empty());
    let mut left = all;
    let mut chosen = Vec::new();
    while let Some(best) = most_covering(&named, &left) {
        left = left.without(&best.1);
        chosen.push(best);
    }
    let mut expected = Vec::new();
    let mut covered = Codes::default();
    for part in tried {
        for (production, codes) in &chosen {
            if codes.within(&covered).is_empty() && !codes.within(part).is_empty() {
                expected.push(Expected::Production(*production));
            }
        }
        covered = covered.union(part);
        let rest = match unit {
            Unit::Octet => left.within(part),
            // Neighbors are one range, also those of different places.
            Unit::Character => left.touching(part),
        };
        left = left.without(&rest);
        for &range in rest.ranges() {
            name_range(unit, range, &mut expected);
        }
    }
    if can_end {
        expected.push(Expected::EndOfText);
    }
    expected
}

/// Returns the production that covers most of what is left, at least two characters; the first in
/// the grammar if several do.
fn most_covering<'n>(
    named: &'n [(ProductionId, Codes)],
    left: &Codes,
) -> Option<&'n (ProductionId, Codes)> {
    let gains = named.iter().map(|one| (one.1.within(left).len(), one));
    let gains = gains.filter(|(gain, _)| *gain >= 2);
    let best =
        gains.max_by_key(|(gain, (production, _))| (*gain, core::cmp::Reverse(production.index())));
    best.map(|(_, one)| one)
}

/// Names the members of a range: one by one, unless they are more than [`MOST`] or octets beyond ASCII.
fn name_range(unit: Unit, (first, last): (u32, u32), expected: &mut Vec<Expected<ProductionId>>) {
    let last_single = match unit {
        _ if last - first >= MOST => None,
        Unit::Octet => Some(last.min(0x7F)).filter(|single| first <= *single),
        Unit::Character => Some(last),
    };
    let rest = last_single.map_or(first, |single| single + 1);
    expected.extend((first..rest).map(|one| Expected::Character(character(one))));
    if rest <= last {
        expected.push(match unit {
            Unit::Character => Expected::Characters {
                first: character(rest),
                last: character(last),
            },
            Unit::Octet => {
                let [first, last] = [rest, last].map(|one| u8::try_from(one).unwrap_or(u8::MAX));
                Expected::Octets { first, last }
            }
        });
    }
}

/// Writes the members with a separator between them, and another one before the last.
pub(crate) fn list(members: &[impl fmt::Display], separator: &str, final_one: &str) -> String {
    let mut text = String::new();
    for (index, member) in members.iter().enumerate() {
        text.push_str(match index {
            0 => "",
            _ if index + 1 == members.len() => final_one,
            _ => separator,
        });
        // A string can always be written to.
        let _ = write!(text, "{member}");
    }
    text
}
