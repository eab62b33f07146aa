//! How many trees there are, without making them.
//!
//! What a search finds from a place on depends on its node and on the nodes of earlier paths with the
//! same spelling, and on nothing before it. So the count from there on is the same on every path that
//! leads there, and it is kept: a text with as many trees as the *n*-th Catalan number takes a count for
//! each pair of a node and such nodes, not a path for each tree.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;

use super::graph::{Node, NodeId};
use super::novelty::Earlier;
use super::{Choice, Derivations, Place};

/// The greatest number of steps, and of contexts of recursive productions that steps look at, to count
/// the trees of a text.
pub(super) const WORK: usize = 100_000_000;

/// A place with several steps, as far as they have been counted.
struct Open {
    /// What the count depends on; `None` if it is that of some of the steps only.
    key: Option<(NodeId, Earlier)>,
    /// The steps that have not been counted.
    rest: Option<Choice>,
    /// The number of trees that had been found before.
    before: usize,
}

/// The counts so far.
struct Counter {
    known: BTreeMap<(NodeId, Earlier), usize>,
    open: Vec<Open>,
    found: usize,
    most: usize,
    /// The work of the graph at which the count is given up.
    work: usize,
}

impl Derivations {
    /// Counts the trees that have not been taken, and stops above `most`. It makes no tree, so it takes
    /// less time than to take them. The iterator is at its end afterwards.
    ///
    /// There may be more trees if it was [given up](Self::given_up).
    ///
    /// ```
    /// use std::sync::Arc;
    ///
    /// use rfcbnf_engine::recognizer::{Definition, Derivations, Instruction, Network};
    /// use rfcbnf_engine::{CharacterSet, ProductionId};
    ///
    /// // s = s s / "a"
    /// let instructions = vec![
    ///     Instruction::Either(1, 3),
    ///     Instruction::Call(0, 2),
    ///     Instruction::Call(0, 4),
    ///     Instruction::Octet(CharacterSet::of("a"), 4),
    ///     Instruction::Return,
    /// ];
    /// let s = Definition {
    ///     production: ProductionId::new(0),
    ///     start: 0,
    ///     is_called: true,
    ///     is_nullable: false,
    ///     excluded: Vec::new(),
    /// };
    /// let network = Arc::new(Network::new(instructions, vec![s], false));
    /// let mut trees = Derivations::new(&network, 0, &[b'a'; 11], |_| true)?;
    /// assert!(trees.next().is_some());
    /// assert_eq!(trees.count_up_to(1_000_000), 16_795);
    /// assert!(trees.given_up().is_none() && trees.next().is_none());
    /// # Ok::<(), rfcbnf_engine::recognizer::LimitReached>(())
    /// ```
    pub fn count_up_to(&mut self, most: usize) -> usize {
        self.root = None;
        // The first tree was found without the search, which finds it again.
        let is_found_again = usize::from(core::mem::take(&mut self.skips_first));
        let mut counter = Counter {
            known: BTreeMap::new(),
            open: Vec::new(),
            found: 0,
            most: most.saturating_add(is_found_again),
            work: self.graph.work().saturating_add(WORK),
        };
        let choices = core::mem::take(&mut self.choices);
        for choice in choices.into_iter().rev() {
            counter.count(self, choice);
        }
        self.is_count_given_up = counter.is_given_up(self);
        counter.found.saturating_sub(is_found_again)
    }
}

impl Counter {
    /// Counts the trees that the steps of a choice lead to.
    fn count(&mut self, trees: &mut Derivations, choice: Choice) {
        if choice.step == 0 {
            self.follow(trees, choice.place);
        } else {
            self.enter(None, choice);
        }
        while self.found <= self.most && !self.is_given_up(trees) {
            let Some(innermost) = self.open.last_mut() else {
                return;
            };
            let rest = innermost.rest.take();
            if let Some(taken) = rest.and_then(|rest| trees.first_step(rest)) {
                innermost.rest = taken.rest;
                self.follow(trees, taken.place);
            } else if let Some(Open { key, before, .. }) = self.open.pop()
                && let Some(key) = key
            {
                self.known.insert(key, self.found - before);
            }
        }
    }

    /// Goes on from a place as long as there is one step. Adds what is known there, or opens the place.
    fn follow(&mut self, trees: &mut Derivations, mut place: Place) {
        while place.node != Node::END {
            if self.is_given_up(trees) {
                return;
            }
            if let Some(taken) = trees.only_step(place) {
                place = taken.place;
                continue;
            }
            let key = (trees.graph.keep(place.node), place.earlier);
            match self.known.get(&key) {
                Some(known) => self.found = self.found.saturating_add(*known),
                None => self.enter(Some(key), Choice { place, step: 0 }),
            }
            return;
        }
        self.found = self.found.saturating_add(1);
    }

    fn enter(&mut self, key: Option<(NodeId, Earlier)>, choice: Choice) {
        self.open.push(Open {
            key,
            rest: Some(choice),
            before: self.found,
        });
    }

    fn is_given_up(&self, trees: &Derivations) -> bool {
        trees.graph.work() > self.work || trees.given_up().is_some()
    }
}
