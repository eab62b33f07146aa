//! The automaton with as few states as possible, from the exploration of all states.

use std::collections::HashMap;
use std::hash::Hash;

use rfcbnf_engine::utf8;
use rfcbnf_engine::utf8::viable_prefix;

use super::STATES;
use super::outcome::Outcome;
use super::subsets::{StateId, Subsets};
use crate::automaton::{Automaton, Blocks, DfaState};
use crate::octets::OctetSet;

/// The errors of a production.
///
/// No two states have the same outcomes after all texts. The states are in the order of their
/// texts' lengths; the first one is the start. [The module](super) has an example.
#[derive(Debug)]
pub struct ErrorMachine {
    /// Octets in one class lead from every state to the same state. The octets in no class are in
    /// no viable prefix.
    classes: Vec<OctetSet>,
    states: Vec<ErrorState>,
    /// Whether octets are those of characters in UTF-8.
    pub(super) is_of_characters: bool,
}

/// A state of an [`ErrorMachine`].
#[derive(Debug)]
pub struct ErrorState {
    text: Vec<u8>,
    outcome: Outcome,
    /// The next state for each class.
    steps: Vec<Option<usize>>,
}

impl ErrorState {
    /// Returns a shortest text that leads to the state.
    #[must_use]
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// Returns what errors say in the state.
    #[must_use]
    pub fn outcome(&self) -> &Outcome {
        &self.outcome
    }

    /// Returns the index of the next state for each class; `None` where no viable prefix goes on.
    #[must_use]
    pub fn steps(&self) -> &[Option<usize>] {
        &self.steps
    }
}

impl ErrorMachine {
    /// Merges the states that no continuation tells apart.
    pub(super) fn minimal(explored: &[ExploredState], is_of_characters: bool) -> Self {
        let octets = classes(explored.iter().map(|state| state.steps.iter().copied()));
        let rows = explored.iter().map(|state| row(&state.steps, &octets));
        let rows: Vec<Vec<Option<usize>>> = rows.collect();
        let rows: Vec<&[Option<usize>]> = rows.iter().map(Vec::as_slice).collect();
        let blocks = blocks(explored.iter().map(|state| &state.outcome), &rows);
        let count = blocks.iter().max().map_or(0, |last| last + 1);
        let first_of = |block: usize| blocks.iter().position(|&other| other == block);
        let merged = (0..count).filter_map(first_of).map(|index| {
            let steps = explored[index].steps.iter();
            let steps = steps.map(|&(octets, target)| (octets, blocks[target]));
            (&explored[index], steps.collect::<Vec<_>>())
        });
        let merged: Vec<_> = merged.collect();
        let classes = classes(merged.iter().map(|(_, steps)| steps.iter().copied()));
        let states = merged.iter().map(|(state, steps)| ErrorState {
            text: state.text.clone(),
            outcome: state.outcome.clone(),
            steps: row(steps, &classes),
        });
        Self {
            states: states.collect(),
            classes,
            is_of_characters,
        }
    }

    /// Returns the length of the longest viable prefix of the text, and what its error says.
    #[must_use]
    pub fn after(&self, text: &[u8]) -> (usize, &Outcome) {
        viable_prefix(self.is_of_characters, text, |text| self.run(text))
    }

    fn run(&self, text: &[u8]) -> (usize, &Outcome) {
        let mut state = &self.states[0];
        for (offset, &octet) in text.iter().enumerate() {
            let class = self.classes.iter().position(|class| class.contains(octet));
            match class.and_then(|class| state.steps[class]) {
                Some(next) => state = &self.states[next],
                None => return (offset, &state.outcome),
            }
        }
        (text.len(), &state.outcome)
    }

    /// Returns the classes of octets, in the order of their lowest members. Octets in one class lead
    /// from every state to the same state. The octets in no class are in no viable prefix.
    #[must_use]
    pub fn classes(&self) -> &[OctetSet] {
        &self.classes
    }

    /// Returns the states, the start first.
    #[must_use]
    pub fn states(&self) -> &[ErrorState] {
        &self.states
    }
}

/// Returns the sets of octets that nothing tells apart, in the order of their lowest members. Each
/// item tells octets apart by a number. Octets without a number are in no set.
pub(super) fn classes(
    items: impl Iterator<Item = impl Iterator<Item = (OctetSet, usize)>>,
) -> Vec<OctetSet> {
    // For each octet, its numbers by the index of the item.
    let mut columns = vec![Vec::new(); 256];
    for (index, sets) in items.enumerate() {
        for (octets, number) in sets {
            for octet in octets.iter() {
                columns[usize::from(octet)].push((index, number));
            }
        }
    }
    let mut numbers = HashMap::new();
    let mut classes = Vec::new();
    for (octet, column) in (0..=u8::MAX).zip(&columns) {
        if !column.is_empty() {
            let class = number_of(column, &mut numbers);
            if class == classes.len() {
                classes.push(OctetSet::EMPTY);
            }
            classes[class] |= OctetSet::single(octet);
        }
    }
    classes
}

