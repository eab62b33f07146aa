//! The minimal automaton of a production, for programs that draw it.

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;

use rfc1738::CharacterSet;
use rfcbnf::automaton::{Automaton, DfaState};
use rfcbnf::octets::OctetSet;
use rfcbnf::syntax::Encoding;
use serde::Serialize;

use crate::characters::Next;

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
/// json::write(&mut line, &AutomatonRecord::new(&automaton, grammar.encoding, b"01x"))?;
/// assert_eq!(
///     line,
///     br#"{"states":2,"accepting":[1],"edges":[[0,1,"0 1"],[1,1,"0 1"]],"path":[0,1,1]}
/// "#,
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS), ts(rename = "Automaton"))]
pub struct AutomatonRecord {
    states: usize,
    accepting: Vec<usize>,
    edges: Vec<Edge>,
    /// The states before the text and after each octet, or character, of its viable prefix.
    path: Vec<usize>,
    /// The numbers of the states.
    #[serde(skip)]
    numbers: HashMap<DfaState, usize>,
}

/// The state, the next state, and the characters between them.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "typescript", derive(ts_rs::TS))]
struct Edge(usize, usize, String);

impl AutomatonRecord {
    /// Returns the record of the automaton of a production of a grammar with that encoding, and of a text. In a
    /// grammar of characters, an edge is a character, and states within characters are left out.
    #[must_use]
    pub fn new(automaton: &Automaton, encoding: Encoding, text: &[u8]) -> Self {
        let mut record = match encoding {
            Encoding::Octets => Self::of_octets(automaton),
            Encoding::Utf8 => Self::of_characters(automaton),
        };
        let mut state = automaton.start();
        record.path.push(record.numbers[&state]);
        for octet in text {
            let Some(next) = automaton.step(state, *octet) else {
                break;
            };
            state = next;
            // A state within a character has no number.
            record.path.extend(record.numbers.get(&state));
        }
        record
    }

    fn of_octets(automaton: &Automaton) -> Self {
        let mut edges: BTreeMap<(usize, usize), OctetSet> = BTreeMap::new();
        for state in automaton.states() {
            for (class, octets) in automaton.classes().iter().enumerate() {
                if let Some(target) = automaton.step_by_class(state, class) {
                    *edges.entry((state.number(), target.number())).or_default() |= *octets;
                }
            }
        }
        let edges = edges.into_iter().map(|((from, to), octets)| {
            Edge(from, to, Next::from(CharacterSet::from(octets)).to_string())
        });
        Self::of_states(automaton, automaton.states(), edges.collect())
    }

    fn of_characters(automaton: &Automaton) -> Self {
        let states: Vec<_> = automaton.between_characters().collect();
        let order = states.iter().map(|(state, _)| *state);
        let mut record = Self::of_states(automaton, order, Vec::new());
        for (state, steps) in states {
            let mut edges: BTreeMap<usize, Vec<RangeInclusive<char>>> = BTreeMap::new();
            for (range, target) in steps {
                edges
                    .entry(record.numbers[&target])
                    .or_default()
                    .push(range);
            }
            let from = record.numbers[&state];
            let edges = edges.into_iter();
            record
                .edges
                .extend(edges.map(|(to, ranges)| Edge(from, to, Next::of(ranges).to_string())));
        }
        record
    }

    fn of_states(
        automaton: &Automaton,
        states: impl Iterator<Item = DfaState>,
        edges: Vec<Edge>,
    ) -> Self {
        let numbers: HashMap<DfaState, usize> = states.zip(0..).collect();
        let accepting = numbers.iter();
        let accepting = accepting.filter(|(state, _)| automaton.is_accepting(**state));
        let mut accepting: Vec<usize> = accepting.map(|(_, number)| *number).collect();
        accepting.sort_unstable();
        Self {
            states: numbers.len(),
            accepting,
            edges,
            path: Vec::new(),
            numbers,
        }
    }
}
