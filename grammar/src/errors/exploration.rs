//! The exploration of all states, breadth first.

use std::collections::{BTreeMap, HashMap};

use super::STATES;
use super::experiment::{Continuation, Experiments, Outcome, OutcomeId};
use super::positions::{Positions, PositionsId};
use crate::automaton::{Automaton, DfaState, readable_first};
use crate::octets::OctetSet;

/// A state of the minimal automaton and the positions that a text leads to.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
struct Place {
    state: DfaState,
    positions: PositionsId,
}

/// Octets that lead to the same place, or that cannot follow.
#[derive(Clone, Copy)]
struct Step {
    octets: OctetSet,
    /// The octet that stands for all of them in experiments.
    octet: u8,
    target: Option<Place>,
}

/// A state of the exploration.
pub(super) struct ExploredState {
    /// A shortest text that leads to it.
    pub(super) text: Vec<u8>,
    pub(super) outcome: OutcomeId,
    /// The next states, and the octets that lead to them.
    pub(super) steps: Vec<(OctetSet, usize)>,
}

/// An exploration of the states of a production's errors.
pub(super) struct Exploration<'a, 'i> {
    automaton: &'a Automaton,
    positions: Positions,
    experiments: Experiments<'i>,
    /// The octets in the order in which they stand for others.
    octets: Vec<u8>,
    steps: HashMap<Place, Vec<Step>>,
    states: Vec<ExploredState>,
    places: Vec<Place>,
    numbers: HashMap<(Place, OutcomeId), usize>,
}

impl<'a, 'i> Exploration<'a, 'i> {
    pub(super) fn new(
        automaton: &'a Automaton,
        positions: Positions,
        experiments: Experiments<'i>,
    ) -> Self {
        Self {
            automaton,
            positions,
            experiments,
            octets: readable_first(),
            steps: HashMap::new(),
            states: Vec::new(),
            places: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// Returns the states, the start first, and the outcomes by their numbers; `None` if there is no
    /// automaton within the limits.
    pub(super) fn run(mut self) -> Option<(Vec<ExploredState>, Vec<Outcome>)> {
        let start = Place {
            state: self.automaton.start(),
            positions: Positions::START,
        };
        self.state_after(Vec::new(), start)?;
        let mut index = 0;
        while index < self.states.len() {
            let (text, place) = (self.states[index].text.clone(), self.places[index]);
            let after = self.continuation(place);
            for step in self.steps_from(place) {
                let Some(target) = step.target else {
                    let is_same = self.experiments.is_same_before(step.octet, &text, after)?;
                    if !is_same {
                        return None;
                    }
                    continue;
                };
                let longer = [&*text, &[step.octet]].concat();
                let next = self.state_after(longer, target)?;
                self.states[index].steps.push((step.octets, next));
            }
            index += 1;
        }
        Some((self.states, self.experiments.into_outcomes()))
    }

    /// Returns the number of the state that the text leads to.
    fn state_after(&mut self, text: Vec<u8>, place: Place) -> Option<usize> {
        let outcome = self.experiments.at_end(&text, self.continuation(place))?;
        let number = self.states.len();
        let known = *self.numbers.entry((place, outcome)).or_insert(number);
        if known == number {
            if number == STATES {
                return None;
            }
            self.places.push(place);
            self.states.push(ExploredState {
                text,
                outcome,
                steps: Vec::new(),
            });
        }
        Some(known)
    }

    fn continuation(&self, place: Place) -> Continuation {
        Continuation {
            next: self.automaton.next(place.state).iter().collect(),
            can_end: self.automaton.is_accepting(place.state),
        }
    }

    /// Returns the steps from a place, in the order of the octets that stand for others.
    fn steps_from(&mut self, place: Place) -> Vec<Step> {
        if let Some(known) = self.steps.get(&place) {
            return known.clone();
        }
        let mut groups: BTreeMap<(Option<DfaState>, PositionsId), OctetSet> = BTreeMap::new();
        for (octets, positions) in self.positions.steps(place.positions) {
            for octet in octets.iter() {
                let state = self.automaton.step(place.state, octet);
                let group = groups.entry((state, positions)).or_default();
                *group |= OctetSet::single(octet);
            }
        }
        let rank = |octets: OctetSet| self.octets.iter().position(|&octet| octets.contains(octet));
        let mut groups: Vec<_> = groups.into_iter().collect();
        groups.sort_by_key(|&(_, octets)| rank(octets));
        let steps = groups
            .into_iter()
            .filter_map(|((state, positions), octets)| {
                Some(Step {
                    octets,
                    octet: self.octets[rank(octets)?],
                    target: state.map(|state| Place { state, positions }),
                })
            });
        let steps: Vec<Step> = steps.collect();
        self.steps.insert(place, steps.clone());
        steps
    }
}
