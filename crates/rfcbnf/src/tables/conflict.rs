//! Conflicts of the table of LL(1), and why each alternative is there.

use std::collections::VecDeque;

use super::Sets;
use super::letters::{END, LetterSet, Lookahead};
use super::rules::{Rules, Symbol};

/// Two alternatives of one production that the next character does not decide between.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conflict {
    /// The index of the row.
    pub row: usize,
    /// The next characters that both alternatives have in the table.
    pub characters: Lookahead,
    /// The two alternatives, as indices into those of the row.
    pub alternatives: [usize; 2],
    /// Why each of the two is there.
    pub why: [Why; 2],
}

/// Why the table has an alternative.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Why {
    /// A text of it begins with the character: the character is in FIRST of the alternative.
    First,
    /// It derives the empty text, and the character can follow: it is in FOLLOW of the production.
    Follow {
        /// Productions that end with each other: the first is that of the row, which ends the second, and so on.
        ends: Vec<String>,
        /// The production and its alternative, by name and index, in which the character comes after the last one;
        /// `None` if the last one is where texts begin, and the text ends.
        within: Option<(String, usize)>,
    },
}

/// Returns the conflicts of each variable, in this order of variables.
pub(super) fn conflicts(rules: &Rules, sets: &Sets, order: &[usize]) -> Vec<Conflict> {
    let mut found = Vec::new();
    for (row, &variable) in order.iter().enumerate() {
        let words = &rules.variables[variable].words;
        let follow = sets.follow[variable];
        let predicted = words.iter().map(|word| sets.predicted(rules, word, follow));
        let predicted: Vec<LetterSet> = predicted.collect();
        for second in 0..words.len() {
            for first in 0..second {
                let both = predicted[first] & predicted[second];
                let Some(letter) = both.lowest() else {
                    continue;
                };
                let why = [first, second].map(|word| {
                    let (begins, _) = sets.first_of(rules, &words[word].symbols);
                    if begins.contains(letter) {
                        Why::First
                    } else {
                        following(rules, sets, variable, letter)
                    }
                });
                found.push(Conflict {
                    row,
                    characters: rules.letters.lookahead(both),
                    alternatives: [first, second],
                    why,
                });
            }
        }
    }
    found
}

/// Finds out why a letter is in FOLLOW of a variable: the fewest variables that end with each other, up to one that the
/// letter comes after.
fn following(rules: &Rules, sets: &Sets, variable: usize, letter: u8) -> Why {
    let mut before = vec![None; rules.variables.len()];
    let mut waiting = VecDeque::from([variable]);
    let ends = |before: &[Option<usize>], last: usize| {
        let mut ends = vec![last];
        while let Some(next) = before[ends[ends.len() - 1]] {
            ends.push(next);
        }
        ends.reverse();
        let ends = ends.into_iter();
        ends.map(|one| rules.variables[one].name.clone()).collect()
    };
    while let Some(own) = waiting.pop_front() {
        if letter == END && own == 0 {
            return Why::Follow {
                ends: ends(&before, own),
                within: None,
            };
        }
        for (user, source) in rules.variables.iter().enumerate() {
            for (index, word) in source.words.iter().enumerate() {
                let symbols = word.symbols.iter().enumerate();
                let places = symbols.filter(|(_, symbol)| **symbol == Symbol::Variable(own));
                for (place, _) in places {
                    let (first, can_end) = sets.first_of(rules, &word.symbols[place + 1..]);
                    if first.contains(letter) {
                        return Why::Follow {
                            ends: ends(&before, own),
                            within: Some((source.name.clone(), index)),
                        };
                    }
                    if can_end && user != variable && before[user].is_none() {
                        before[user] = Some(own);
                        waiting.push_back(user);
                    }
                }
            }
        }
    }
    Why::Follow {
        ends: ends(&before, variable),
        within: None,
    }
}
