//! The minimal automaton of a production, for programs that draw it.

use std::collections::BTreeMap;

use rfc1738::CharacterSet;
use rfcbnf::automaton::{Automaton, DfaState};
use rfcbnf::octets::OctetSet;
use serde::Serialize;

use crate::characters::ranges;

/// The states and edges of an automaton, and the states that a text passes. The start is state 0.
///
/// ```
/// use rfc1738_views::automaton::AutomatonRecord;
/// use rfc1738_views::json;
/// use rfcbnf::automaton::Automaton;
///
/// let grammar = rfcbnf::read("bits = 1*bit\nbit = \"0\" | \"1\"\n")?;
/// let automaton = Automaton::new(&grammar, "bits")?;
/// let mut line = Vec::new();
/// json::write(&mut line, &AutomatonRecord::new(&automaton, b"01x"))?;
/// assert_eq!(
///     line,
///     br#"{"states":2,"accepting":[1],"edges":[[0,1,"0 1"],[1,1,"0 1"]],"path":[0,1,1]}
/// "#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct AutomatonRecord {
    states: usize,
    accepting: Vec<usize>,
    edges: Vec<Edge>,
    /// The states before the text and after each octet of its viable prefix.
    path: Vec<usize>,
}

/// The state, the next state, and the characters between them.
#[derive(Debug, Clone, Serialize)]
struct Edge(usize, usize, String);

impl AutomatonRecord {
    /// Returns the record of an automaton and a text.
    #[must_use]
    pub fn new(automaton: &Automaton, text: &[u8]) -> Self {
        let states = automaton.states();
        let accepting = states.filter(|state| automaton.is_accepting(*state));
        let mut path = vec![automaton.start()];
        path.extend(text.iter().scan(automaton.start(), |state, octet| {
            *state = automaton.step(*state, *octet)?;
            Some(*state)
        }));
        Self {
            states: automaton.states().len(),
            accepting: accepting.map(DfaState::number).collect(),
            edges: edges(automaton),
            path: path.into_iter().map(DfaState::number).collect(),
        }
    }
}

fn edges(automaton: &Automaton) -> Vec<Edge> {
    let mut edges: BTreeMap<(usize, usize), OctetSet> = BTreeMap::new();
    for state in automaton.states() {
        for (class, octets) in automaton.classes().iter().enumerate() {
            if let Some(target) = automaton.step_by_class(state, class) {
                *edges.entry((state.number(), target.number())).or_default() |= *octets;
            }
        }
    }
    let edges = edges
        .into_iter()
        .map(|((from, to), octets)| Edge(from, to, ranges(CharacterSet::of(&octets.characters()))));
    edges.collect()
}
