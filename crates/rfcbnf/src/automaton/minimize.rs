//! Makes an automaton minimal: sorts its states into those that no text tells apart, by Hopcroft's algorithm. Its
//! time is proportional to the number of steps and the logarithm of the number of states.
//!
//! J. E. Hopcroft: An *n* log *n* algorithm for minimizing states in a finite automaton. Theory of
//! Machines and Computations, 1971, 189–196.

use std::collections::HashMap;
use std::ops::Range;

use super::determinize::Table;
use super::{Automaton, DfaState, OCTETS};
use crate::octets::OctetSet;

impl Table {
    /// Returns the minimal automaton that accepts the same texts. Every state of the table can be
    /// reached from the start.
    pub(super) fn minimized(&self) -> Automaton {
        let blocks = self.blocks();
        let nowhere = blocks.of_state(self.accepting.len());
        let mut automaton = Numbered::new(self, &blocks);
        automaton.number(blocks.of_state(0));
        while let Some(&block) = automaton.order.get(automaton.accepting.len()) {
            // Only the start of an automaton without texts is in the block of no transitions.
            let first = blocks.members(block)[0];
            let is_live = block != nowhere;
            automaton.accepting.push(is_live && self.accepting[first]);
            for class in 0..self.classes.len() {
                let target = is_live.then(|| self.step(first, class)).flatten();
                let target = target.map(|target| blocks.of_state(target));
                let target = target.filter(|&block| block != nowhere);
                let target = target.map(|block| automaton.number(block));
                automaton.columns[class].push(target);
            }
        }
        automaton.with_merged_classes()
    }

    /// Returns the blocks of the states, and of one more state, the last: the one that missing steps lead to.
    fn blocks(&self) -> Blocks {
        let accepting = self.accepting.iter().chain([&false]);
        let keys: Vec<usize> = accepting.map(|&one| usize::from(one)).collect();
        let nowhere = self.accepting.len();
        Blocks::of(&keys, self.classes.len(), &|state, class| {
            let is_state = state < nowhere;
            is_state
                .then(|| self.step(state, class))
                .flatten()
                .unwrap_or(nowhere)
        })
    }

    fn step(&self, state: usize, class: usize) -> Option<usize> {
        self.steps[state * self.classes.len() + class]
    }
}

/// The blocks of a table, numbered in the order in which the octets, in ascending order, first lead
/// to them.
struct Numbered<'t> {
    table: &'t Table,
    /// The number of each block.
    numbers: Vec<Option<DfaState>>,
    /// The block of each number.
    order: Vec<usize>,
    accepting: Vec<bool>,
    /// For each class, the step from each state.
    columns: Vec<Vec<Option<DfaState>>>,
}

impl<'t> Numbered<'t> {
    fn new(table: &'t Table, blocks: &Blocks) -> Self {
        Self {
            table,
            numbers: vec![None; blocks.len()],
            order: Vec::new(),
            accepting: Vec::new(),
            columns: vec![Vec::new(); table.classes.len()],
        }
    }

    fn number(&mut self, block: usize) -> DfaState {
        *self.numbers[block].get_or_insert_with(|| {
            self.order.push(block);
            DfaState(self.order.len() - 1)
        })
    }

    /// Puts octets that lead to the same state from every state into one class.
    fn with_merged_classes(self) -> Automaton {
        let mut classes: Vec<OctetSet> = Vec::new();
        let mut distinct: Vec<Vec<Option<DfaState>>> = Vec::new();
        let mut numbers: HashMap<Vec<Option<DfaState>>, usize> = HashMap::new();
        for (column, octets) in self.columns.into_iter().zip(&self.table.classes) {
            let class = *numbers.entry(column).or_insert_with_key(|column| {
                distinct.push(column.clone());
                classes.push(OctetSet::EMPTY);
                classes.len() - 1
            });
            classes[class] |= *octets;
        }
        let mut class_of = vec![0; OCTETS];
        for (class, octets) in classes.iter().enumerate() {
            for octet in octets.iter() {
                class_of[usize::from(octet)] = class;
            }
        }
        let states = 0..self.accepting.len();
        let steps = states.flat_map(|state| distinct.iter().map(move |column| column[state]));
        Automaton {
            steps: steps.collect(),
            classes,
            class_of,
            accepting: self.accepting,
        }
    }
}

