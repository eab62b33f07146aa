//! Errors in texts that a recognizer has read.

use alloc::vec::Vec;
use core::ops::RangeInclusive;

use super::expected::{self, Cover, Expected, ExpectedStack, MANY};
use super::found::Found;
use super::small_stack::SmallStack;
use super::syntax_error::{FIRST_NAMES, Facts, NAMES, SyntaxError};
use crate::character_production::CharacterProduction;
use crate::character_set::CharacterSet;
use crate::production::Production;
use crate::production_set::ProductionId;
use crate::reach::Reach;
use crate::recognizer::Open;

/// The most open productions that an error has all of.
const MOST: usize = 1_000;

impl<P: Production> SyntaxError<P> {
    /// Returns the error in a text that a recognizer has read as far as it is right. `open` is what is
    /// open there, if it took few enough steps to find out.
    pub(crate) fn recognized(rule: P, text: &[u8], reach: &Reach, open: Option<&Open>) -> Self {
        let grammar = rule.grammar();
        let offset = reach.viable;
        let productions = || open.into_iter().flat_map(|open| &open.productions);
        let productions = || productions().map(|&(id, start)| (P::from_id(grammar, id), start));
        // A character production that would begin here is expected, and not open.
        let productions =
            || productions().filter(|(one, start)| !one.is_character() || *start < offset);
        let begun = productions().find(|(one, _)| one.is_character());
        let start = begun.map_or(offset, |(_, start)| start);
        let found = Found::first_of(&text[offset..]);
        let count = productions().count();
        let left_out = if count > MOST { count - NAMES } else { 0 };
        let first = productions().take(FIRST_NAMES);
        let last = productions().skip(FIRST_NAMES + left_out);
        let mut context = SmallStack::of(rule, first.chain(last).map(|(one, _)| one));
        if context.len() == 0 {
            context.push(rule);
        }
        let can_end = reach.longest == Some(offset);
        let characters = P::character_productions(&grammar);
        let expected = match open {
            Some(open) => names(characters, open, can_end),
            None => expected::fold(characters, &[reach.next], can_end),
        };
        Self::new(Facts {
            rule,
            offset,
            span: start..offset + found.map_or(0, |(_, length)| length),
            found: found.map(|(found, _)| found),
            expected: expected::of_grammar(grammar, expected.as_slice()),
            next: reach.next,
            can_end,
            context,
            left_out,
            text: text.into(),
        })
    }
}

/// Names what can come next: by the productions that can begin there, and by characters.
fn names(
    characters: &[CharacterProduction],
    open: &Open,
    can_end: bool,
) -> ExpectedStack<ProductionId> {
    let begin = characters
        .iter()
        .filter(|one| open.beginning.contains(&one.production()));
    let tried: Vec<CharacterSet> = open.next.iter().map(|one| one.octets).collect();
    let cover = Cover::of(&begin, expected::union(&tried));
    // Neighbors that no production names are one range, also those of different places.
    let is_left = |range: &&RangeInclusive<char>| cover.left.contains(first_octet(*range.start()));
    let ranges = open.next.iter().flat_map(|one| one.characters.iter());
    let ranges = merged(ranges.filter(is_left).cloned());
    let mut is_named = alloc::vec![false; ranges.len()];
    let name_rest =
        |index: usize, rest: CharacterSet, expected: &mut ExpectedStack<ProductionId>| {
            let characters = open.next[index].characters.iter();
            let mut octets = rest;
            for one in characters.filter(is_left) {
                octets = octets.without(leading(one));
                let range = ranges.iter().position(|range| range.contains(one.start()));
                if let Some(range) = range
                    && !core::mem::replace(&mut is_named[range], true)
                {
                    name_characters(&ranges[range], expected);
                }
            }
            expected::name_octets(octets, expected);
        };
    cover.names(&tried, can_end, name_rest)
}

/// Names the characters of a range, one by one if they are few.
fn name_characters<P: Copy>(range: &RangeInclusive<char>, expected: &mut ExpectedStack<P>) {
    if range.clone().nth(usize::from(MANY) - 1).is_none() {
        let few = range.clone();
        few.for_each(|one| expected.push(Expected::Character(one)));
    } else {
        let (first, last) = (*range.start(), *range.end());
        expected.push(Expected::Characters { first, last });
    }
}

/// Returns ranges in ascending order, those that are neighbors as one.
fn merged(ranges: impl Iterator<Item = RangeInclusive<char>>) -> Vec<RangeInclusive<char>> {
    let mut sorted: Vec<RangeInclusive<char>> = ranges.collect();
    sorted.sort_unstable_by_key(|one| *one.start());
    let mut merged: Vec<RangeInclusive<char>> = Vec::new();
    for range in sorted {
        match merged.last_mut() {
            // The range of what is behind the last one begins with its end.
            Some(last) if (*last.end()..=*range.start()).nth(2).is_none() => {
                *last = *last.start()..=(*last.end()).max(*range.end());
            }
            _ => merged.push(range),
        }
    }
    merged
}

/// Returns the first octet of a character in UTF-8.
fn first_octet(character: char) -> u8 {
    character.encode_utf8(&mut [0; 4]).as_bytes()[0]
}

/// Returns the first octets of the characters of a range.
fn leading(range: &RangeInclusive<char>) -> CharacterSet {
    let octets = first_octet(*range.start())..=first_octet(*range.end());
    octets.fold(CharacterSet::EMPTY, CharacterSet::with_octet)
}