/// Returns the target of each class.
fn row(steps: &[(OctetSet, usize)], classes: &[OctetSet]) -> Vec<Option<usize>> {
    let target = |class: &OctetSet| {
        let lowest = class.lowest()?;
        let step = steps.iter().find(|(octets, _)| octets.contains(lowest));
        step.map(|&(_, target)| target)
    };
    classes.iter().map(target).collect()
}

/// Returns the block of each state. A state is given by its outcome and its targets. The blocks are
/// numbered in the order of their first states.
pub(super) fn blocks<K: Eq + Hash>(
    outcomes: impl IntoIterator<Item = K>,
    rows: &[&[Option<usize>]],
) -> Vec<usize> {
    let mut numbers = HashMap::new();
    let outcomes = outcomes.into_iter();
    let mut keys: Vec<usize> = outcomes
        .map(|outcome| number_of(outcome, &mut numbers))
        .collect();
    // The state that missing steps lead to.
    let nowhere = keys.len();
    keys.push(numbers.len());
    let width = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let blocks = Blocks::of(&keys, width, &|state, class| {
        let row = rows.get(state).copied().unwrap_or_default();
        row.get(class).copied().flatten().unwrap_or(nowhere)
    });
    let mut numbers = HashMap::new();
    let states = 0..nowhere;
    states
        .map(|state| number_of(blocks.of_state(state), &mut numbers))
        .collect()
}

/// Returns the number of the key, and numbers it if it is new.
fn number_of<K: Eq + Hash>(key: K, numbers: &mut HashMap<K, usize>) -> usize {
    let fresh = numbers.len();
    *numbers.entry(key).or_insert(fresh)
}

pub(super) struct ExploredState {
    /// A shortest text that leads to it.
    pub(super) text: Vec<u8>,
    outcome: Outcome,
    /// The next states, and the octets that lead to them.
    pub(super) steps: Vec<(OctetSet, StateId)>,
    /// The state of the minimal automaton that each of its texts leads to.
    minimal: DfaState,
}

/// Returns all states of a production with this minimal automaton, the start first. Returns `None` if
/// there are too many, or if a state and the state of the minimal automaton for the same text differ in
/// what can follow.
pub(super) fn explore(mut subsets: Subsets, automaton: &Automaton) -> Option<Vec<ExploredState>> {
    let mut states = vec![ExploredState {
        text: Vec::new(),
        outcome: outcome(&mut subsets, Subsets::START, &[]),
        steps: Vec::new(),
        minimal: automaton.start(),
    }];
    let mut index = 0;
    while index < states.len() {
        let minimal = states[index].minimal;
        let found = subsets.find(index);
        let is_exact = automaton.next(minimal) == found.next.into()
            && automaton.is_accepting(minimal) == found.can_end;
        if !is_exact || subsets.is_too_large() || subsets.len() > STATES {
            return None;
        }
        for (octets, octet, next) in subsets.steps(index) {
            let target = target(automaton, minimal, octets)?;
            if next == states.len() {
                let text = [&*states[index].text, &[octet]].concat();
                states.push(ExploredState {
                    outcome: outcome(&mut subsets, next, &text),
                    text,
                    steps: Vec::new(),
                    minimal: target,
                });
            } else if states[next].minimal != target {
                return None;
            }
            states[index].steps.push((octets, next));
        }
        index += 1;
    }
    Some(states)
}

/// Returns what an error says in a state that the text leads to. Within a character there are no errors.
fn outcome(subsets: &mut Subsets, state: StateId, text: &[u8]) -> Outcome {
    if subsets.is_of_characters() && utf8::start_of_character(text) < text.len() {
        return Outcome::none(subsets.production());
    }
    subsets.find(state).outcome.clone()
}

/// Returns the state of the minimal automaton that all of the octets lead to.
fn target(automaton: &Automaton, from: DfaState, octets: OctetSet) -> Option<DfaState> {
    let mut targets = octets.iter().map(|octet| automaton.step(from, octet));
    let target = targets.next()??;
    targets.all(|other| other == Some(target)).then_some(target)
}
