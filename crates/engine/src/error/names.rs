//! Names for what can come next.
//!
//! A production names characters if all that it can begin with here can come next. The one that covers most of
//! what is left is taken, as long as it covers two characters or more. What no production covers is named
//! itself: one by one, or as a range. So `0` to `9` and `.` are `digit` and `"."`. If only `8`, `9` and `.`
//! can come next, they are named one by one.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::expected::Expected;
use crate::character_production::CharacterProduction;
use crate::character_set::CharacterSet;
use crate::codes::{Codes, character};
use crate::production_set::ProductionId;

/// What can come next at one place of a grammar.
///
/// ```
/// use rfcbnf_engine::{CharacterSet, Expected, Place, ProductionId, utf8};
///
/// // letter = %x61-7A / %x3B1-3BF
/// let letter = ProductionId::new(7);
/// let place = |octets, behind: &[CharacterSet]| Place {
///     octets,
///     characters: utf8::characters(octets, behind),
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
