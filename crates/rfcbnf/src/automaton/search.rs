//! Shortest texts.
//!
//! If several texts are shortest, the search returns the first one in the order of
//! [`readable_first`]. So answers are easy to read, and always the same.

use std::collections::HashSet;
use std::hash::Hash;

use super::limits::{TooLarge, Work};
use super::{Automaton, DfaState, OCTETS};
use crate::octets::OctetSet;

/// The steps that a search takes for each state that it keeps, so that they bound its memory.
const STATE_STEPS: usize = 16;

impl Automaton {
    /// Returns a shortest text of the production. Of several, it returns the first: lower case
    /// letters come before upper case letters, these before digits, then come the other printable
    /// characters of ASCII, control characters and the octets above 7F. Returns `None` if the
    /// automaton accepts no text.
    #[must_use]
    pub fn shortest(&self) -> Option<Vec<u8>> {
        let path = search(
            self.start(),
            &self.representatives(),
            |&state, octet| self.step(state, octet),
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
    /// assert_eq!(many.difference(&few).as_deref(), Some(b"b".as_slice()));
    /// assert_eq!(few.difference(&many), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Visits as many pairs of states as a text can reach, at most all.
    #[must_use]
    pub fn difference(&self, other: &Self) -> Option<Vec<u8>> {
        let found = self.difference_within(other, &Work::unlimited());
        found.ok().flatten()
    }

    /// Returns [`Self::difference`], or [`TooLarge`] if it takes more steps than are left.
    pub(crate) fn difference_within(
        &self,
        other: &Self,
        work: &Work,
    ) -> Result<Option<Vec<u8>>, TooLarge> {
        let path = search(
            (self.start(), Some(other.start())),
            &self.representatives_beside(other),
            |&(mine, theirs), octet| {
                let theirs = theirs.and_then(|state| other.step(state, octet));
                Some((self.step(mine, octet)?, theirs))
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
    pub(crate) fn shortest_after(&self, state: DfaState) -> Option<Vec<u8>> {
        let path = search(
            (state, false),
            &self.representatives(),
            |&(state, _), octet| Some((self.step(state, octet)?, true)),
            |&(state, has_moved)| has_moved && self.is_accepting(state),
            &Work::unlimited(),
        );
        Some(path.ok()??.text())
    }

    /// Returns a shortest text, not empty, that leads from the state back to it.
    pub(crate) fn shortest_loop(&self, state: DfaState) -> Option<Vec<u8>> {
        let path = search(
            (state, false),
            &self.representatives(),
            |&(state, _), octet| Some((self.step(state, octet)?, true)),
            |&(end, has_moved)| has_moved && end == state,
            &Work::unlimited(),
        );
        Some(path.ok()??.text())
    }

    /// Returns each state with its [access text](access_texts), in the order of [`Self::shortest`].
    pub(crate) fn access_texts(&self) -> Vec<(DfaState, Vec<u8>)> {
        let octets = self.representatives();
        let step = |&state: &DfaState, octet| self.step(state, octet);
        access_texts(self.start(), &octets, step).collect()
    }

    /// Returns the first octet of each class, in the order of [`readable_first`].
    pub(super) fn representatives(&self) -> Vec<u8> {
        self.representatives_beside(self)
    }

    /// Returns one octet for each set of octets that neither automaton tells apart: the first in the
    /// order of [`readable_first`].
    pub(super) fn representatives_beside(&self, other: &Self) -> Vec<u8> {
        let count = other.classes().len();
        let mut seen = vec![false; self.classes().len() * count];
        let mut octets = readable_first();
        octets.retain(|&octet| {
            let pair = self.class_of(octet) * count + other.class_of(octet);
            !std::mem::replace(&mut seen[pair], true)
        });
        octets
    }
}

/// A shortest way to a state. Each step is an octet and the state that it leads to.
pub(super) struct ShortestPath<S> {
    pub(super) steps: Vec<(u8, S)>,
    /// The state at its end.
    pub(super) end: S,
}

impl<S> ShortestPath<S> {
    /// Returns the octets along the path.
    pub(super) fn text(&self) -> Vec<u8> {
        self.steps.iter().map(|(octet, _)| *octet).collect()
    }
}

/// The states that texts reach, breadth first.
struct Reached<S> {
    seen: HashSet<S>,
    /// Each state with the octet that led to it and the index of the state before.
    states: Vec<(S, u8, usize)>,
}

impl<S: Clone + Eq + Hash> Reached<S> {
    fn new(start: S) -> Self {
        Self {
            seen: HashSet::from([start.clone()]),
            states: vec![(start, 0, 0)],
        }
    }

    /// Adds the states that one octet leads to from the state at the index.
    fn add_after<I: IntoIterator<Item = S>>(
        &mut self,
        index: usize,
        octets: &[u8],
        next: impl Fn(&S, u8) -> I,
        work: &Work,
    ) -> Result<(), TooLarge> {
        work.take(octets.len())?;
        let state = self.states[index].0.clone();
        for &octet in octets {
            for next in next(&state, octet) {
                if self.seen.insert(next.clone()) {
                    work.take(STATE_STEPS)?;
                    self.states.push((next, octet, index));
                }
            }
        }
        Ok(())
    }

    /// Returns the octets of the first of the shortest ways to the state at the index.
    fn text(&self, mut index: usize) -> Vec<u8> {
        let mut text = Vec::new();
        while index > 0 {
            let (_, octet, before) = &self.states[index];
            text.push(*octet);
            index = *before;
        }
        text.reverse();
        text
    }

    /// Returns the first of the shortest ways to the state at the index.
    fn path(&self, mut index: usize) -> ShortestPath<S> {
        let end = self.states[index].0.clone();
        let mut steps = Vec::new();
        while index > 0 {
            let (state, octet, before) = self.states[index].clone();
            steps.push((octet, state));
            index = before;
        }
        steps.reverse();
        ShortestPath { steps, end }
    }
}

/// Searches a state that is `found`, breadth first. An octet can lead to several states.
pub(super) fn search<S, I>(
    start: S,
    octets: &[u8],
    next: impl Fn(&S, u8) -> I,
    found: impl Fn(&S) -> bool,
    work: &Work,
) -> Result<Option<ShortestPath<S>>, TooLarge>
where
    S: Clone + Eq + Hash,
    I: IntoIterator<Item = S>,
{
    let mut reached = Reached::new(start);
    let mut index = 0;
    while let Some((state, ..)) = reached.states.get(index) {
        if found(state) {
            return Ok(Some(reached.path(index)));
        }
        reached.add_after(index, octets, &next, work)?;
        index += 1;
    }
    Ok(None)
}

/// Returns the states that texts lead to, each with its *access text*: of the shortest texts that lead to it, the
/// first in the order of the octets. The states are in the order of these texts. Each is looked for when it is
/// asked for.
pub(crate) fn access_texts<S: Clone + Eq + Hash>(
    start: S,
    octets: &[u8],
    next: impl Fn(&S, u8) -> Option<S>,
) -> impl Iterator<Item = (S, Vec<u8>)> {
    let mut reached = Reached::new(start);
    let mut index = 0;
    std::iter::from_fn(move || {
        reached.states.get(index)?;
        let (state, text) = (reached.states[index].0.clone(), reached.text(index));
        reached
            .add_after(index, octets, &next, &Work::unlimited())
            .ok()?;
        index += 1;
        Some((state, text))
    })
}

/// The octets above 7F that come first: they make `é`, and characters of three and four octets that
/// people can see.
const READABLE_ABOVE_ASCII: [u8; 4] = [0xc3, 0xa9, 0xe4, 0xf0];

/// Returns each class with its most readable octet, the most readable ones first.
pub(crate) fn with_most_readable(mut classes: Vec<OctetSet>) -> Vec<(OctetSet, u8)> {
    let order = readable_first().into_iter();
    let most_readable = order.filter_map(|octet| {
        let class = classes.iter().position(|class| class.contains(octet))?;
        Some((classes.swap_remove(class), octet))
    });
    most_readable.collect()
}

/// Returns the octets: lower case letters, upper case letters, digits, other printable characters
/// of ASCII, control characters, and the octets above 7F.
pub(crate) fn readable_first() -> Vec<u8> {
    let rank = |octet: u8| match octet {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        b' '..=b'~' => 3,
        ..=0x7f => 4,
        0x80.. => {
            let first = READABLE_ABOVE_ASCII.iter().position(|one| *one == octet);
            5 + first.unwrap_or(READABLE_ABOVE_ASCII.len())
        }
    };
    let mut octets = Vec::with_capacity(OCTETS);
    octets.extend(0..=u8::MAX);
    octets.sort_by_key(|&octet| rank(octet));
    octets
}
