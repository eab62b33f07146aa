//! Grammars in an order that pest accepts.
//!
//! pest refuses alternatives after one that cannot fail, because it would never try them.

use std::collections::HashMap;

use crate::obstacles::Nullable;
use crate::syntax::{Expression, Grammar, Kind};

/// A grammar whose alternatives that cannot fail are last.
pub(super) struct Ordered {
    pub(super) grammar: Grammar,
    left_out: HashMap<String, usize>,
}

impl Ordered {
    /// Orders the alternatives. If several cannot fail, it omits all but the first of them.
    pub(super) fn new(grammar: &Grammar) -> Self {
        let unfailing = Unfailing::of(grammar);
        let mut ordered = grammar.clone();
        let mut left_out = HashMap::new();
        for production in &mut ordered.productions {
            let count = unfailing.put_last(&mut production.body);
            left_out.insert(production.name.clone(), count);
        }
        Self {
            grammar: ordered,
            left_out,
        }
    }

    /// Returns the number of alternatives of the production that are omitted.
    pub(super) fn left_out(&self, production: &str) -> usize {
        self.left_out.get(production).copied().unwrap_or_default()
    }
}

/// Returns the productions that match a prefix of every text, perhaps an empty one.
struct Unfailing<'g>(Nullable<'g>);

impl<'g> Unfailing<'g> {
    fn of(grammar: &'g Grammar) -> Self {
        let mut unfailing = Self(Nullable::default());
        for production in grammar.users_last() {
            if production.excluded.is_empty() && unfailing.0.has(&production.body) {
                unfailing.0.insert(production);
            }
        }
        unfailing
    }

    /// Returns the number of omitted alternatives.
    fn put_last(&self, expression: &mut Expression) -> usize {
        let children = expression.children_mut().iter_mut();
        let below: usize = children.map(|child| self.put_last(child)).sum();
        let Kind::Alternation(members) = &mut expression.kind else {
            return below;
        };
        let all = members.len();
        members.sort_by_key(|member| self.0.has(member));
        let failing = members.partition_point(|member| !self.0.has(member));
        members.truncate(failing + 1);
        let left_out = all - members.len();
        if members.len() == 1
            && let Some(only) = members.pop()
        {
            *expression = only;
        }
        below + left_out
    }
}
