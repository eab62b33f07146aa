//! Which states lie on a way from the beginning of a text to its end, for each place.
//!
//! Places that are alike share a row, as in an automaton made deterministic on the way: memory
//! for a place is two numbers.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::machine::{Action, END, Machine, START, StateId, Step};

/// The states that lie on such a way.
#[derive(Debug)]
pub(super) struct Chart {
    /// The set for each place from 0 to the length of the text.
    living: Vec<usize>,
    sets: Table<Vec<StateId>>,
}

/// Values with numbers from 0, each once.
#[derive(Debug)]
pub(super) struct Table<T> {
    values: Vec<T>,
    ids: HashMap<T, usize>,
}

/// All states that can be reached from some without an octet, where a certain octet follows.
struct Row {
    /// Each after those that its steps lead to.
    states: Vec<StateId>,
    /// The set of states behind that octet.
    next: usize,
}

impl<T: Clone + Eq + Hash> Table<T> {
    pub(super) fn new() -> Self {
        Self {
            values: Vec::new(),
            ids: HashMap::new(),
        }
    }

    pub(super) fn id(&mut self, value: T) -> usize {
        if let Some(&id) = self.ids.get(&value) {
            return id;
        }
        let id = self.values.len();
        self.values.push(value.clone());
        self.ids.insert(value, id);
        id
    }

    pub(super) fn value(&self, id: usize) -> &T {
        &self.values[id]
    }
}

impl Chart {
    /// Reads the text forwards and backwards.
    pub(super) fn of(machine: &mut Machine, text: &[u8]) -> Self {
        let mut chart = Self {
            living: Vec::new(),
            sets: Table::new(),
        };
        let (rows, reached) = forwards(machine, text);
        let mut known = HashMap::new();
        let mut after = chart.sets.id(Vec::new());
        for (place, &row) in reached.iter().enumerate().rev() {
            let next = text.get(place).copied();
            after = *known.entry((row, after)).or_insert_with(|| {
                let living = living(machine, &rows[row], next, chart.sets.value(after));
                chart.sets.id(living)
            });
            chart.living.push(after);
        }
        chart.living.reverse();
        chart
    }

    /// Whether the state can be reached at the place, and the end of the text from there.
    pub(super) fn lives(&self, place: usize, state: StateId) -> bool {
        self.living.get(place).is_some_and(|&set| {
            let set = self.sets.value(set);
            set.binary_search(&state).is_ok()
        })
    }
}

/// The row of each place, which the octet at the place decides together with what was before.
fn forwards(machine: &mut Machine, text: &[u8]) -> (Vec<Row>, Vec<usize>) {
    let mut rows: Vec<Row> = Vec::new();
    let mut fronts = Table::new();
    let mut known: HashMap<(usize, Option<u8>), usize> = HashMap::new();
    let mut reached = Vec::with_capacity(text.len() + 1);
    let mut front = fronts.id(vec![START]);
    for place in 0..=text.len() {
        let octet = text.get(place).copied();
        let row = *known.entry((front, octet)).or_insert_with(|| {
            let states = closure(machine, fronts.value(front), octet);
            let next = fronts.id(behind(machine, &states, octet));
            rows.push(Row { states, next });
            rows.len() - 1
        });
        reached.push(row);
        front = rows[row].next;
    }
    (rows, reached)
}

/// All states that can be reached without an octet, each after those that it leads to.
fn closure(machine: &mut Machine, front: &[StateId], octet: Option<u8>) -> Vec<StateId> {
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    for &state in front {
        if !seen.insert(state) {
            continue;
        }
        let mut open = vec![(state, 0)];
        while let Some((state, index)) = open.last_mut() {
            machine.explore(*state);
            let Some(step) = machine.steps(*state).get(*index).copied() else {
                order.push(*state);
                open.pop();
                continue;
            };
            *index += 1;
            let stays = step.action.length() == 0 && machine.may_pass(step.target, octet);
            if stays && seen.insert(step.target) {
                open.push((step.target, 0));
            }
        }
    }
    order
}

/// The states behind the octet, in order.
fn behind(machine: &Machine, states: &[StateId], octet: Option<u8>) -> Vec<StateId> {
    let steps = states.iter().flat_map(|&state| machine.steps(state));
    let passing = steps.filter(|step| step.action.length() > 0 && step.action.fits(octet));
    let mut front: Vec<StateId> = passing.map(|step| step.target).collect();
    front.sort_unstable();
    front.dedup();
    front
}

/// The states of the row from which the end can be reached, in order.
fn living(machine: &Machine, row: &Row, next: Option<u8>, after: &[StateId]) -> Vec<StateId> {
    let mut living: HashSet<StateId> = HashSet::new();
    for &state in &row.states {
        let is_end = state == END && next.is_none();
        let leads = |step: &Step| match step.action {
            Action::Octet { .. } => {
                step.action.fits(next) && after.binary_search(&step.target).is_ok()
            }
            _ => living.contains(&step.target),
        };
        if is_end || machine.steps(state).iter().any(leads) {
            living.insert(state);
        }
    }
    let mut living: Vec<StateId> = living.into_iter().collect();
    living.sort_unstable();
    living
}
