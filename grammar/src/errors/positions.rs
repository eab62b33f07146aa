//! The places in a production that a text can lead to.

use std::collections::{HashMap, HashSet};

use rfcbnf_engine::combinators::{SearchState, StateIndex};

use crate::octets::OctetSet;

/// The first state of a search.
const START_STATE: StateIndex = 0;

/// The number of a set of positions.
pub(super) type PositionsId = usize;

/// The sets of positions that texts lead to, each made when it is first reached.
///
/// A position is a terminal of the production, with the productions and rounds around it, that has
/// just matched (V. Glushkov: The Abstract Theory of Automata, 1961): a state of the production's
/// search that consumes an octet. So two texts that lead to the same set, and were at the same
/// combinators before the last octet, are matched by the same terminals.
pub(super) struct Positions {
    states: Vec<SearchState>,
    /// For each set, the terminals that can match next, in ascending order.
    next: Vec<Vec<StateIndex>>,
    /// The number of each set but the first.
    numbers: HashMap<Vec<StateIndex>, PositionsId>,
}

impl Positions {
    /// The set before the first octet.
    pub(super) const START: PositionsId = 0;

    /// Returns the sets of a production that is matched by these states.
    pub(super) fn new(states: Vec<SearchState>) -> Self {
        Self {
            next: vec![terminals(&states, [START_STATE])],
            numbers: HashMap::new(),
            states,
        }
    }

    /// Returns the sets that one more octet leads to, and the octets that lead to each. Together
    /// these are all octets. The set without positions is one of them.
    pub(super) fn steps(&mut self, from: PositionsId) -> Vec<(OctetSet, PositionsId)> {
        let mut groups = vec![(OctetSet::ALL, Vec::new())];
        for &terminal in &self.next[from] {
            if let SearchState::Consume(characters, _) = self.states[terminal as usize] {
                groups = divided(groups, characters.into(), terminal);
            }
        }
        let steps = groups.into_iter();
        steps
            .map(|(octets, matched)| (octets, self.number(matched)))
            .collect()
    }

    /// Returns the number of the set of these positions.
    fn number(&mut self, matched: Vec<StateIndex>) -> PositionsId {
        let number = self.next.len();
        let states = &self.states;
        *self.numbers.entry(matched).or_insert_with_key(|matched| {
            let after = matched
                .iter()
                .filter_map(|&terminal| match states[terminal as usize] {
                    SearchState::Consume(_, next) => Some(next),
                    _ => None,
                });
            self.next.push(terminals(states, after));
            number
        })
    }
}

/// Returns the terminals that these states lead to without consuming anything, in ascending order.
fn terminals(
    states: &[SearchState],
    from: impl IntoIterator<Item = StateIndex>,
) -> Vec<StateIndex> {
    let mut waiting = Vec::from_iter(from);
    let mut seen = HashSet::new();
    let mut terminals = Vec::new();
    while let Some(state) = waiting.pop() {
        if !seen.insert(state) {
            continue;
        }
        match states[state as usize] {
            SearchState::Consume(..) => terminals.push(state),
            SearchState::Accept => {}
            SearchState::Either(first, second) => waiting.extend([first, second]),
            SearchState::Open(_, next)
            | SearchState::OpenCharacter(_, next)
            | SearchState::Close(next) => waiting.push(next),
        }
    }
    terminals.sort_unstable();
    terminals
}

/// Divides groups of octets by a terminal that matches some of them.
fn divided(
    groups: Vec<(OctetSet, Vec<StateIndex>)>,
    octets: OctetSet,
    terminal: StateIndex,
) -> Vec<(OctetSet, Vec<StateIndex>)> {
    let mut divided = Vec::with_capacity(groups.len() + 1);
    for (group, mut matched) in groups {
        let (inside, outside) = (group & octets, group.without(octets));
        if !outside.is_empty() {
            divided.push((outside, matched.clone()));
        }
        if !inside.is_empty() {
            matched.push(terminal);
            divided.push((inside, matched));
        }
    }
    divided
}
