//! What could have stood at the place of an error, in few words.

use std::fmt;

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

/// The names for a set: character productions as long as one of them covers two more
/// characters and none outside the set, the one that covers most first; then the characters
/// that are left. In the order in which the parts of the set were `tried`.
pub(super) fn fold(tried: &[CharacterSet], can_end: bool) -> Vec<Expected> {
    let all = tried
        .iter()
        .fold(CharacterSet::EMPTY, |all, set| all.union(*set));
    let order = |set: CharacterSet| tried.iter().position(|part| !set.without(*part).eq(&set));
    let mut left = all;
    let mut names = Vec::new();
    while let Some(rule) = most_covering(all, left) {
        left = left.without(rule.first());
        names.push((order(rule.first()), Expected::Production(rule)));
    }
    for character in left {
        let mut buffer = [0; 4];
        let set = CharacterSet::of(character.encode_utf8(&mut buffer));
        names.push((order(set), Expected::Character(character)));
    }
    names.sort_by_key(|(order, _)| *order);
    let end = can_end.then_some(Expected::EndOfText);
    names.into_iter().map(|(_, name)| name).chain(end).collect()
}

fn most_covering(all: CharacterSet, left: CharacterSet) -> Option<Rule> {
    let gain = |rule: &Rule| left.len() - left.without(rule.first()).len();
    let rules = Rule::ALL.into_iter().rev();
    let fitting =
        rules.filter(|rule| rule.is_character() && rule.first().is_subset(all) && gain(rule) > 1);
    fitting.max_by_key(gain)
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
