//! From nondeterministic automata to deterministic ones, by a subset construction (M. Rabin, D. Scott: Finite
//! Automata and Their Decision Problems, 1959).
//!
//! A state of the deterministic automaton is the set of all states in which the other one can be after the same
//! octets. For example, the automaton of `"x" "y" / "x" "z"` can be before `y` or before `z` after `x`: this pair
//! is one state. The sets are made breadth first from the start, once for each class of octets. The result is
//! minimized.

use std::collections::HashMap;
use std::hash::Hash;
use std::rc::Rc;

use super::Automaton;
use super::limits::{MEMORY, STATES, TooLarge, Work};
use super::nfa::{Nfa, NfaState, Transitions};
use crate::octets::OctetSet;

/// For each class, the next state.
type Steps<S> = Result<Vec<Option<S>>, TooLarge>;

/// A deterministic automaton that need not be minimal. State 0 is the start.
pub(super) struct Table {
    /// Sets of octets that no transition tells apart. Together they are all octets, and they are in
    /// the order of their lowest members.
    pub(super) classes: Vec<OctetSet>,
    /// For each state and each class, the next state.
    pub(super) steps: Vec<Option<usize>>,
    pub(super) accepting: Vec<bool>,
}

impl Table {
    /// Numbers the states that `steps` reaches from `start`, breadth first. For each state,
    /// `steps` returns the next state for each class.
    pub(super) fn explore<S: Clone + Eq + Hash>(
        classes: Vec<OctetSet>,
        start: S,
        is_accepting: &dyn Fn(&S) -> bool,
        steps: &mut dyn FnMut(&S) -> Steps<S>,
    ) -> Result<Self, TooLarge> {
        let mut numbers = HashMap::from([(start.clone(), 0)]);
        let mut states = vec![start];
        let mut table = Self {
            classes,
            steps: Vec::new(),
            accepting: Vec::new(),
        };
        while let Some(state) = states.get(table.accepting.len()).cloned() {
            table.accepting.push(is_accepting(&state));
            for target in steps(&state)? {
                table.steps.push(target.map(|target| {
                    *numbers.entry(target).or_insert_with_key(|target| {
                        states.push(target.clone());
                        states.len() - 1
                    })
                }));
            }
            if states.len() > STATES {
                return Err(TooLarge);
            }
        }
        Ok(table)
    }
}

impl Nfa {
    /// Returns the minimal deterministic automaton that accepts the same texts.
    pub(super) fn determinized(&self, work: &Work) -> Result<Automaton, TooLarge> {
        let mut subsets = Subsets::new(self, work)?;
        let classes = subsets.classes.clone();
        let start = subsets.closure(vec![self.start])?;
        let is_accepting = |set: &Rc<[NfaState]>| set.first() == Some(&Self::END);
        let table = Table::explore(classes, start, &is_accepting, &mut |set| subsets.steps(set))?;
        work.take(table.steps.len())?;
        Ok(table.minimized())
    }
}

/// Steps between sets of the states of an [`Nfa`].
struct Subsets<'n> {
    nfa: &'n Nfa,
    work: &'n Work,
    classes: Vec<OctetSet>,
    /// For each set of octets on a transition, the classes in it.
    classes_in: HashMap<OctetSet, Vec<usize>>,
    /// The number of the closure in which each state was last seen.
    seen: Vec<u32>,
    closures: u32,
    /// The memory of all sets so far, in bytes.
    memory: usize,
}

impl<'n> Subsets<'n> {
    fn new(nfa: &'n Nfa, work: &'n Work) -> Result<Self, TooLarge> {
        let transitions = nfa.states.iter().flat_map(|state| &state.octets);
        let mut classes_in: HashMap<OctetSet, Vec<usize>> = transitions
            .map(|(octets, _)| (*octets, Vec::new()))
            .collect();
        let classes = classes(classes_in.keys().copied());
        work.take(classes.len() * classes_in.len())?;
        for (set, members) in &mut classes_in {
            let indexes = 0..classes.len();
            members.extend(indexes.filter(|&class| !(classes[class] & *set).is_empty()));
        }
        Ok(Self {
            nfa,
            work,
            classes,
            classes_in,
            seen: vec![0; nfa.states.len()],
            closures: 0,
            memory: 0,
        })
    }

    /// Returns the set that each class leads to.
    fn steps(&mut self, set: &[NfaState]) -> Steps<Rc<[NfaState]>> {
        self.memory += size_of_val(set);
        if self.memory > MEMORY {
            return Err(TooLarge);
        }
        let mut targets = vec![Vec::new(); self.classes.len()];
        let states = set.iter().map(|&state| &self.nfa.states[state as usize]);
        for (octets, target) in states.flat_map(|state| &state.octets) {
            let classes = &self.classes_in[octets];
            self.work.take(1 + classes.len())?;
            for &class in classes {
                targets[class].push(*target);
            }
        }
        self.work.take(self.classes.len())?;
        let steps = targets.into_iter().map(|targets| {
            let closure = (!targets.is_empty()).then(|| self.closure(targets));
            closure.transpose()
        });
        steps.collect()
    }

    /// Returns the states that are reached from these without an octet, in ascending order.
    /// States from which only such steps lead are left out.
    fn closure(&mut self, mut waiting: Vec<NfaState>) -> Result<Rc<[NfaState]>, TooLarge> {
        self.closures += 1;
        let mut set = Vec::new();
        while let Some(state) = waiting.pop() {
            let seen = &mut self.seen[state as usize];
            if *seen == self.closures {
                continue;
            }
            *seen = self.closures;
            let Transitions { empty, octets } = &self.nfa.states[state as usize];
            self.work.take(1 + empty.len())?;
            waiting.extend(empty);
            if !octets.is_empty() || state == Nfa::END {
                set.push(state);
            }
        }
        set.sort_unstable();
        Ok(set.into())
    }
}

/// Returns the largest sets of octets that none of these sets tells apart, in the order of their
/// lowest members.
pub(crate) fn classes(sets: impl IntoIterator<Item = OctetSet>) -> Vec<OctetSet> {
    let mut classes = vec![OctetSet::ALL];
    for set in sets {
        for index in 0..classes.len() {
            let (inside, outside) = (classes[index] & set, classes[index] & !set);
            if !inside.is_empty() && !outside.is_empty() {
                classes[index] = inside;
                classes.push(outside);
            }
        }
    }
    classes.sort_by_key(|class| class.lowest());
    classes
}
