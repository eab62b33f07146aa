//! Recursion at one end: sets of productions that are regular although they recurse, and chains within other
//! recursion.
//!
//! Take a set of productions that use each other. If every reference from the set into the set is at
//! the right end of its alternative, a derivation is a chain of productions, and its text grows at the
//! right end of the chain only. So a finite automaton can follow it: it needs to know which production
//! of the set is open, and not how many are (M. Mohri and M.-J. Nederhof: Regular Approximation of
//! Context-Free Grammars through Transformation, 2001, Section 3). The same holds for the left end.
//!
//! ```text
//! digits = digit | digit digits       the reference is last: right end
//! list = item | list "," item         the reference is first: left end
//! pair = "(" [ pair ] ")"             neither: not one-sided
//! ```
//!
//! Of the productions that lead to each other in other ways, those that still do so by references at the ends of their
//! alternatives form a *chain*. A chain is at the left end, at the right end, or turns between both.
//!
//! Invariant: a reference counts as the last part only if the parts after it derive the empty text and
//! nothing else, and as the first part only if those before it do. A reference within a repetition of
//! more than one round is at neither end.

use std::collections::HashMap;

use super::cycles::Components;
use super::{Obstacles, Reference};
use crate::syntax::{Expression, Grammar, Kind};

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

/// The end of their alternatives at which the productions of a set refer to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Left,
    Right,
}

/// Whether references are at each end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ends {
    left: bool,
    right: bool,
}

/// Returns the end at which each component recurses, by its number; `None` if it does not recurse, or
/// not at one end only. A component whose cycles are at both ends, as `a = a`, has the right end.
pub(super) fn ends(
    grammar: &Grammar,
    by_name: &HashMap<&str, usize>,
    components: &Components,
) -> Vec<Option<End>> {
    let both = Ends {
        left: true,
        right: true,
    };
    let mut found = vec![both; components.count()];
    for (index, production) in grammar.productions.iter().enumerate() {
        if !components.is_cyclic(index) {
            continue;
        }
        let component = components.of_production(index);
        let is_member = |name: &str| {
            let used = by_name.get(name);
            used.is_some_and(|&used| components.of_production(used) == component)
        };
        let ends = &mut found[component];
        visit_ends(&production.body, &mut |name, at| {
            if is_member(name) {
                // An exclusion holds for each text of the chain, and not for the whole.
                let is_plain = production.excluded.is_empty();
                ends.left &= at.left && is_plain;
                ends.right &= at.right && is_plain;
            }
        });
    }
    let mut is_cyclic = vec![false; components.count()];
    for index in 0..grammar.productions.len() {
        is_cyclic[components.of_production(index)] |= components.is_cyclic(index);
    }
    let found = found.into_iter().zip(is_cyclic);
    let end = found.map(|(ends, is_cyclic)| match ends {
        _ if !is_cyclic => None,
        Ends { right: true, .. } => Some(End::Right),
        Ends { left: true, .. } => Some(End::Left),
        _ => None,
    });
    end.collect()
}

/// Visits the references in the body of a production with the ends of its alternatives at which they are.
pub(crate) fn visit_ends<'e>(body: &'e Expression, visit: &mut impl FnMut(&'e str, Ends)) {
    let both = Ends {
        left: true,
        right: true,
    };
    visit_within(body, both, visit);
}

/// `at` has the ends of the alternative at which the expression is.
fn visit_within<'e>(expression: &'e Expression, at: Ends, visit: &mut impl FnMut(&'e str, Ends)) {
    match &expression.kind {
        Kind::Alternation(members) => {
            for member in members {
                visit_within(member, at, visit);
            }
        }
        Kind::Sequence(members) => {
            for (index, member) in members.iter().enumerate() {
                let at = Ends {
                    left: at.left && members[..index].iter().all(is_only_empty),
                    right: at.right && members[index + 1..].iter().all(is_only_empty),
                };
                visit_within(member, at, visit);
            }
        }
        Kind::Optional(body) => visit_within(body, at, visit),
        Kind::Repetition { most, body, .. } => {
            let is_single = most.is_some_and(|most| most <= 1);
            let at = Ends {
                left: at.left && is_single,
                right: at.right && is_single,
            };
            visit_within(body, at, visit);
        }
        Kind::Reference { name, .. } => visit(name, at),
        Kind::Literal { .. } | Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => {}
    }
}

/// Returns whether the expression is written so that it derives the empty text and no other.
fn is_only_empty(expression: &Expression) -> bool {
    match &expression.kind {
        Kind::Literal { text, .. } => text.is_empty(),
        Kind::Sequence(members) => members.iter().all(is_only_empty),
        Kind::Repetition { most, .. } => *most == Some(0),
        _ => false,
    }
}
