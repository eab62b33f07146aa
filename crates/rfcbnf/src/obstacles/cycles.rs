//! The cycles of references.

use std::collections::VecDeque;

use super::Reference;
use crate::syntax::Span;

/// The strongly connected components of the productions: sets of productions in which each leads
/// to each.
#[derive(Debug)]
pub(super) struct Components {
    /// The component of each production.
    of: Vec<usize>,
    /// Whether the productions of each component recurse.
    is_cyclic: Vec<bool>,
}

impl Components {
    /// Finds the components (R. Tarjan: Depth-First Search and Linear Graph Algorithms, 1972).
    pub(super) fn of(references: &[Vec<Reference>]) -> Self {
        let mut search = Search {
            references,
            numbers: vec![None; references.len()],
            lowest: vec![0; references.len()],
            open: Vec::new(),
            count: 0,
            components: Self {
                of: vec![usize::MAX; references.len()],
                is_cyclic: Vec::new(),
            },
        };
        for start in 0..references.len() {
            if search.numbers[start].is_none() {
                search.visit(start);
            }
        }
        search.components
    }

    pub(super) fn count(&self) -> usize {
        self.is_cyclic.len()
    }

    pub(super) fn of_production(&self, index: usize) -> usize {
        self.of[index]
    }

    /// Returns whether the production is recursive.
    pub(super) fn is_cyclic(&self, index: usize) -> bool {
        self.is_cyclic[self.of[index]]
    }

    /// Returns a shortest cycle from a production to itself, which it begins and ends with, and the
    /// reference that closes it. `None` if the production does not recurse.
    pub(super) fn cycle(
        &self,
        references: &[Vec<Reference>],
        start: usize,
    ) -> Option<(Vec<usize>, Span)> {
        let mut user_of: Vec<Option<usize>> = vec![None; references.len()];
        let mut waiting = VecDeque::from([start]);
        while let Some(user) = waiting.pop_front() {
            for reference in &references[user] {
                let used = reference.target;
                if used == start {
                    let mut cycle = vec![start, user];
                    while let Some(before) = user_of[cycle[cycle.len() - 1]] {
                        cycle.push(before);
                    }
                    cycle.reverse();
                    return Some((cycle, reference.span.clone()));
                }
                if self.of[used] == self.of[start] && user_of[used].is_none() {
                    user_of[used] = Some(user);
                    waiting.push_back(used);
                }
            }
        }
        None
    }
}

struct Search<'r> {
    references: &'r [Vec<Reference>],
    /// The order in which the productions are found.
    numbers: Vec<Option<usize>>,
    /// The lowest number that is known to be in the same component.
    lowest: Vec<usize>,
    /// The productions whose components are not yet complete.
    open: Vec<usize>,
    count: usize,
    components: Components,
}

impl Search<'_> {
    fn enter(&mut self, index: usize) {
        self.numbers[index] = Some(self.count);
        self.lowest[index] = self.count;
        self.count += 1;
        self.open.push(index);
    }

    fn visit(&mut self, start: usize) {
        self.enter(start);
        // Each with the index of its next reference.
        let mut path = vec![(start, 0)];
        while let Some((index, next)) = path.last_mut() {
            let index = *index;
            if let Some(reference) = self.references[index].get(*next) {
                *next += 1;
                let target = reference.target;
                match self.numbers[target] {
                    None => {
                        self.enter(target);
                        path.push((target, 0));
                    }
                    Some(number) if self.components.of[target] == usize::MAX => {
                        self.lowest[index] = self.lowest[index].min(number);
                    }
                    Some(_) => {}
                }
                continue;
            }
            path.pop();
            if let Some(&(user, _)) = path.last() {
                self.lowest[user] = self.lowest[user].min(self.lowest[index]);
            }
            if self.numbers[index] == Some(self.lowest[index]) {
                self.close(index);
            }
        }
    }

    /// Completes the component of the production that was found first in it.
    fn close(&mut self, root: usize) {
        let component = self.components.is_cyclic.len();
        let mut size = 0;
        while let Some(index) = self.open.pop() {
            self.components.of[index] = component;
            size += 1;
            if index == root {
                break;
            }
        }
        let mut references = self.references[root].iter();
        let is_cyclic = size > 1 || references.any(|reference| reference.target == root);
        self.components.is_cyclic.push(is_cyclic);
    }
}
