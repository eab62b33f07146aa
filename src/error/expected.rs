//! The list of what an error expects.

use std::fmt;

use rfcbnf_engine::CharacterSet;

use crate::rules::Rule;
use crate::rules::descriptions::DESCRIPTIONS;

/// A character, or the end of the text, that would be accepted at the offset of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expected {
    /// Any character that the production begins with.
    Production(Rule),
    /// This character.
    Character(char),
    /// The end of the text.
    EndOfText,
}

/// Writes the name of the production, the character in quotation marks, or `end of text`.
impl fmt::Display for Expected {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Production(rule) => formatter.write_str(rule.name()),
            Self::Character(character) => write!(formatter, "\"{character}\""),
            Self::EndOfText => formatter.write_str("end of text"),
        }
    }
}

/// A character production.
#[derive(Clone, Copy)]
struct Named {
    rule: Rule,
    first: CharacterSet,
    /// The number of characters in the set.
    size: usize,
}

/// The number of character productions.
const COUNT: usize = {
    let mut count = 0;
    let mut index = 0;
    while index < DESCRIPTIONS.len() {
        count += DESCRIPTIONS[index].is_character as usize;
        index += 1;
    }
    count
};

/// The character productions, sorted by the size of their FIRST sets, the largest first; equal
/// sizes stay in the order of the grammar.
static CHARACTERS: [Named; COUNT] = {
    let mut named = [const {
        Named {
            rule: Rule::ALL[0],
            first: CharacterSet::EMPTY,
            size: 0,
        }
    }; COUNT];
    let mut count = 0;
    let mut index = 0;
    while index < DESCRIPTIONS.len() {
        if DESCRIPTIONS[index].is_character {
            let first = DESCRIPTIONS[index].first;
            let size = first.len();
            let mut slot = count;
            while slot > 0 && named[slot - 1].size < size {
                named[slot] = named[slot - 1];
                slot -= 1;
            }
            named[slot] = Named {
                rule: Rule::ALL[index],
                first,
                size,
            };
            count += 1;
        }
        index += 1;
    }
    named
};

/// Room for the names of most errors.
const ROOM: usize = 16;

/// Names the union of the sets. Repeatedly chooses the character production that covers most
/// remaining characters, at least two, and none outside the union; then names the characters that
/// remain. The names are in the order in which the sets were `tried`.
pub(super) fn fold(tried: &[CharacterSet], can_end: bool) -> Vec<Expected> {
    let all = union(tried);
    let mut left = all;
    let mut productions = [None; COUNT];
    for slot in &mut productions {
        *slot = most_covering(all, left);
        let Some(best) = slot else { break };
        left = left.without(best.first);
    }
    let mut expected = Vec::with_capacity(ROOM);
    let mut covered = CharacterSet::EMPTY;
    for part in tried {
        for production in productions.iter().map_while(|one| *one) {
            let is_new = production.first.intersection(covered).is_empty();
            if is_new && !production.first.intersection(*part).is_empty() {
                expected.push(Expected::Production(production.rule));
            }
        }
        covered = covered.union(*part);
        expected.extend(part.intersection(left).iter().map(Expected::Character));
        left = left.without(*part);
    }
    expected.extend(can_end.then_some(Expected::EndOfText));
    expected
}

/// Returns the union of the sets.
pub(super) fn union(sets: &[CharacterSet]) -> CharacterSet {
    sets.iter()
        .copied()
        .fold(CharacterSet::EMPTY, CharacterSet::union)
}

/// Returns the production that covers most of what is left, at least two characters; the first in
/// the grammar if several do.
fn most_covering(all: CharacterSet, left: CharacterSet) -> Option<&'static Named> {
    let mut best: Option<&Named> = None;
    let mut most = 2;
    if left.len() < most {
        return None;
    }
    // A production covers at most the characters of its FIRST set.
    for production in &CHARACTERS {
        if production.size < most {
            break;
        }
        if !production.first.intersection(left).is_empty() && production.first.is_subset(all) {
            let gain = production.gain(left);
            let is_first = best.is_none_or(|best| production.rule < best.rule);
            if gain > most || (gain == most && is_first) {
                (best, most) = (Some(production), gain);
            }
        }
    }
    best
}

impl Named {
    /// Returns how many of the remaining characters it covers.
    fn gain(&self, left: CharacterSet) -> usize {
        // Counting is slow, and mostly the production covers its whole FIRST set.
        let covered = left.intersection(self.first);
        if covered == self.first {
            self.size
        } else {
            covered.len()
        }
    }
}

/// Returns `a`, `a or b`, `a, b or c`; `nothing` for an empty list.
pub(super) fn list(expected: &[Expected]) -> String {
    let names: Vec<String> = expected.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
