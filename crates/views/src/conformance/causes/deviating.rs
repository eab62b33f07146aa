//! The characters at which a parser and a grammar of characters deviate.
//!
//! A search for causes compares octets. `%xD7` is the octets C3 97, and where the grammar has `%xD6` too, a
//! parser that also takes `%xD7` deviates at the octet 97 after C3: within the character.

use std::ops::RangeInclusive;

use rfcbnf::automaton::Automaton;
use rfcbnf::causes::{Cause, Deviation, Direction, Unexplained};
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::Encoding;
use rfcbnf_engine::utf8::{self, start_of_character};

use crate::conformance::causes::expression::reading;

/// Ranges of characters, in ascending order.
pub(super) type Ranges = Vec<RangeInclusive<char>>;

/// Returns where the deviating character begins in the witness, and the characters at which the parser
/// deviates. `None` in a grammar of octets, at the end of a part, and at octets that are no characters.
pub(in crate::conformance) fn of_cause(cause: &Cause) -> Option<(usize, Ranges)> {
    let Deviation::Octets(octets) = cause.deviation else {
        return None;
    };
    if cause.encoding == Encoding::Octets {
        return None;
    }
    let before = &cause.witness[cause.span.start..cause.offset];
    let before = &before[..start_of_character(before)];
    let start = cause.span.start + before.len();
    let all = learnt(cause, before).filter(|ranges| !ranges.is_empty());
    let all = all.or_else(|| of_witness(&cause.witness, start, cause.offset, octets));
    Some((start, all?))
}

/// Returns how many octets of the place of a group are before the deviating character, and the characters
/// of the texts there. `None` where [`of_cause`] has none.
pub(in crate::conformance) fn of_group(group: &Unexplained) -> Option<(usize, Ranges)> {
    let Deviation::Octets(octets) = group.deviation else {
        return None;
    };
    if group.encoding == Encoding::Octets {
        return None;
    }
    let start = start_of_character(&group.witness[..group.offset]);
    let ranges = of_witness(&group.witness, start, group.offset, octets)?;
    Some((start_of_character(&group.place), ranges))
}

/// Returns the characters that only the side with too many texts has after this text; `None` if what the
/// parser accepts is not known in characters.
fn learnt(cause: &Cause, before: &[u8]) -> Option<Ranges> {
    let (learnt, Encoding::Utf8) = reading(cause)? else {
        return None;
    };
    let (right, wrong) = match cause.direction {
        Direction::WronglyAccepted => (&learnt.expected, &learnt.observed),
        Direction::WronglyRejected => (&learnt.observed, &learnt.expected),
    };
    let next = |automaton: &Automaton| {
        let prefix = automaton.viable_prefix(before);
        let is_viable = prefix.length() == before.len();
        is_viable.then(|| automaton.next_characters(prefix.state()))
    };
    Some(without(&next(wrong)?, &next(right)?))
}

/// Returns the characters that a witness has from `start` on if its octet at the offset is one of these.
/// They are all such characters if that is their last octet, and the one of the witness otherwise.
fn of_witness(witness: &[u8], start: usize, offset: usize, octets: OctetSet) -> Option<Ranges> {
    // They stand for all characters outside ASCII.
    if start == offset && octets.without(OctetSet::range(0, 0x7f)) == OctetSet::range(0x80, 0xff) {
        return None;
    }
    let own = character(witness.get(start..)?)?;
    if start + own.len_utf8() > offset + 1 {
        return Some(vec![own..=own]);
    }
    let begun = &witness[start..offset];
    let all = octets.iter();
    let all = all.filter_map(|octet| character(&[begun, &[octet]].concat()));
    Some(utf8::union(all.map(|one| one..=one)))
}

/// Returns the character that the text begins with.
fn character(text: &[u8]) -> Option<char> {
    let mut beginnings = (1..=text.len().min(utf8::LONGEST)).map(|length| &text[..length]);
    let first = beginnings.find_map(|beginning| std::str::from_utf8(beginning).ok())?;
    first.chars().next()
}

/// Returns the characters that are not among the others.
pub(super) fn without(ranges: &[RangeInclusive<char>], others: &[RangeInclusive<char>]) -> Ranges {
    let mut left = ranges.to_vec();
    for other in others {
        let pieces = left.into_iter().flat_map(|range| {
            let before = ('\0'..*other.start()).next_back();
            let after = (*other.end()..=char::MAX).nth(1);
            let before = before.map(|last| *range.start()..=last.min(*range.end()));
            let after = after.map(|first| first.max(*range.start())..=*range.end());
            before.into_iter().chain(after)
        });
        left = pieces.filter(|piece| !piece.is_empty()).collect();
    }
    left
}
