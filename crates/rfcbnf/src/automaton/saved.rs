//! An automaton in a file.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use super::{Automaton, DfaState, TooLarge, Work, classes};
use crate::octets::OctetSet;

/// An automaton as a file has it. State 0 is the start.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedAutomaton {
    classes: Vec<OctetSet>,
    accepting: Vec<usize>,
    /// A state, the index of a class, and the state that an octet of the class leads to.
    steps: Vec<(usize, usize, usize)>,
}

impl From<Automaton> for SavedAutomaton {
    fn from(automaton: Automaton) -> Self {
        let states = automaton.states();
        let accepting = states.filter(|state| automaton.is_accepting(*state));
        let classes = 0..automaton.classes.len();
        let steps = automaton.states().flat_map(|from| {
            classes.clone().filter_map({
                let automaton = &automaton;
                move |class| {
                    let to = automaton.step_by_class(from, class)?;
                    Some((from.number(), class, to.number()))
                }
            })
        });
        Self {
            accepting: accepting.map(DfaState::number).collect(),
            steps: steps.collect(),
            classes: automaton.classes,
        }
    }
}

/// Whatever a file says is made minimal, so the invariants of automata hold.
impl TryFrom<SavedAutomaton> for Automaton {
    type Error = TooLarge;

    fn try_from(saved: SavedAutomaton) -> Result<Self, TooLarge> {
        let steps = saved
            .steps
            .iter()
            .map(|&(from, class, to)| ((from, class), to));
        let steps: HashMap<(usize, usize), usize> = steps.collect();
        let class_of = |octet| saved.classes.iter().position(|class| class.contains(octet));
        Self::of_states(
            classes(saved.classes.iter().copied()),
            0,
            &|state| saved.accepting.contains(state),
            &|&state, octet| steps.get(&(state, class_of(octet)?)).copied(),
            &Work::new(),
        )
    }
}
