//! Which states lie on a path from the beginning of a text to its end, at each offset.
//!
//! Offsets with the same states share a row, as in an automaton that is determinised on demand:
//! an offset takes two numbers of memory.

use std::collections::{HashMap, HashSet};
use std::hash::Hash;

use super::STATES;
use super::machine::{Action, END, Machine, START, StateId, Step};

/// The states that lie on a path through the whole text.
#[derive(Debug)]
pub(super) struct Chart {
    /// The set of states at each offset from 0 to the length of the text.
    live: Vec<usize>,
    sets: Table<Vec<StateId>>,
    /// The number of states at all different offsets.
    size: usize,
}

/// Values with ids from 0, each once.
#[derive(Debug)]
pub(super) struct Table<T> {
    values: Vec<T>,
    ids: HashMap<T, usize>,
}

/// All states that can be reached from some without an octet, given the octet that follows.
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
    ///
    /// Returns `None` if that takes too many states.
    pub(super) fn of(machine: &mut Machine, text: &[u8]) -> Option<Self> {
        let mut chart = Self {
            live: Vec::new(),
            sets: Table::new(),
            size: 0,
        };
        let (rows, reached) = forwards(machine, text)?;
        chart.size = rows.iter().map(|row| row.states.len()).sum();
        let mut known = HashMap::new();
        let mut after = chart.sets.id(Vec::new());
        for (offset, &row) in reached.iter().enumerate().rev() {
            let next = text.get(offset).copied();
            after = *known.entry((row, after)).or_insert_with(|| {
                let live = live(machine, &rows[row], next, chart.sets.value(after));
                chart.sets.id(live)
            });
            chart.live.push(after);
        }
        chart.live.reverse();
        Some(chart)
    }

    /// Returns the number of states at all different offsets, a measure of the work.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns whether the state can be reached at the offset, and the end of the text from it.
    pub(super) fn is_live(&self, offset: usize, state: StateId) -> bool {
        self.live.get(offset).is_some_and(|&set| {
            let set = self.sets.value(set);
            set.binary_search(&state).is_ok()
        })
    }
}

/// Returns the rows, and the row of each offset; `None` if they have too many states.
fn forwards(machine: &mut Machine, text: &[u8]) -> Option<(Vec<Row>, Vec<usize>)> {
    let mut left = 10 * STATES;
    let mut rows: Vec<Row> = Vec::new();
    let mut fronts = Table::new();
    let mut known: HashMap<(usize, Option<u8>), usize> = HashMap::new();
    let mut reached = Vec::with_capacity(text.len() + 1);
    let mut front = fronts.id(vec![START]);
    for offset in 0..=text.len() {
        let octet = text.get(offset).copied();
        let row = if let Some(&row) = known.get(&(front, octet)) {
            row
        } else {
            let states = closure(machine, fronts.value(front), octet, left)?;
            left -= states.len();
            let next = fronts.id(behind(machine, &states, octet));
            rows.push(Row { states, next });
            known.insert((front, octet), rows.len() - 1);
            rows.len() - 1
        };
        reached.push(row);
        front = rows[row].next;
    }
    Some((rows, reached))
}

/// Returns all states that can be reached without an octet, each after those that it leads to.
/// Returns `None` if there are more than `most`.
fn closure(
    machine: &mut Machine,
    front: &[StateId],
    octet: Option<u8>,
    most: usize,
) -> Option<Vec<StateId>> {
    let mut order = Vec::new();
    let mut seen = HashSet::new();
    for &state in front {
        if !seen.insert(state) {
            continue;
        }
        if seen.len() > most {
            return None;
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
            let stays = step.action.length() == 0 && machine.may_continue(step.target, octet);
            if stays && seen.insert(step.target) {
                if seen.len() > most || machine.is_too_large() {
                    return None;
                }
                open.push((step.target, 0));
            }
        }
    }
    Some(order)
}

/// Returns the states behind the octet, in ascending order.
fn behind(machine: &Machine, states: &[StateId], octet: Option<u8>) -> Vec<StateId> {
    let steps = states.iter().flat_map(|&state| machine.steps(state));
    let consuming = steps.filter(|step| step.action.length() > 0 && step.action.fits(octet));
    let mut front: Vec<StateId> = consuming.map(|step| step.target).collect();
    front.sort_unstable();
    front.dedup();
    front
}

/// Returns the states of the row from which the end can be reached, in ascending order.
fn live(machine: &Machine, row: &Row, next: Option<u8>, after: &[StateId]) -> Vec<StateId> {
    let mut live: HashSet<StateId> = HashSet::new();
    for &state in &row.states {
        let is_end = state == END && next.is_none();
        let leads = |step: &Step| match step.action {
            Action::Octet(_) => step.action.fits(next) && after.binary_search(&step.target).is_ok(),
            _ => live.contains(&step.target),
        };
        if is_end || machine.steps(state).iter().any(leads) {
            live.insert(state);
        }
    }
    let mut live: Vec<StateId> = live.into_iter().collect();
    live.sort_unstable();
    live
}
