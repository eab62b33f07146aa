//! Recursion at one end: sets of productions that are regular although they recurse.
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
//! Invariant: a reference counts as the last part only if the parts after it derive the empty text and
//! nothing else, and as the first part only if those before it do. A reference within a repetition of
//! more than one round is at neither end.

use std::collections::HashMap;

use crate::syntax::{Expression, Grammar, Kind};

use super::cycles::Components;

/// The end of their alternatives at which the productions of a set refer to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum End {
    Left,
    Right,
}

/// Whether references are at each end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Ends {
    pub(crate) left: bool,
    pub(crate) right: bool,
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
