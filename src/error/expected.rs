//! What could have stood at the place of an error, in few words.

use std::fmt;

use crate::rules::descriptions::DESCRIPTIONS;
use crate::{CharacterSet, Rule};

/// One of the things that could have stood at the place of an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Expected {
    /// Any character that the production begins with.
    Production(Rule),
    /// This character.
    Character(char),
    /// Nothing more.
    EndOfText,
}

/// The name of the production, the character in quotation marks, or `end of text`.
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

/// The character productions, in the order of the grammar.
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
            named[count] = Named {
                rule: Rule::ALL[index],
                first,
                size: first.len(),
            };
            count += 1;
        }
        index += 1;
    }
    named
};

/// The names for a set: character productions as long as one of them covers two more
/// characters and none outside the set, the one that covers most first; then the characters
/// that are left. In the order in which the parts of the set were `tried`.
pub(super) fn fold(tried: &[CharacterSet], can_end: bool) -> Vec<Expected> {
    let all = union(tried);
    let mut left = all;
    let mut productions = Vec::new();
    while let Some(best) = most_covering(all, left) {
        left = left.without(best.first);
        productions.push(best);
    }
    let mut names = Vec::with_capacity(productions.len() + left.len() + 1);
    for part in tried {
        productions.retain(|production| {
            let is_elsewhere = production.first.intersection(*part).is_empty();
            if !is_elsewhere {
                names.push(Expected::Production(production.rule));
            }
            is_elsewhere
        });
        names.extend(part.intersection(left).iter().map(Expected::Character));
        left = left.without(*part);
    }
    names.extend(can_end.then_some(Expected::EndOfText));
    names
}

/// What is in any of the sets.
pub(super) fn union(sets: &[CharacterSet]) -> CharacterSet {
    sets.iter()
        .copied()
        .fold(CharacterSet::EMPTY, CharacterSet::union)
}

/// The first of the productions that cover most of what is left, two characters at least.
fn most_covering(all: CharacterSet, left: CharacterSet) -> Option<&'static Named> {
    let mut best = None;
    let mut most = 1;
    for production in &CHARACTERS {
        if production.size > most && production.first.is_subset(all) {
            let gain = production.gain(left);
            if gain > most {
                (best, most) = (Some(production), gain);
            }
        }
    }
    best
}

impl Named {
    /// How many of the characters that are left it covers.
    fn gain(&self, left: CharacterSet) -> usize {
        // To count takes long, and mostly it is all or none.
        let covered = left.intersection(self.first);
        match covered {
            CharacterSet::EMPTY => 0,
            all if all == self.first => self.size,
            some => some.len(),
        }
    }
}

/// `a`, `a or b`, `a, b or c`; `nothing` where the list is empty.
pub(super) fn list(expected: &[Expected]) -> String {
    let names: Vec<String> = expected.iter().map(ToString::to_string).collect();
    match names.as_slice() {
        [] => "nothing".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}
