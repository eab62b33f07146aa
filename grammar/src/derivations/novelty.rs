//! Which ways lead to a tree that earlier ways have not led to.
//!
//! Steps that are not silent spell a tree. So while a way goes on, the states that earlier
//! ways reach with the same spelling go along with it; a tree is new unless one of them spells
//! it to the end.

use std::collections::{HashMap, HashSet};

use super::chart::{Chart, Table};
use super::machine::{Action, END, Machine, StateId};

/// A set of states of earlier ways, by its number.
pub(super) type Earlier = usize;

/// No earlier way has the same spelling.
pub(super) const NONE: Earlier = 0;

/// What was found out so far.
#[derive(Debug)]
pub(super) struct Novelty {
    /// Each in order, and all with a step that is not silent, or [`END`].
    sets: Table<Vec<StateId>>,
    known: HashMap<Way, bool>,
}

/// A state, its place in the text, and the earlier ways that are spelt alike.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Way {
    pub(super) state: StateId,
    pub(super) place: usize,
    pub(super) earlier: Earlier,
}

impl Novelty {
    pub(super) fn new() -> Self {
        let mut sets = Table::new();
        sets.id(Vec::new());
        Self {
            sets,
            known: HashMap::new(),
        }
    }

    /// The earlier ways together with more at the same place.
    pub(super) fn with(
        &mut self,
        (machine, chart): (&Machine, &Chart),
        earlier: Earlier,
        place: usize,
        more: impl IntoIterator<Item = StateId>,
    ) -> Earlier {
        let mut more = more.into_iter().peekable();
        if more.peek().is_none() {
            return earlier;
        }
        let all = self.sets.value(earlier).iter().copied().chain(more);
        let spelling = spelling(machine, chart, place, all.collect());
        self.sets.id(spelling)
    }

    /// The earlier ways that are still spelt alike after a step from the place.
    pub(super) fn after(
        &mut self,
        (machine, chart): (&Machine, &Chart),
        earlier: Earlier,
        place: usize,
        action: Action,
    ) -> Earlier {
        if earlier == NONE || action == Action::Silent {
            return earlier;
        }
        let states = self.sets.value(earlier).iter();
        let steps = states.flat_map(|&state| machine.steps(state));
        let alike = steps.filter(|step| step.action.is_like(action));
        let targets = alike.map(|step| step.target).collect();
        let spelling = spelling(machine, chart, place + action.length(), targets);
        self.sets.id(spelling)
    }

    /// Whether a way leads to a tree that none of the earlier ones leads to.
    pub(super) fn is_fruitful(&mut self, view: (&Machine, &Chart), way: Way) -> bool {
        if let Some(fruitful) = self.verdict(way) {
            return fruitful;
        }
        let mut open = vec![(way, self.onward(view, way))];
        while let Some((way, onward)) = open.last_mut() {
            let way = *way;
            let Some(next) = onward.pop() else {
                self.known.insert(way, false);
                open.pop();
                continue;
            };
            match self.verdict(next) {
                Some(true) => {
                    let fruitful = open.into_iter().map(|(way, _)| (way, true));
                    self.known.extend(fruitful);
                    return true;
                }
                Some(false) => {}
                None => {
                    let onward = self.onward(view, next);
                    open.push((next, onward));
                }
            }
        }
        false
    }

    fn verdict(&self, way: Way) -> Option<bool> {
        if way.earlier == NONE {
            return Some(true);
        }
        let earlier = self.sets.value(way.earlier);
        if earlier.binary_search(&way.state).is_ok() {
            return Some(false);
        }
        if way.state == END {
            return Some(true);
        }
        self.known.get(&way).copied()
    }

    fn onward(&mut self, (machine, chart): (&Machine, &Chart), way: Way) -> Vec<Way> {
        let mut onward = Vec::new();
        for step in machine.steps(way.state) {
            let place = way.place + step.action.length();
            if chart.lives(place, step.target) {
                onward.push(Way {
                    state: step.target,
                    place,
                    earlier: self.after((machine, chart), way.earlier, way.place, step.action),
                });
            }
        }
        onward
    }
}

/// The states that silent steps lead to and that have other steps, in order.
fn spelling(
    machine: &Machine,
    chart: &Chart,
    place: usize,
    mut waiting: Vec<StateId>,
) -> Vec<StateId> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while let Some(state) = waiting.pop() {
        if !seen.insert(state) {
            continue;
        }
        let steps = machine.steps(state);
        if state == END || steps.iter().any(|step| step.action != Action::Silent) {
            found.push(state);
        }
        let silent = steps.iter().filter(|step| step.action == Action::Silent);
        let targets = silent.map(|step| step.target);
        waiting.extend(targets.filter(|&target| chart.lives(place, target)));
    }
    found.sort_unstable();
    found
}
