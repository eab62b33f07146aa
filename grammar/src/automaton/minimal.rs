//! Makes an automaton minimal, by Hopcroft's algorithm: in time in proportion to the number of
//! steps and the logarithm of that of states.
//!
//! J. E. Hopcroft: An *n* log *n* algorithm for minimizing states in a finite automaton. Theory of
//! Machines and Computations, 1971, 189–196.

use std::ops::Range;

use super::{Automaton, State};

impl Automaton {
    /// The minimal automaton of the same words. Of this one, every state can be reached.
    pub(super) fn minimal(&self) -> Self {
        let blocks = Blocks::of(self);
        let nowhere = blocks.block_of[self.accepting.len()];
        let first = |block: usize| State(blocks.members(block)[0]);
        let is_accepting = |&block: &usize| block != nowhere && self.is_accepting(first(block));
        Self::explored(blocks.block_of[0], is_accepting, |&block, octet| {
            if block == nowhere {
                return None;
            }
            let target = self.step(first(block), char::from(octet))?;
            let target = blocks.block_of[target.0];
            (target != nowhere).then_some(target)
        })
    }
}

/// States, sorted into blocks. The state that steps lead to which lead nowhere is one, the last.
///
/// Invariant: no text tells the states of different blocks apart that are to become one.
struct Blocks {
    /// The states, those of a block side by side.
    states: Vec<usize>,
    /// Where in that list each state is.
    place: Vec<usize>,
    block_of: Vec<usize>,
    /// Where in the list each block is.
    ranges: Vec<Range<usize>>,
    /// How many members of each block are at its front because they are to be split off.
    marked: Vec<usize>,
}

impl Blocks {
    /// The states of the automaton, in one block where no text tells them apart.
    fn of(automaton: &Automaton) -> Self {
        let predecessors = predecessors(automaton);
        let count = automaton.accepting.len() + 1;
        let mut blocks = Self {
            states: (0..count).collect(),
            place: (0..count).collect(),
            block_of: vec![0; count],
            ranges: std::iter::once(0..count).collect(),
            marked: vec![0],
        };
        let accepting = automaton
            .states()
            .filter(|&state| automaton.is_accepting(state));
        blocks.split(accepting.map(|state| state.0));
        let mut waiting: Vec<usize> = (0..blocks.ranges.len()).collect();
        while let Some(block) = waiting.pop() {
            let members = blocks.members(block).to_vec();
            for before in &predecessors {
                let leading = members.iter().flat_map(|&state| &before[state]).copied();
                waiting.extend(blocks.split(leading));
            }
        }
        blocks
    }

    fn members(&self, block: usize) -> &[usize] {
        &self.states[self.ranges[block].clone()]
    }

    /// Splits each block into those of its members that are among the states, and the others.
    /// Returns the new blocks, of which each is the smaller part of an old one.
    fn split(&mut self, states: impl Iterator<Item = usize>) -> Range<usize> {
        let mut touched = Vec::new();
        for state in states {
            let block = self.block_of[state];
            if self.marked[block] == 0 {
                touched.push(block);
            }
            self.mark(state, block);
        }
        let fresh = self.ranges.len();
        for block in touched {
            self.divide(block);
        }
        fresh..self.ranges.len()
    }

    /// Moves a state to the marked ones of its block. No state is marked twice.
    fn mark(&mut self, state: usize, block: usize) {
        let (from, to) = (
            self.place[state],
            self.ranges[block].start + self.marked[block],
        );
        let other = self.states[to];
        self.states.swap(from, to);
        (self.place[state], self.place[other]) = (to, from);
        self.marked[block] += 1;
    }

    /// Makes the marked members of a block, or the others, if these are fewer, a new block.
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

/// For each class of characters and each state, the states from which it leads there.
fn predecessors(automaton: &Automaton) -> Vec<Vec<Vec<usize>>> {
    let nowhere = automaton.accepting.len();
    let classes = 0..automaton.classes.len();
    let of_class = |class| {
        let mut before = vec![Vec::new(); nowhere + 1];
        before[nowhere].push(nowhere);
        for state in automaton.states() {
            let target = automaton.step_by_class(state, class);
            before[target.map_or(nowhere, |target| target.0)].push(state.0);
        }
        before
    };
    classes.map(of_class).collect()
}
