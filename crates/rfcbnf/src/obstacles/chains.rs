//! Chains of productions within recursion that is not at one end.
//!
//! Of the productions that lead to each other, those that still do so by references at the ends of their
//! alternatives form a *chain*. A chain is at the left end, at the right end, or turns between both.

use std::collections::HashMap;

use super::cycles::Components;
use super::one_sided::{End, Ends, visit_ends};
use super::{Obstacles, Reference};
use crate::syntax::Grammar;

/// What a reference does in recursion.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Link {
    /// It leads to a production that does not lead back, or both recurse at one end.
    Outside,
    /// It leads to a production that leads back, from the middle of its alternative.
    Deeper,
    /// It leads to another chain.
    Beside,
    /// It stays in a chain that does not turn, or is the whole alternative.
    Along,
    /// It stays in a chain that turns, at the left end.
    Left,
    /// It stays in a chain that turns, at the right end.
    Right,
}

/// The chains of a grammar.
pub(crate) struct Chains<'g> {
    nested: Nested<'g>,
    of: Components,
    /// The ends at which each chain has references that are not at the other end.
    ends: Vec<Ends>,
}

/// Productions that lead to each other, and not at one end only.
struct Nested<'g> {
    grammar: &'g Grammar,
    by_name: HashMap<&'g str, usize>,
    components: Components,
    /// The end at which each component recurses, if it is one.
    ends: Vec<Option<End>>,
}

impl<'g> Chains<'g> {
    /// Finds the chains in linear time.
    pub(crate) fn of(grammar: &'g Grammar) -> Self {
        let Obstacles {
            by_name,
            components,
            ends,
            ..
        } = Obstacles::new(grammar);
        let nested = Nested {
            grammar,
            by_name,
            components,
            ends,
        };
        let numbers = 0..grammar.productions.len();
        let at_ends: Vec<Vec<Reference>> = numbers.clone().map(|one| nested.at_ends(one)).collect();
        let of = Components::of(&at_ends);
        let straight = Ends {
            left: false,
            right: false,
        };
        let mut ends = vec![straight; of.count()];
        for from in numbers {
            let chain = of.of_production(from);
            nested.visit(from, &mut |to, at| {
                if of.of_production(to) == chain {
                    ends[chain].left |= at.left && !at.right;
                    ends[chain].right |= at.right && !at.left;
                }
            });
        }
        Self { nested, of, ends }
    }

    /// Returns the production of that name, the first if there are several.
    pub(crate) fn find(&self, name: &str) -> Option<usize> {
        self.nested.by_name.get(name).copied()
    }

    /// Returns what a reference from one production to another does that is at these ends.
    pub(crate) fn link(&self, from: usize, to: usize, at: Ends) -> Link {
        if !self.nested.contains(from, to) {
            return Link::Outside;
        }
        let chain = self.of.of_production(from);
        let is_beside = self.of.of_production(to) != chain;
        let at = self.nested.allowed(from, to, at);
        match (at.left, at.right) {
            (false, false) => Link::Deeper,
            _ if is_beside => Link::Beside,
            (true, false) if self.ends[chain].right => Link::Left,
            (false, true) if self.ends[chain].left => Link::Right,
            _ => Link::Along,
        }
    }
}

impl Nested<'_> {
    /// Returns whether two productions are nested, or one in itself.
    fn contains(&self, one: usize, other: usize) -> bool {
        let component = self.components.of_production(one);
        component == self.components.of_production(other)
            && self.components.is_cyclic(one)
            && self.ends[component].is_none()
    }

    /// Visits the references from a production to those with which it is nested.
    fn visit(&self, from: usize, visit: &mut impl FnMut(usize, Ends)) {
        visit_ends(&self.grammar.productions[from].body, &mut |name, at| {
            let to = self.by_name.get(name).copied();
            if let Some(to) = to.filter(|&to| self.contains(from, to)) {
                visit(to, self.allowed(from, to, at));
            }
        });
    }

    /// Returns the references that are at an end.
    fn at_ends(&self, from: usize) -> Vec<Reference> {
        let mut found = Vec::new();
        self.visit(from, &mut |to, at| {
            if at.left || at.right {
                let span = self.grammar.productions[to].name_span.clone();
                found.push(Reference { target: to, span });
            }
        });
        found
    }

    /// Returns the ends of a chain that a reference can be at. An exclusion holds for each text of a chain,
    /// and not for the whole.
    fn allowed(&self, from: usize, to: usize, at: Ends) -> Ends {
        let productions = [from, to].map(|one| &self.grammar.productions[one]);
        let is_plain = productions.iter().all(|one| one.excluded.is_empty());
        Ends {
            left: at.left && is_plain,
            right: at.right && is_plain,
        }
    }
}
