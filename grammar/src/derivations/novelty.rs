//! Which paths lead to a tree that no earlier path has led to.
//!
//! The steps of a path that are not silent spell a tree. While a path goes on, the states that
//! earlier paths reach with the same spelling go along with it. Its tree is new unless one of
//! them spells it to the end.

use std::collections::{HashMap, HashSet};

use super::chart::{Chart, Table};
use super::machine::{Action, END, StateId, Steps};

/// The id of a set of states of earlier paths.
pub(super) type Earlier = usize;

/// No earlier path has the same spelling.
pub(super) const NONE: Earlier = 0;

/// The verdicts known so far.
#[derive(Debug)]
pub(super) struct Novelty {
    /// Sets of states in ascending order, each state with a step that is not silent, or [`END`].
    sets: Table<Vec<StateId>>,
    known: HashMap<Waypoint, bool>,
    /// The number of states that may still be visited.
    left: usize,
}

/// The greatest number of steps to decide which choices lead to further derivations of a text.
pub const STEPS: usize = 3_000_000;

/// A state on a path, its offset in the text, and the earlier paths with the same spelling.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub(super) struct Waypoint {
    pub(super) state: StateId,
    pub(super) offset: usize,
    pub(super) earlier: Earlier,
}

impl Novelty {
    pub(super) fn new() -> Self {
        let mut sets = Table::new();
        sets.id(Vec::new());
        Self {
            sets,
            known: HashMap::new(),
            left: STEPS,
        }
    }

    /// Returns whether the limit was reached, so that nothing more is decided.
    pub(super) fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    /// Returns the earlier paths together with more at the same offset.
    pub(super) fn with(
        &mut self,
        (steps, chart): (&Steps, &Chart),
        earlier: Earlier,
        offset: usize,
        more: impl IntoIterator<Item = StateId>,
    ) -> Earlier {
        let mut more = more.into_iter().peekable();
        if more.peek().is_none() {
            return earlier;
        }
        let all = self.sets.value(earlier).iter().copied().chain(more);
        let spelling = spelling((steps, chart), offset, all.collect(), &mut self.left);
        self.sets.id(spelling)
    }

    /// Returns the earlier paths that still have the same spelling after a step at the offset.
    pub(super) fn after(
        &mut self,
        (steps, chart): (&Steps, &Chart),
        earlier: Earlier,
        offset: usize,
        action: Action,
    ) -> Earlier {
        if earlier == NONE || action == Action::Silent {
            return earlier;
        }
        let states = self.sets.value(earlier).iter();
        let alike = states.flat_map(|&state| steps.of(state));
        let alike = alike.filter(|step| step.action.is_like(action));
        let targets = alike.map(|step| step.target).collect();
        let offset = offset + action.length();
        let spelling = spelling((steps, chart), offset, targets, &mut self.left);
        self.sets.id(spelling)
    }

    /// Returns whether a path leads on to a tree that no earlier path leads to.
    pub(super) fn is_fruitful(&mut self, view: (&Steps, &Chart), start: Waypoint) -> bool {
        if let Some(fruitful) = self.verdict(start) {
            return fruitful;
        }
        let mut open = vec![(start, self.onward(view, start))];
        while let Some((waypoint, onward)) = open.last_mut() {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                return false;
            }
            let waypoint = *waypoint;
            let Some(next) = onward.pop() else {
                self.known.insert(waypoint, false);
                open.pop();
                continue;
            };
            match self.verdict(next) {
                Some(true) => {
                    let fruitful = open.into_iter().map(|(waypoint, _)| (waypoint, true));
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

    fn verdict(&self, waypoint: Waypoint) -> Option<bool> {
        if waypoint.earlier == NONE {
            return Some(true);
        }
        let earlier = self.sets.value(waypoint.earlier);
        if earlier.binary_search(&waypoint.state).is_ok() {
            return Some(false);
        }
        if waypoint.state == END {
            return Some(true);
        }
        self.known.get(&waypoint).copied()
    }

    fn onward(&mut self, (steps, chart): (&Steps, &Chart), from: Waypoint) -> Vec<Waypoint> {
        let mut onward = Vec::new();
        for step in steps.of(from.state) {
            let offset = from.offset + step.action.length();
            if chart.is_live(offset, step.target) {
                onward.push(Waypoint {
                    state: step.target,
                    offset,
                    earlier: self.after((steps, chart), from.earlier, from.offset, step.action),
                });
            }
        }
        onward
    }
}

/// Returns the states that silent steps lead to and that have other steps, in ascending order.
/// Takes the visited states from `left`, and stops if none is left.
fn spelling(
    (steps, chart): (&Steps, &Chart),
    offset: usize,
    mut waiting: Vec<StateId>,
    left: &mut usize,
) -> Vec<StateId> {
    let mut seen = HashSet::new();
    let mut found = Vec::new();
    while let Some(state) = waiting.pop() {
        if !seen.insert(state) {
            continue;
        }
        *left = left.saturating_sub(1);
        if *left == 0 {
            break;
        }
        let steps = steps.of(state);
        if state == END || steps.iter().any(|step| step.action != Action::Silent) {
            found.push(state);
        }
        let silent = steps.iter().filter(|step| step.action == Action::Silent);
        let targets = silent.map(|step| step.target);
        waiting.extend(targets.filter(|&target| chart.is_live(offset, target)));
    }
    found.sort_unstable();
    found
}