/// The states of an automaton, sorted into blocks.
///
/// Invariant: if two states are in different blocks, some text leads them to states with different keys.
pub(crate) struct Blocks {
    /// The states, those of a block side by side.
    states: Vec<usize>,
    /// The index of each state in that list.
    positions: Vec<usize>,
    block_of: Vec<usize>,
    /// The part of the list that each block takes.
    ranges: Vec<Range<usize>>,
    /// The number of states at the front of each block that are to be split off.
    marked: Vec<usize>,
}

impl Blocks {
    /// Sorts states into the largest blocks that the invariant allows. Each state has a key, a small number,
    /// and each class leads from each state to another. It is compiled once for all kinds of automata.
    pub(crate) fn of(keys: &[usize], classes: usize, step: &dyn Fn(usize, usize) -> usize) -> Self {
        let count = keys.len();
        let predecessors: Vec<Predecessors> = (0..classes)
            .map(|class| Predecessors::of(count, class, step))
            .collect();
        let mut blocks = Self {
            states: (0..count).collect(),
            positions: (0..count).collect(),
            block_of: vec![0; count],
            ranges: std::iter::once(0..count).collect(),
            marked: vec![0],
        };
        // The states without a block of their own are those with the key 0.
        let mut by_key = vec![Vec::new(); keys.iter().max().map_or(0, |most| most + 1)];
        for (state, &key) in keys.iter().enumerate() {
            by_key[key].push(state);
        }
        for states in by_key.iter().skip(1) {
            blocks.split(states);
        }
        let mut waiting: Vec<usize> = (0..blocks.len()).collect();
        let mut leading = Vec::new();
        while let Some(block) = waiting.pop() {
            let members = blocks.members(block).to_vec();
            for before in &predecessors {
                leading.clear();
                for &state in &members {
                    leading.extend_from_slice(before.of_state(state));
                }
                waiting.extend(blocks.split(&leading));
            }
        }
        blocks
    }

    /// Returns the number of blocks.
    fn len(&self) -> usize {
        self.ranges.len()
    }

    /// Returns the block of a state.
    pub(crate) fn of_state(&self, state: usize) -> usize {
        self.block_of[state]
    }

    /// Returns the states of a block.
    fn members(&self, block: usize) -> &[usize] {
        &self.states[self.ranges[block].clone()]
    }

    /// Splits each block into its members among the states and the others. Returns the new
    /// blocks. Each is the smaller part of an old one.
    fn split(&mut self, states: &[usize]) -> Range<usize> {
        let mut touched = Vec::new();
        for &state in states {
            let block = self.block_of[state];
            if self.marked[block] == 0 {
                touched.push(block);
            }
            self.mark(state, block);
        }
        let new = self.ranges.len();
        for block in touched {
            self.divide(block);
        }
        new..self.ranges.len()
    }

    /// Moves a state to the marked ones of its block. No state is marked twice.
    fn mark(&mut self, state: usize, block: usize) {
        let from = self.positions[state];
        let to = self.ranges[block].start + self.marked[block];
        let other = self.states[to];
        self.states.swap(from, to);
        (self.positions[state], self.positions[other]) = (to, from);
        self.marked[block] += 1;
    }

    /// Makes the marked members of a block a new block, or the others if they are fewer.
    fn divide(&mut self, block: usize) {
        let Range { start, end } = self.ranges[block];
        let middle = start + std::mem::take(&mut self.marked[block]);
        if middle == end {
            return;
        }
        let (smaller, larger) = if middle - start <= end - middle {
            (start..middle, middle..end)
        } else {
            (middle..end, start..middle)
        };
        for &state in &self.states[smaller.clone()] {
            self.block_of[state] = self.ranges.len();
        }
        self.ranges[block] = larger;
        self.ranges.push(smaller);
        self.marked.push(0);
    }
}

/// For each state, the states from which one class leads to it.
struct Predecessors {
    states: Vec<usize>,
    /// The part of the list that each state takes begins here and ends where the next begins.
    starts: Vec<usize>,
}

impl Predecessors {
    fn of(count: usize, class: usize, step: &dyn Fn(usize, usize) -> usize) -> Self {
        let target = |state| step(state, class);
        let mut starts = vec![0; count + 1];
        for state in 0..count {
            starts[target(state) + 1] += 1;
        }
        for state in 0..count {
            starts[state + 1] += starts[state];
        }
        let mut free = starts.clone();
        let mut states = vec![0; count];
        for state in 0..count {
            let position = &mut free[target(state)];
            states[*position] = state;
            *position += 1;
        }
        Self { states, starts }
    }

    fn of_state(&self, state: usize) -> &[usize] {
        &self.states[self.starts[state]..self.starts[state + 1]]
    }
}
