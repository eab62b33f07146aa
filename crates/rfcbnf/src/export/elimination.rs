//! From automata to regular expressions, in a notation or as a part of a grammar, by the elimination of states.
//!
//! J. E. Hopcroft, R. Motwani and J. D. Ullman, Introduction to Automata Theory, Languages, and
//! Computation, Section 3.2.2. The algorithm repeatedly eliminates the state whose paths add the
//! least text: M. Delgado and J. Morais, Approximation to the smallest regular expression for a
//! given regular language, 2004.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;

use super::TooLong;
use crate::automaton::{Automaton, DfaState};
use crate::octets::OctetSet;

/// Texts that lead from one vertex of the graph to another. The default are no texts.
pub(crate) trait Edge: Clone + Default {
    /// The empty text.
    fn empty() -> Self;

    /// One of the octets.
    fn class(octets: OctetSet) -> Self;

    /// The texts of either.
    fn or(self, other: Self) -> Self;

    /// A text of the first, followed by one of the second.
    fn then(&self, next: &Self) -> Self;

    /// Any number of the texts.
    fn starred(&self) -> Self;

    /// Returns the approximate length of the written form, in octets.
    fn length(&self) -> usize;
}

/// Returns the texts of the automaton. Fails if their written form is longer than `most` octets.
pub(crate) fn eliminated<E: Edge>(automaton: &Automaton, most: usize) -> Result<E, TooLong> {
    texts(Graph::of_octets(automaton), most)
}

/// Does the same as [`eliminated`] with characters in place of octets, for the automaton of a production of a
/// grammar of characters.
pub(super) fn eliminated_by_characters<E: Edge + From<RangeInclusive<char>>>(
    automaton: &Automaton,
    most: usize,
) -> Result<E, TooLong> {
    texts(Graph::of_characters(automaton), most)
}

/// Does the same with these steps between the states of the automaton, in place of its own.
pub(super) fn eliminated_by_steps<E: Edge>(
    automaton: &Automaton,
    steps: impl IntoIterator<Item = (DfaState, E, DfaState)>,
    most: usize,
) -> Result<E, TooLong> {
    let mut graph = Graph::of_states(automaton);
    for (from, texts, to) in steps {
        graph.connect(from, to, texts);
    }
    texts(graph, most)
}

fn texts<E: Edge>(mut graph: Graph<E>, most: usize) -> Result<E, TooLong> {
    while let Some(vertex) = graph.cheapest() {
        graph.eliminate(vertex);
        if graph.length() > most {
            return Err(TooLong);
        }
    }
    Ok(graph.edges[START].remove(&END).unwrap_or_default())
}

/// The vertex before the start of the automaton. No edge leads to it.
const START: usize = 0;

/// The vertex after the accepting states. No edge leads from it.
const END: usize = 1;

/// The number of vertices before those of the states.
const OUTER: usize = 2;

/// A graph whose edges are texts.
struct Graph<E> {
    edges: Vec<BTreeMap<usize, E>>,
    /// For each vertex, the vertices from which an edge leads to it.
    back: Vec<Vec<usize>>,
    remaining: Vec<usize>,
}

impl<E: Edge> Graph<E> {
    /// Returns the graph of the states, whose edges are octets.
    fn of_octets(automaton: &Automaton) -> Self {
        let mut graph = Self::of_states(automaton);
        for state in automaton.states() {
            for (class, &octets) in automaton.classes().iter().enumerate() {
                if let Some(target) = automaton.step_by_class(state, class) {
                    graph.connect(state, target, E::class(octets));
                }
            }
        }
        graph
    }

    /// Returns the graph of the states between characters, whose edges are characters. No edge leads to the
    /// other states.
    fn of_characters(automaton: &Automaton) -> Self
    where
        E: From<RangeInclusive<char>>,
    {
        let mut graph = Self::of_states(automaton);
        for (state, steps) in automaton.between_characters() {
            for (range, target) in steps {
                graph.connect(state, target, E::from(range));
            }
        }
        graph
    }

    /// Returns the graph without the edges between states.
    fn of_states(automaton: &Automaton) -> Self {
        let count = automaton.states().len() + OUTER;
        let mut graph = Self {
            edges: vec![BTreeMap::new(); count],
            back: vec![Vec::new(); count],
            remaining: (OUTER..count).collect(),
        };
        graph.add(START, OUTER + automaton.start().number(), E::empty());
        for state in automaton.states() {
            if automaton.is_accepting(state) {
                graph.add(OUTER + state.number(), END, E::empty());
            }
        }
        graph
    }

    fn connect(&mut self, from: DfaState, to: DfaState, texts: E) {
        self.add(OUTER + from.number(), OUTER + to.number(), texts);
    }

    fn add(&mut self, from: usize, to: usize, texts: E) {
        if !self.back[to].contains(&from) {
            self.back[to].push(from);
        }
        let edge = self.edges[from].entry(to).or_default();
        *edge = std::mem::take(edge).or(texts);
    }

    fn length(&self) -> usize {
        let edges = self.edges.iter().flat_map(BTreeMap::values);
        edges.map(E::length).sum()
    }

    /// Returns the state whose elimination adds the least text.
    fn cheapest(&self) -> Option<usize> {
        let remaining = self.remaining.iter().copied();
        remaining.min_by_key(|&vertex| (self.cost(vertex), vertex))
    }

    fn cost(&self, vertex: usize) -> usize {
        let sources = self.back[vertex].iter().filter(|&&source| source != vertex);
        let into: Vec<usize> = sources
            .map(|&source| self.edges[source].get(&vertex).map_or(0, E::length))
            .collect();
        let mut out = Vec::new();
        let mut around = 0;
        for (&target, edge) in &self.edges[vertex] {
            if target == vertex {
                around = edge.length();
            } else {
                out.push(edge.length());
            }
        }
        let (comes, goes) = (into.len(), out.len());
        into.iter().sum::<usize>() * goes
            + out.iter().sum::<usize>() * comes
            + around * comes * goes
    }

    /// Replaces the paths through a vertex by edges around it.
    fn eliminate(&mut self, vertex: usize) {
        self.remaining.retain(|&remaining| remaining != vertex);
        let mut out = std::mem::take(&mut self.edges[vertex]);
        let around = out.remove(&vertex).unwrap_or_default().starred();
        let sources = std::mem::take(&mut self.back[vertex]);
        for &target in out.keys() {
            self.back[target].retain(|&source| source != vertex);
        }
        for source in sources.into_iter().filter(|&source| source != vertex) {
            let Some(into) = self.edges[source].remove(&vertex) else {
                continue;
            };
            let into = into.then(&around);
            for (&target, edge) in &out {
                self.add(source, target, into.then(edge));
            }
        }
    }
}
