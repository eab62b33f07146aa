//! Makes an automaton minimal.

use std::collections::HashMap;

use super::determinize::Table;
use super::partition::Blocks;
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
