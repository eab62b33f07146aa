//! Questions about two languages that stand beside or after one another.
//!
//! Each answers with a shortest witness, or with nothing where there is none.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;
use std::ops::Range;

use super::{ASCII, Language};

/// A text and a place in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Witness {
    /// The text.
    pub text: String,
    /// Octets before the place that the question was about.
    pub place: usize,
}

impl Language {
    /// A word of the other that goes on after a word of this one: `place` is the end of the
    /// shorter word.
    #[must_use]
    pub fn prefix_of(&self, other: &Self) -> Option<Witness> {
        let both = |&(mine, theirs): &(u32, u32), character| {
            Some((self.step(mine, character)?, other.step(theirs, character)?))
        };
        let found = |&(mine, theirs): &(u32, u32)| self.accepting(mine) && other.goes_on(theirs);
        let (text, (_, theirs)) = search((0, 0), both, found)?;
        let place = text.len();
        let more = other.shortest_after(theirs);
        Some(Witness {
            text: text + &more,
            place,
        })
    }

    /// Whether a word of this language is a viable prefix of the other: a word of the other
    /// begins with it, or is it.
    #[must_use]
    pub fn begins(&self, other: &Self) -> bool {
        let both = |&(mine, theirs): &(u32, u32), character| {
            Some((self.step(mine, character)?, other.step(theirs, character)?))
        };
        let found = |&(mine, _): &(u32, u32)| self.accepting(mine);
        search((0, 0), both, found).is_some()
    }

    /// A word of both languages.
    #[must_use]
    pub fn common_word(&self, other: &Self) -> Option<String> {
        let both = |&(mine, theirs): &(u32, u32), character| {
            Some((self.step(mine, character)?, other.step(theirs, character)?))
        };
        let found = |&(mine, theirs): &(u32, u32)| self.accepting(mine) && other.accepting(theirs);
        search((0, 0), both, found).map(|(text, _)| text)
    }

    /// Whether every word of this language is one of the other.
    #[must_use]
    pub fn is_subset(&self, other: &Self) -> bool {
        let step = |&(mine, theirs): &(u32, Option<u32>), character| {
            let mine = self.step(mine, character)?;
            Some((
                mine,
                theirs.and_then(|theirs| other.step(theirs, character)),
            ))
        };
        let found = |&(mine, theirs): &(u32, Option<u32>)| {
            self.accepting(mine) && !theirs.is_some_and(|theirs| other.accepting(theirs))
        };
        search((0, Some(0)), step, found).is_none()
    }

    /// A word of this language that goes on, as far as another word of it, with what
    /// `rest` may begin with: the longer word takes what the rest needs. `place` is the end
    /// of the shorter word.
    #[must_use]
    pub fn eats_into(&self, rest: &Self) -> Option<Witness> {
        let found = |&(mine, after): &(u32, Option<u32>)| after.is_some() && self.accepting(mine);
        self.beside(rest, found)
    }

    /// A word of this language of which a part, the beginning of it another word, is
    /// followed by a whole word of `rest`: where the rest does not follow the longer word,
    /// it still may follow the shorter. `place` is the end of the shorter word.
    #[must_use]
    pub fn overtakes(&self, rest: &Self) -> Option<Witness> {
        let found =
            |&(_, after): &(u32, Option<u32>)| after.is_some_and(|after| rest.accepting(after));
        self.beside(rest, found)
    }

    /// Searches the texts that this language goes on with after a word, while `rest` begins
    /// there; only after at least one character.
    fn beside(&self, rest: &Self, found: impl Fn(&(u32, Option<u32>)) -> bool) -> Option<Witness> {
        type Pair = (u32, Option<u32>, bool);
        let steps = |&(mine, after, _): &Pair| {
            let mut targets = Vec::new();
            for character in characters() {
                let Some(next) = self.step(mine, character) else {
                    continue;
                };
                match after {
                    None => {
                        targets.push((character, (next, None, false)));
                        if self.accepting(mine)
                            && let Some(begun) = rest.step(0, character)
                        {
                            targets.push((character, (next, Some(begun), true)));
                        }
                    }
                    Some(after) => {
                        if let Some(further) = rest.step(after, character) {
                            targets.push((character, (next, Some(further), false)));
                        }
                    }
                }
            }
            targets
        };
        let end = |&(mine, after, _): &Pair| found(&(mine, after));
        let (path, (last, _, _)) = search_all((0, None, false), steps, end)?;
        let place = path.iter().position(|(_, (_, _, begins))| *begins)?;
        let more = if self.accepting(last) {
            String::new()
        } else {
            self.shortest_after(last)
        };
        Some(Witness {
            text: text(&path) + &more,
            place,
        })
    }

