//! The productions that are called, and not laid into those that use them.

use crate::resolved::{ExpressionId, ProductionId, ResolvedGrammar, ResolvedKind};

/// The productions that a network calls.
///
/// These are the targets of the references that close a cycle. Where a production derives itself and
/// nothing else, its nodes differ in their spans, so all productions of such a cycle are
/// called.
pub(crate) struct Called {
    is_called: Vec<bool>,
    has_cycle: bool,
}

impl Called {
    pub(crate) fn of(grammar: &ResolvedGrammar<'_>) -> Self {
        let count = grammar.productions().len();
        let mut is_called = vec![false; count];
        for expression in grammar.expressions() {
            if let ResolvedKind::Reference {
                production,
                is_recursive: true,
                ..
            } = expression.kind()
            {
                is_called[production.index()] = true;
            }
        }
        let mut called = Self {
            has_cycle: false,
            is_called,
        };
        if called.is_called.contains(&true) {
            called.add_cycles(grammar);
        }
        called
    }

    pub(crate) fn contains(&self, production: ProductionId) -> bool {
        self.is_called[production.index()]
    }

    /// Returns whether a production derives itself and nothing else.
    pub(crate) fn has_cycle(&self) -> bool {
        self.has_cycle
    }

    /// Adds the productions that derive themselves alone.
    fn add_cycles(&mut self, grammar: &ResolvedGrammar<'_>) {
        let alone: Vec<Vec<usize>> = grammar
            .productions()
            .iter()
            .map(|production| {
                let mut alone = Vec::new();
                derived_alone(grammar, production.body(), &mut alone);
                alone
            })
            .collect();
        for production in 0..alone.len() {
            if leads_to(&alone, production, production) {
                self.is_called[production] = true;
                self.has_cycle = true;
            }
        }
    }
}

/// Adds the productions that the expression can derive with nothing beside them.
fn derived_alone(grammar: &ResolvedGrammar<'_>, expression: ExpressionId, alone: &mut Vec<usize>) {
    if grammar.properties(expression).shortest().is_none() {
        return;
    }
    match grammar.kind(expression) {
        ResolvedKind::Reference { production, .. } => alone.push(production.index()),
        ResolvedKind::Sequence(members) => {
            let is_nullable = |member: &ExpressionId| grammar.properties(*member).is_nullable();
            for member in members {
                let mut others = members.iter().filter(|other| *other != member);
                if others.all(is_nullable) {
                    derived_alone(grammar, *member, alone);
                }
            }
        }
        &ResolvedKind::Repetition { least, most, body } => {
            let is_alone = least <= 1 || grammar.properties(body).is_nullable();
            if is_alone && most != Some(0) {
                derived_alone(grammar, body, alone);
            }
        }
        kind => {
            for &member in kind.children() {
                derived_alone(grammar, member, alone);
            }
        }
    }
}

/// Returns whether one or more steps lead from a production to another.
fn leads_to(alone: &[Vec<usize>], from: usize, to: usize) -> bool {
    let mut seen = vec![false; alone.len()];
    let mut waiting = alone[from].clone();
    while let Some(production) = waiting.pop() {
        if production == to {
            return true;
        }
        if !std::mem::replace(&mut seen[production], true) {
            waiting.extend(&alone[production]);
        }
    }
    false
}
