//! Left recursion: productions that can reach themselves before they consume anything.
//!
//! A production can begin with a reference if all that is before the reference can be empty. These references
//! make a graph, and a cycle in it is left recursion. For example, `e = [ sign ] e "+" t / t` can begin with
//! `sign`, with `t`, and with `e` itself, because `[ sign ]` can be empty.

use std::collections::{HashMap, HashSet, VecDeque};

use super::Reference;
use super::cycles::Components;
use crate::syntax::{Expression, Grammar, Kind, Production};

/// The left recursion of a grammar.
#[derive(Debug)]
pub(crate) struct LeftRecursion<'g> {
    grammar: &'g Grammar,
    by_name: HashMap<&'g str, usize>,
    /// The productions that each production can begin with.
    references: Vec<Vec<Reference>>,
    components: Components,
}

impl<'g> LeftRecursion<'g> {
    /// Finds the left recursion of a grammar.
    pub(crate) fn of(grammar: &'g Grammar) -> Self {
        let nullable = Nullable::of(grammar);
        let mut by_name = HashMap::new();
        for (index, production) in grammar.productions.iter().enumerate() {
            by_name.entry(production.name.as_str()).or_insert(index);
        }
        let productions = grammar.productions.iter();
        let references: Vec<Vec<Reference>> = productions
            .map(|production| {
                let mut first = Vec::new();
                nullable.beginnings(&production.body, &mut |name, span| {
                    let target = by_name.get(name).copied();
                    first.extend(target.map(|target| Reference { target, span }));
                });
                first
            })
            .collect();
        Self {
            grammar,
            by_name,
            components: Components::of(&references),
            references,
        }
    }

    /// Returns a shortest cycle from the production to itself before it consumes anything, in the
    /// order of reference; `None` if there is none. The last name repeats the first.
    pub(crate) fn cycle(&self, production: &str) -> Option<Vec<String>> {
        let index = *self.by_name.get(production)?;
        if !self.components.is_cyclic(index) {
            return None;
        }
        let (cycle, _) = self.components.cycle(&self.references, index)?;
        let names = cycle.into_iter();
        let names = names.map(|index| self.grammar.productions[index].name.clone());
        Some(names.collect())
    }
}

impl<'g> LeftRecursion<'g> {
    /// Returns the names of the productions that lead to left recursion.
    pub(crate) fn users(&self) -> HashSet<&'g str> {
        let productions = self.grammar.productions.iter();
        let mut users: HashMap<&str, Vec<&'g str>> = HashMap::new();
        for production in productions.clone() {
            for used in production.body.references() {
                users.entry(used).or_default().push(&production.name);
            }
        }
        let cyclic = productions.enumerate();
        let cyclic = cyclic.filter(|(index, _)| self.components.is_cyclic(*index));
        let mut found: HashSet<&str> = cyclic.map(|(_, one)| one.name.as_str()).collect();
        let mut waiting: Vec<&str> = found.iter().copied().collect();
        while let Some(used) = waiting.pop() {
            let users = users.get(used).into_iter().flatten().copied();
            waiting.extend(users.filter(|user| found.insert(user)));
        }
        found
    }

    /// Returns the cycle of the production, or of the nearest one that it leads to; `None` if it leads
    /// to no left recursion.
    pub(crate) fn reached_from(&self, production: &str) -> Option<Vec<String>> {
        let mut waiting = VecDeque::from([*self.by_name.get(production)?]);
        let mut seen: HashSet<usize> = waiting.iter().copied().collect();
        while let Some(index) = waiting.pop_front() {
            let production = &self.grammar.productions[index];
            if let Some(cycle) = self.cycle(&production.name) {
                return Some(cycle);
            }
            let used = production.body.references().into_iter();
            let used = used.filter_map(|name| self.by_name.get(name));
            waiting.extend(used.copied().filter(|&index| seen.insert(index)));
        }
        None
    }
}

/// The productions that derive the empty text.
#[derive(Default)]
pub(crate) struct Nullable<'g>(HashSet<&'g str>);

impl<'g> Nullable<'g> {
    /// Finds the productions that derive the empty text.
    pub(crate) fn of(grammar: &'g Grammar) -> Self {
        let mut nullable = Self::default();
        let productions = grammar.users_last();
        loop {
            let known = nullable.0.len();
            for production in &productions {
                if nullable.has(&production.body) {
                    nullable.insert(production);
                }
            }
            // Only recursion needs more than one pass.
            if nullable.0.len() == known {
                return nullable;
            }
        }
    }

    /// Adds a production.
    pub(crate) fn insert(&mut self, production: &'g Production) {
        self.0.insert(&production.name);
    }

    /// Returns whether the expression derives the empty text.
    pub(crate) fn has(&self, expression: &Expression) -> bool {
        match &expression.kind {
            Kind::Alternation(members) => members.iter().any(|member| self.has(member)),
            Kind::Sequence(members) => members.iter().all(|member| self.has(member)),
            Kind::Optional(_) => true,
            Kind::Repetition { least, body, .. } => *least == 0 || self.has(body),
            Kind::Literal { text, .. } => text.is_empty(),
            Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => false,
            Kind::Reference { name, .. } => self.0.contains(name.as_str()),
        }
    }

    /// Finds the references that texts of an expression can begin with.
    fn beginnings<'e>(
        &self,
        expression: &'e Expression,
        found: &mut impl FnMut(&'e str, crate::syntax::Span),
    ) {
        match &expression.kind {
            Kind::Alternation(members) => {
                for member in members {
                    self.beginnings(member, found);
                }
            }
            Kind::Sequence(members) => {
                for member in members {
                    self.beginnings(member, found);
                    if !self.has(member) {
                        break;
                    }
                }
            }
            Kind::Optional(body) | Kind::Repetition { body, .. } => self.beginnings(body, found),
            Kind::Reference { name, .. } => found(name, expression.span.clone()),
            Kind::Literal { .. } | Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => {}
        }
    }
}
