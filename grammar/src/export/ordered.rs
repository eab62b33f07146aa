//! A grammar in the order in which pest can have it.
//!
//! pest refuses alternatives behind one that cannot fail: it would never come to them.

use std::collections::{HashMap, HashSet};

use crate::syntax::{Case, Expression, Grammar, Kind};

/// A grammar in which an alternative that cannot fail stands last.
pub(super) struct Ordered {
    pub(super) grammar: Grammar,
    left_out: HashMap<String, usize>,
}

impl Ordered {
    /// Puts the alternatives in order. Where several cannot fail, those after the first are
    /// left out.
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

    /// How many alternatives of the production are left out.
    pub(super) fn left_out(&self, production: &str) -> usize {
        self.left_out.get(production).copied().unwrap_or_default()
    }

    /// These productions and those that they use.
    pub(super) fn part<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Grammar {
        let reachable = self.grammar.reachable_from(names);
        let productions = self.grammar.productions.iter();
        let productions = productions.filter(|one| reachable.contains(one.name.as_str()));
        Grammar {
            productions: productions.cloned().collect(),
            ..self.grammar.clone()
        }
    }

    /// The same, with letters in any case.
    pub(super) fn part_in_any_case<'n>(&self, names: impl IntoIterator<Item = &'n str>) -> Grammar {
        let mut grammar = self.part(names);
        for production in &mut grammar.productions {
            ignore_case(&mut production.body);
        }
        grammar
    }
}

fn ignore_case(expression: &mut Expression) {
    if let Kind::Literal { case, .. } = &mut expression.kind {
        *case = Case::Ignored;
    }
    expression.children_mut().iter_mut().for_each(ignore_case);
}

/// The productions that match every text, if only nothing of it.
struct Unfailing<'g>(HashSet<&'g str>);

impl<'g> Unfailing<'g> {
    fn of(grammar: &'g Grammar) -> Self {
        let mut unfailing = Self(HashSet::new());
        for production in grammar.users_last() {
            if production.excluded.is_empty() && unfailing.has(&production.body) {
                unfailing.0.insert(&production.name);
            }
        }
        unfailing
    }

    fn has(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Alternation(members) => members.iter().any(|member| self.has(member)),
            Kind::Sequence(members) => members.iter().all(|member| self.has(member)),
            Kind::Optional(_) => true,
            Kind::Repetition { least, body, .. } => *least == 0 || self.has(body),
            Kind::Literal { .. } => false,
            Kind::Reference { name, .. } => self.0.contains(name.as_str()),
        }
    }

    /// Returns how many alternatives are left out.
    fn put_last(&self, expression: &mut Expression) -> usize {
        let children = expression.children_mut().iter_mut();
        let below: usize = children.map(|child| self.put_last(child)).sum();
        let Kind::Alternation(members) = &mut expression.kind else {
            return below;
        };
        let all = members.len();
        members.sort_by_key(|member| self.has(member));
        let failing = members.partition_point(|member| !self.has(member));
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
