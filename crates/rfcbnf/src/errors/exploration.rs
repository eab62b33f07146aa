//! The exploration of all states, breadth first.

use super::STATES;
use rfcbnf_engine::utf8;

use super::outcome::Outcome;
use super::subsets::{StateId, Subsets};
use crate::automaton::{Automaton, DfaState};
use crate::octets::OctetSet;

pub(super) struct ExploredState {
    /// A shortest text that leads to it.
    pub(super) text: Vec<u8>,
    pub(super) outcome: Outcome,
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
