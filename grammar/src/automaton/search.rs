//! Shortest texts.
//!
//! Of several shortest texts the first is taken, where small letters come before capitals,
//! these before digits, and all before the other characters in ASCII order: so answers are
//! easy to read, and always the same.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use super::{Automaton, State, characters};

impl Automaton {
    /// A shortest word: of several, the first, where small letters come before capitals, these
    /// before digits, and digits before the rest of ASCII. Nothing where there is no word.
    #[must_use]
    pub fn shortest(&self) -> Option<String> {
        search(
            self.start(),
            |state| self.is_accepting(*state),
            |state, character| self.step(*state, character),
        )
    }

    /// A shortest word that is none of the other automaton's; of several, the first in the
    /// order of [`Self::shortest`]. Nothing where there is no such word.
    ///
    /// ```
    /// use rfcbnf::automaton::Automaton;
    ///
    /// let grammar = rfcbnf::read("few = \"a\" | \"bb\"\nmany = 1*( \"a\" | \"b\" )\n")?;
    /// let few = Automaton::new(&grammar, "few")?;
    /// let many = Automaton::new(&grammar, "many")?;
    /// assert_eq!(many.difference(&few).as_deref(), Some("b"));
    /// assert_eq!(few.difference(&many), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        search(
            (self.start(), Some(other.start())),
            |&(mine, theirs)| {
                let is_theirs = theirs.is_some_and(|state| other.is_accepting(state));
                self.is_accepting(mine) && !is_theirs
            },
            |&(mine, theirs): &(State, Option<State>), character| {
                let theirs = theirs.and_then(|state| other.step(state, character));
                Some((self.step(mine, character)?, theirs))
            },
        )
    }
}

/// The first of the shortest texts that lead from `start` to where one can end.
fn search<S: Clone + Eq + Hash>(
    start: S,
    can_end: impl Fn(&S) -> bool,
    step: impl Fn(&S, char) -> Option<S>,
) -> Option<String> {
    let order = readable_first();
    let mut before: HashMap<S, Option<(S, char)>> = HashMap::from([(start.clone(), None)]);
    let mut waiting = VecDeque::from([start]);
    while let Some(state) = waiting.pop_front() {
        if can_end(&state) {
            let mut text = Vec::new();
            let mut way = &before[&state];
            while let Some((previous, character)) = way {
                text.push(*character);
                way = &before[previous];
            }
            return Some(text.into_iter().rev().collect());
        }
        for &character in &order {
            if let Some(next) = step(&state, character) {
                before.entry(next.clone()).or_insert_with(|| {
                    waiting.push_back(next);
                    Some((state.clone(), character))
                });
            }
        }
    }
    None
}

/// The ASCII characters: small letters, capitals, digits, and the rest.
pub(crate) fn readable_first() -> Vec<char> {
    let mut order: Vec<char> = characters().collect();
    order.sort_by_key(|character| match character {
        'a'..='z' => 0,
        'A'..='Z' => 1,
        '0'..='9' => 2,
        _ => 3,
    });
    order
}