    /// A text that this language followed by `rest` derives in two ways, which part at
    /// `place`: there one of the two ends this language's part, and the other goes on.
    #[must_use]
    pub fn ambiguous_before(&self, rest: &Self) -> Option<Witness> {
        /// Where the part is, and where the rest is in the way that ended the part first,
        /// and in the way that ended it later.
        type Both = (Option<u32>, Option<u32>, Option<u32>, bool);
        let steps = |&(mine, early, late, _): &Both| {
            let mut targets: Vec<(usize, Both)> = Vec::new();
            for character in characters() {
                match (mine, early, late) {
                    (Some(state), None, _) => {
                        if let Some(next) = self.step(state, character) {
                            targets.push((character, (Some(next), None, None, false)));
                            if self.accepting(state)
                                && let Some(begun) = rest.step(0, character)
                            {
                                targets.push((character, (Some(next), Some(begun), None, true)));
                            }
                        }
                    }
                    (Some(state), Some(early), None) => {
                        let Some(further) = rest.step(early, character) else {
                            continue;
                        };
                        if let Some(next) = self.step(state, character) {
                            targets.push((character, (Some(next), Some(further), None, false)));
                        }
                        if self.accepting(state)
                            && let Some(begun) = rest.step(0, character)
                        {
                            targets.push((character, (None, Some(further), Some(begun), false)));
                        }
                    }
                    (None, Some(early), Some(late)) => {
                        if let (Some(one), Some(other)) =
                            (rest.step(early, character), rest.step(late, character))
                        {
                            targets.push((character, (None, Some(one), Some(other), false)));
                        }
                    }
                    _ => {}
                }
            }
            targets
        };
        let found = |&(mine, early, late, _): &Both| match (mine, early, late) {
            (Some(state), Some(early), None) => {
                self.accepting(state) && rest.accepting(0) && rest.accepting(early)
            }
            (None, Some(early), Some(late)) => rest.accepting(early) && rest.accepting(late),
            _ => false,
        };
        let (path, _) = search_all((Some(0), None, None, false), steps, found)?;
        let place = path.iter().position(|(_, (_, _, _, begins))| *begins)?;
        Some(Witness {
            text: text(&path),
            place,
        })
    }

    /// A shortest word; nothing where there is none.
    #[must_use]
    pub fn shortest(&self) -> Option<String> {
        let step = |&here: &u32, character| self.step(here, character);
        search(0, step, |&here| self.accepting(here)).map(|(text, _)| text)
    }

    /// A shortest text, not empty, that completes a word from this state.
    fn shortest_after(&self, state: u32) -> String {
        let step = |&(here, _): &(u32, bool), character| Some((self.step(here, character)?, true));
        let found = |&(here, moved): &(u32, bool)| moved && self.accepting(here);
        search((state, false), step, found)
            .map(|(text, _)| text)
            .unwrap_or_default()
    }
}

/// The characters, letters and digits first, so that witnesses are easy to read.
fn characters() -> impl Iterator<Item = usize> {
    const LETTERS: Range<usize> = b'a' as usize..b'z' as usize + 1;
    const DIGITS: Range<usize> = b'0' as usize..b'9' as usize + 1;
    const BETWEEN: Range<usize> = DIGITS.end..LETTERS.start;
    LETTERS
        .chain(DIGITS)
        .chain(BETWEEN)
        .chain(0..DIGITS.start)
        .chain(LETTERS.end..ASCII)
}

/// A shortest text that leads from `start` to something `found`, one step for each
/// character, and what it leads to.
fn search<S: Clone + Eq + Hash>(
    start: S,
    step: impl Fn(&S, usize) -> Option<S>,
    found: impl Fn(&S) -> bool,
) -> Option<(String, S)> {
    let steps = |state: &S| {
        characters()
            .filter_map(|character| Some((character, step(state, character)?)))
            .collect()
    };
    let (path, end) = search_all(start, steps, found)?;
    Some((text(&path), end))
}

/// The same where a character may lead to several places. Returns each step of the way.
fn search_all<S: Clone + Eq + Hash>(
    start: S,
    steps: impl Fn(&S) -> Vec<(usize, S)>,
    found: impl Fn(&S) -> bool,
) -> Option<(Vec<(usize, S)>, S)> {
    let mut before: HashMap<S, Option<(usize, S)>> = HashMap::from([(start.clone(), None)]);
    let mut waiting = VecDeque::from([start]);
    while let Some(state) = waiting.pop_front() {
        if found(&state) {
            let mut path = Vec::new();
            let mut here = state.clone();
            while let Some(Some((character, previous))) = before.get(&here) {
                path.push((*character, here));
                here = previous.clone();
            }
            path.reverse();
            return Some((path, state));
        }
        for (character, next) in steps(&state) {
            before.entry(next.clone()).or_insert_with(|| {
                waiting.push_back(next);
                Some((character, state.clone()))
            });
        }
    }
    None
}

/// The characters along the way.
fn text<S>(path: &[(usize, S)]) -> String {
    path.iter()
        .filter_map(|(character, _)| u8::try_from(*character).ok())
        .map(char::from)
        .collect()
}
