//! Shortest texts.
//!
//! If several texts are shortest, the search returns the first one in an order in which lower case
//! letters come before upper case letters, these before digits, and all before the other
//! characters in ASCII order. So answers are easy to read, and always the same.

use std::collections::HashSet;
use std::hash::Hash;

use super::limits::{TooLarge, Work};
use super::{ASCII, Automaton, DfaState};

/// The steps that a search takes for each state that it keeps, so that they bound its memory.
const STATE_STEPS: usize = 16;

impl Automaton {
    /// Returns a shortest text of the production. Of several, it returns the first: lower case
    /// letters come before upper case letters, these before digits, and digits before the rest of
    /// ASCII. Returns `None` if the automaton accepts no text.
    #[must_use]
    pub fn shortest(&self) -> Option<String> {
        let path = search(
            self.start(),
            &self.representatives(),
            |&state, character| self.step(state, character),
            |&state| self.is_accepting(state),
            &Work::unlimited(),
        );
        Some(path.ok()??.text())
    }

    /// Returns a shortest text that this automaton accepts and the other does not; of several, the
    /// first in the order of [`Self::shortest`]. Returns `None` if there is no such text.
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
    ///
    /// Visits as many pairs of states as a text can reach, at most all.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<String> {
        let found = self.difference_within(other, &Work::unlimited());
        found.ok().flatten()
    }

    /// Returns [`Self::difference`], or [`TooLarge`] if it takes more steps than are left.
    pub(crate) fn difference_within(
        &self,
        other: &Self,
        work: &Work,
    ) -> Result<Option<String>, TooLarge> {
        let path = search(
            (self.start(), Some(other.start())),
            &self.representatives_beside(other),
            |&(mine, theirs), character| {
                let theirs = theirs.and_then(|state| other.step(state, character));
                Some((self.step(mine, character)?, theirs))
            },
            |&(mine, theirs)| {
                let is_theirs = theirs.is_some_and(|state| other.is_accepting(state));
                self.is_accepting(mine) && !is_theirs
            },
            work,
        )?;
        Ok(path.map(|path| path.text()))
    }

    /// Returns a shortest text, not empty, that leads from the state to an accepting one.
    pub(super) fn shortest_after(&self, state: DfaState) -> Option<String> {
        let path = search(
            (state, false),
            &self.representatives(),
            |&(state, _), character| Some((self.step(state, character)?, true)),
            |&(state, has_moved)| has_moved && self.is_accepting(state),
            &Work::unlimited(),
        );
        Some(path.ok()??.text())
    }

    /// Returns the first character of each class, in the order of [`readable_first`].
    pub(super) fn representatives(&self) -> Vec<char> {
        self.representatives_beside(self)
    }

    /// Returns one character for each set of characters that neither automaton tells apart: the
    /// first in the order of [`readable_first`].
    pub(super) fn representatives_beside(&self, other: &Self) -> Vec<char> {
        let count = other.classes().len();
        let mut seen = vec![false; self.classes().len() * count];
        let mut characters = readable_first();
        characters.retain(|&character| {
            let classes = self.class_of(character).zip(other.class_of(character));
            let pair = classes.and_then(|(mine, theirs)| seen.get_mut(mine * count + theirs));
            pair.is_some_and(|seen| !std::mem::replace(seen, true))
        });
        characters
    }
}

/// A shortest way to a state. Each step is a character and the state that it leads to.
pub(super) struct ShortestPath<S> {
    pub(super) steps: Vec<(char, S)>,
    /// The state at its end.
    pub(super) end: S,
}

impl<S> ShortestPath<S> {
    /// Returns the characters along the path.
    pub(super) fn text(&self) -> String {
        self.steps.iter().map(|(character, _)| *character).collect()
    }
}

/// Searches a state that is `found`, breadth first. A character can lead to several states.
pub(super) fn search<S, I>(
    start: S,
    characters: &[char],
    next: impl Fn(&S, char) -> I,
    found: impl Fn(&S) -> bool,
    work: &Work,
) -> Result<Option<ShortestPath<S>>, TooLarge>
where
    S: Clone + Eq + Hash,
    I: IntoIterator<Item = S>,
{
    let mut seen = HashSet::from([start.clone()]);
    // Each state with the character that led to it and the index of the state before.
    let mut reached = vec![(start, '\0', 0)];
    let mut index = 0;
    while let Some((state, ..)) = reached.get(index).cloned() {
        if found(&state) {
            let mut steps = Vec::new();
            while index > 0 {
                let (state, character, before) = reached[index].clone();
                steps.push((character, state));
                index = before;
            }
            steps.reverse();
            return Ok(Some(ShortestPath { steps, end: state }));
        }
        work.take(characters.len())?;
        for &character in characters {
            for next in next(&state, character) {
                if seen.insert(next.clone()) {
                    work.take(STATE_STEPS)?;
                    reached.push((next, character, index));
                }
            }
        }
        index += 1;
    }
    Ok(None)
}

/// Returns the ASCII characters: lower case letters, upper case letters, digits, and the rest.
pub(crate) fn readable_first() -> Vec<char> {
    let rest = (0..ASCII).map(char::from);
    let rest = rest.filter(|character| !character.is_ascii_alphanumeric());
    let words = ('a'..='z').chain('A'..='Z').chain('0'..='9');
    words.chain(rest).collect()
}
