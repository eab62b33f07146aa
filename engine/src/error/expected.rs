//! The list of what an error expects.

use alloc::borrow::ToOwned;
use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use super::found::write_character;
use super::small_stack::SmallStack;
use crate::character_production::CharacterProduction;
use crate::character_set::CharacterSet;
use crate::production::Production;
use crate::production_set::ProductionId;

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
    /// The end of the text.
    EndOfText,
}

/// Writes the name of the production, the character in quotation marks, escaped if it does not
/// print, the octets as ABNF numbers, or `end of text`.
impl<P: fmt::Display> fmt::Display for Expected<P> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Production(rule) => write!(formatter, "{rule}"),
            Self::Character(character) => write_character(formatter, *character),
            Self::Characters { first, last } => {
                let (first, last) = (u32::from(*first), u32::from(*last));
                write!(formatter, "a character from %x{first:02X} to %x{last:02X}")
            }
            Self::Octets { first, last } => write_octets(formatter, *first, *last),
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
            Self::EndOfText => Expected::EndOfText,
        }
    }
}

impl Expected<ProductionId> {
    /// Names the union of sets of characters, in the order of the sets, and the end of the text if it can
    /// end. `named` are the character productions that characters are named by, in the order of
    /// [`CharacterProduction::sort`].
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
        fold(named, sets, can_end).as_slice().to_vec()
    }
}

/// The number of neighbors from which on characters are named as a range.
pub(super) const MANY: u8 = 12;

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

/// Names the union of the sets, in the order in which they were `tried`.
pub(super) fn fold(
    named: &[CharacterProduction],
    tried: &[CharacterSet],
    can_end: bool,
) -> ExpectedStack<ProductionId> {
    let cover = Cover::of(&named.iter(), union(tried));
    cover.names(tried, can_end, |_, rest, expected| {
        name_octets(rest, expected);
    })
}

/// Character productions that name a set.
pub(super) struct Cover<'g> {
    productions: SmallStack<Option<&'g CharacterProduction>, ROOM>,
    /// The characters that they leave.
    pub(super) left: CharacterSet,
}

impl<'g> Cover<'g> {
    /// Repeatedly chooses the production that covers most remaining characters, at least two, and none
    /// outside the set.
    pub(super) fn of(
        named: &(impl Iterator<Item = &'g CharacterProduction> + Clone),
        all: CharacterSet,
    ) -> Self {
        let mut cover = Self {
            productions: SmallStack::new(None),
            left: all,
        };
        while let Some(best) = most_covering(named.clone(), all, cover.left) {
            cover.left = cover.left.without(best.first());
            cover.productions.push(Some(best));
        }
        cover
    }

    /// Names the union of the sets, in the order in which they were `tried`. `name_rest` names what the
    /// productions leave of the set with an index, and no earlier set has.
    pub(super) fn names(
        &self,
        tried: &[CharacterSet],
        can_end: bool,
        mut name_rest: impl FnMut(usize, CharacterSet, &mut ExpectedStack<ProductionId>),
    ) -> ExpectedStack<ProductionId> {
        let mut expected = ExpectedStack::new(Expected::EndOfText);
        let (mut covered, mut left) = (CharacterSet::EMPTY, self.left);
        for (index, part) in tried.iter().enumerate() {
            for production in self.productions.as_slice().iter().flatten() {
                let is_new = production.first().intersection(covered).is_empty();
                if is_new && !production.first().intersection(*part).is_empty() {
                    expected.push(Expected::Production(production.production()));
                }
            }
            covered = covered.union(*part);
            name_rest(index, part.intersection(left), &mut expected);
            left = left.without(*part);
        }
        if can_end {
            expected.push(Expected::EndOfText);
        }
        expected
    }
}

/// Names the members of a set: ASCII characters one by one, unless they are [`MANY`] neighbors, and
/// other octets as ranges.
pub(super) fn name_octets<P: Copy>(set: CharacterSet, expected: &mut ExpectedStack<P>) {
    let members = set.iter().filter_map(|one| u8::try_from(one).ok());
    let mut members = members.peekable();
    while let Some(first) = members.next() {
        let mut last = first;
        while let Some(next) = members.next_if(|next| next - 1 == last) {
            last = next;
        }
        let mut octets = first;
        if last - first < MANY {
            let ascii = first..=last.min(0x7F);
            octets = octets.max(0x80);
            ascii.for_each(|one| expected.push(Expected::Character(char::from(one))));
        }
        if octets <= last {
            let first = octets;
            expected.push(Expected::Octets { first, last });
        }
    }
}

/// Returns the union of the sets.
pub(super) fn union(sets: &[CharacterSet]) -> CharacterSet {
    sets.iter()
        .copied()
        .fold(CharacterSet::EMPTY, CharacterSet::union)
}

/// Returns the production that covers most of what is left, at least two characters; the first in
/// the grammar if several do.
fn most_covering<'g>(
    named: impl Iterator<Item = &'g CharacterProduction>,
    all: CharacterSet,
    left: CharacterSet,
) -> Option<&'g CharacterProduction> {
    let mut best: Option<&CharacterProduction> = None;
    let mut most = 2;
    if left.len() < most {
        return None;
    }
    // A production covers at most the characters of its FIRST set.
    for production in named {
        if production.size() < most {
            break;
        }
        let first = production.first();
        if !first.intersection(left).is_empty() && first.is_subset(all) {
            let gain = production.gain(left);
            let number = |one: &CharacterProduction| one.production().index();
            let is_first = best.is_none_or(|best| number(production) < number(best));
            if gain > most || (gain == most && is_first) {
                (best, most) = (Some(production), gain);
            }
        }
    }
    best
}

/// Returns `a`, `a or b`, `a, b or c`; `nothing` for an empty list.
pub(super) fn list<P: fmt::Display>(expected: &[Expected<P>]) -> String {
    let mut names = Vec::with_capacity(expected.len());
    for one in expected {
        names.push(one.to_string());
    }
    list_of(&names)
}

fn list_of(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
