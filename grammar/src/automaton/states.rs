//! Numbers the states of an automaton, and finds the classes of its characters.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use super::{ASCII, Automaton, State, characters};

impl Automaton {
    /// What `step` reaches from `start`, breadth first, characters in ASCII order. As minimal
    /// as what it explores.
    pub(super) fn explored<S: Clone + Eq + Hash>(
        start: S,
        is_accepting: impl Fn(&S) -> bool,
        step: impl Fn(&S, u8) -> Option<S>,
    ) -> Self {
        let mut numbers = HashMap::from([(start.clone(), State(0))]);
        let mut waiting = VecDeque::from([start]);
        let mut accepting = Vec::new();
        let mut columns = vec![Vec::new(); usize::from(ASCII)];
        while let Some(explored) = waiting.pop_front() {
            accepting.push(is_accepting(&explored));
            for (character, column) in (0..ASCII).zip(&mut columns) {
                let target = step(&explored, character).map(|target| {
                    let fresh = State(numbers.len());
                    *numbers.entry(target.clone()).or_insert_with(|| {
                        waiting.push_back(target);
                        fresh
                    })
                });
                column.push(target);
            }
        }
        Self::of_columns(accepting, columns)
    }

    /// Puts characters that lead to the same from every state into one class. There is a
    /// column for each character, and in it a step for each state.
    fn of_columns(accepting: Vec<bool>, columns: Vec<Vec<Option<State>>>) -> Self {
        let mut classes: Vec<String> = Vec::new();
        let mut class_of = Vec::new();
        let mut numbers: HashMap<Vec<Option<State>>, usize> = HashMap::new();
        let mut distinct: Vec<Vec<Option<State>>> = Vec::new();
        for (character, column) in characters().zip(columns) {
            let class = *numbers.entry(column).or_insert_with_key(|column| {
                distinct.push(column.clone());
                classes.push(String::new());
                classes.len() - 1
            });
            classes[class].push(character);
            class_of.push(class);
        }
        let states = 0..accepting.len();
        let steps = states.flat_map(|state| distinct.iter().map(move |column| column[state]));
        Self {
            steps: steps.collect(),
            classes,
            class_of,
            accepting,
        }
    }
}
