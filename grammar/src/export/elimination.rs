//! From automata to regular expressions, by the elimination of states.
//!
//! J. E. Hopcroft, R. Motwani and J. D. Ullman, Introduction to Automata Theory, Languages, and
//! Computation, Section 3.2.2. Each time, the state goes of which the ways through it make the least
//! text: M. Delgado and J. Morais, Approximation to the smallest regular expression for a given
//! regular language, 2004.

use std::collections::BTreeMap;

use super::TooLong;
use super::characters::Characters;
use super::pattern::Pattern;
use crate::automaton::Automaton;

/// What the automaton derives, in no more than so many octets.
pub(super) fn pattern(automaton: &Automaton, most: usize) -> Result<Pattern, TooLong> {
    let mut graph = Graph::of(automaton);
    while let Some(place) = graph.cheapest() {
        graph.eliminate(place);
        if graph.length() > most {
            return Err(TooLong);
        }
    }
    Ok(graph.ways[START].remove(&END).unwrap_or_default())
}

/// Leads to the start of the automaton; nothing leads to it.
const START: usize = 0;

/// Nothing leads from it.
const END: usize = 1;

/// The number of [`START`] and [`END`]: the states come after them.
const OUTER: usize = 2;

/// The places between which patterns lead.
struct Graph {
    ways: Vec<BTreeMap<usize, Pattern>>,
    /// For each place, those from which a way leads to it.
    back: Vec<Vec<usize>>,
    remaining: Vec<usize>,
}

impl Graph {
    fn of(automaton: &Automaton) -> Self {
        let count = automaton.states().len() + OUTER;
        let mut graph = Self {
            ways: vec![BTreeMap::new(); count],
            back: vec![Vec::new(); count],
            remaining: (OUTER..count).collect(),
        };
        graph.add(START, OUTER + automaton.start().number(), Pattern::empty());
        for state in automaton.states() {
            let from = OUTER + state.number();
            if automaton.is_accepting(state) {
                graph.add(from, END, Pattern::empty());
            }
            for (class, characters) in automaton.classes().iter().enumerate() {
                if let Some(target) = automaton.step_by_class(state, class) {
                    let characters: Characters = characters.chars().collect();
                    graph.add(from, OUTER + target.number(), Pattern::class(characters));
                }
            }
        }
        graph
    }

    fn add(&mut self, from: usize, to: usize, pattern: Pattern) {
        if !self.back[to].contains(&from) {
            self.back[to].push(from);
        }
        let way = self.ways[from].entry(to).or_default();
        *way = std::mem::take(way).or(pattern);
    }

    fn length(&self) -> usize {
        let ways = self.ways.iter().flat_map(BTreeMap::values);
        ways.map(Pattern::length).sum()
    }

    /// The state whose elimination adds the least text.
    fn cheapest(&self) -> Option<usize> {
        let remaining = self.remaining.iter().copied();
        remaining.min_by_key(|&place| (self.cost(place), place))
    }

    fn cost(&self, place: usize) -> usize {
        let sources = self.back[place].iter().filter(|&&source| source != place);
        let into: Vec<usize> = sources
            .map(|&source| self.ways[source].get(&place).map_or(0, Pattern::length))
            .collect();
        let mut out = Vec::new();
        let mut around = 0;
        for (&target, way) in &self.ways[place] {
            if target == place {
                around = way.length();
            } else {
                out.push(way.length());
            }
        }
        let (comes, goes) = (into.len(), out.len());
        into.iter().sum::<usize>() * goes
            + out.iter().sum::<usize>() * comes
            + around * comes * goes
    }

    /// Lets each way through the place go on without it.
    fn eliminate(&mut self, place: usize) {
        self.remaining.retain(|&remaining| remaining != place);
        let mut out = std::mem::take(&mut self.ways[place]);
        let around = out.remove(&place).unwrap_or_default().repeated(0, None);
        let sources = std::mem::take(&mut self.back[place]);
        for &target in out.keys() {
            self.back[target].retain(|&source| source != place);
        }
        for source in sources.into_iter().filter(|&source| source != place) {
            let Some(into) = self.ways[source].remove(&place) else {
                continue;
            };
            let into = into.then(&around);
            for (&target, way) in &out {
                self.add(source, target, into.then(way));
            }
        }
    }
}
