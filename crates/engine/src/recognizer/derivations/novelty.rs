//! Which paths lead to a tree that no earlier path has led to.
//!
//! The steps of a path that are not silent spell a tree. While a path goes on, the nodes that
//! earlier paths reach with the same spelling go along with it. Its tree is new unless one of them
//! spells it to the end. In `s = "a" | 1*"a"`, both alternatives derive `a` with the same tree, so the
//! second one is not new.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::vec::Vec;

use super::graph::{Action, END, Graph, NodeId};
use crate::recognizer::interner::{Id, Interner};

/// The id of a set of nodes of earlier paths.
pub(super) type Earlier = Id;

/// No earlier path has the same spelling.
pub(super) const NONE: Earlier = 0;

/// The greatest number of steps to decide which choices lead to further derivations of a text.
pub(super) const CHOICES: usize = 3_000_000;

/// The verdicts known so far.
#[derive(Debug)]
pub(super) struct Novelty {
    /// Sets of nodes in ascending order, each with a step that is not silent, or [`END`].
    sets: Interner,
    known: BTreeMap<(NodeId, Earlier), bool>,
    /// The number of nodes that may still be visited.
    left: usize,
}

impl Novelty {
    pub(super) fn new() -> Self {
        let mut sets = Interner::default();
        sets.intern(&[]);
        Self {
            sets,
            known: BTreeMap::new(),
            left: CHOICES,
        }
    }

    /// Returns whether the limit was reached, so that nothing more is decided.
    pub(super) fn is_exhausted(&self) -> bool {
        self.left == 0
    }

    /// Returns the earlier paths together with more at the same offset.
    pub(super) fn with(&mut self, graph: &mut Graph, earlier: Earlier, more: &[NodeId]) -> Earlier {
        if more.is_empty() {
            return earlier;
        }
        let all = self.sets.get(earlier).iter().chain(more).copied();
        let all = all.collect();
        self.spelling(graph, all)
    }

    /// Returns the earlier paths that still have the same spelling after a step.
    pub(super) fn after(&mut self, graph: &mut Graph, earlier: Earlier, action: Action) -> Earlier {
        if earlier == NONE || action == Action::Silent {
            return earlier;
        }
        let nodes = self.sets.get(earlier).to_vec();
        let mut targets = Vec::new();
        for node in nodes {
            let alike = graph
                .steps(node)
                .iter()
                .filter(|step| step.action == action);
            targets.extend(alike.map(|step| step.target));
        }
        self.spelling(graph, targets)
    }

    /// Returns whether a path leads on to a tree that no earlier path leads to.
    pub(super) fn is_fruitful(
        &mut self,
        graph: &mut Graph,
        node: NodeId,
        earlier: Earlier,
    ) -> bool {
        if let Some(fruitful) = self.verdict((node, earlier)) {
            return fruitful;
        }
        let start = (node, earlier);
        let mut open = Vec::from([(start, self.onward(graph, start))]);
        while let Some((place, onward)) = open.last_mut() {
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                return false;
            }
            let place = *place;
            let Some(next) = onward.pop() else {
                self.known.insert(place, false);
                open.pop();
                continue;
            };
            match self.verdict(next) {
                Some(true) => {
                    let fruitful = open.into_iter().map(|(place, _)| (place, true));
                    self.known.extend(fruitful);
                    return true;
                }
                Some(false) => {}
                None => {
                    let onward = self.onward(graph, next);
                    open.push((next, onward));
                }
            }
        }
        false
    }

    fn verdict(&self, (node, earlier): (NodeId, Earlier)) -> Option<bool> {
        if earlier == NONE {
            return Some(true);
        }
        if self.sets.get(earlier).binary_search(&node).is_ok() {
            return Some(false);
        }
        if node == END {
            return Some(true);
        }
        self.known.get(&(node, earlier)).copied()
    }

    fn onward(
        &mut self,
        graph: &mut Graph,
        (node, earlier): (NodeId, Earlier),
    ) -> Vec<(NodeId, Earlier)> {
        let steps = graph.steps(node).to_vec();
        let onward = steps
            .iter()
            .map(|step| (step.target, self.after(graph, earlier, step.action)));
        onward.collect()
    }

    /// Returns the nodes that silent steps lead to and that have other steps. Takes the visited nodes
    /// from `left`, and stops if none is left.
    fn spelling(&mut self, graph: &mut Graph, mut waiting: Vec<NodeId>) -> Earlier {
        let mut seen = BTreeSet::new();
        let mut found = Vec::new();
        while let Some(node) = waiting.pop() {
            if !seen.insert(node) {
                continue;
            }
            self.left = self.left.saturating_sub(1);
            if self.left == 0 {
                break;
            }
            let steps = graph.steps(node);
            if node == END || steps.iter().any(|step| step.action != Action::Silent) {
                found.push(node);
            }
            let silent = steps.iter().filter(|step| step.action == Action::Silent);
            waiting.extend(silent.map(|step| step.target));
        }
        found.sort_unstable();
        self.sets.intern(&found)
    }
}
