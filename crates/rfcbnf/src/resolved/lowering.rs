//! From the syntax tree to the resolved form.

use std::collections::HashMap;

use super::{ExpressionId, ProductionId, Properties, ResolvedExpression, ResolvedKind};
use crate::octets::OctetSet;
use crate::syntax::{Encoding, Expression, Grammar, Kind};

/// The expressions entered so far.
pub(super) struct Lowering<'g> {
    encoding: Encoding,
    pub(super) by_name: HashMap<&'g str, ProductionId>,
    /// The position of each production in the order that puts users last.
    position: Vec<usize>,
    pub(super) expressions: Vec<ResolvedExpression<'g>>,
    pub(super) has_recursion: bool,
}

impl<'g> Lowering<'g> {
    /// Enters all productions in an order that puts users last. Returns the body of each
    /// production as well, in file order.
    pub(super) fn of(grammar: &'g Grammar, users_last: &[usize]) -> (Self, Vec<ExpressionId>) {
        let mut lowering = Self {
            encoding: grammar.encoding,
            by_name: HashMap::new(),
            position: vec![0; grammar.productions.len()],
            expressions: Vec::new(),
            has_recursion: false,
        };
        for (index, production) in grammar.productions.iter().enumerate() {
            let id = ProductionId(index);
            lowering.by_name.entry(&production.name).or_insert(id);
        }
        for (position, &index) in users_last.iter().enumerate() {
            lowering.position[index] = position;
        }
        let mut bodies = vec![ExpressionId(0); grammar.productions.len()];
        for &index in users_last {
            let body = &grammar.productions[index].body;
            bodies[index] = lowering.enter(body, ProductionId(index));
        }
        (lowering, bodies)
    }

    /// Adds an expression after those below it. Recurses as deep as brackets are nested.
    fn enter(&mut self, source: &'g Expression, production: ProductionId) -> ExpressionId {
        let kind = match &source.kind {
            Kind::Alternation(members) => {
                ResolvedKind::Alternation(self.enter_all(members, production))
            }
            Kind::Sequence(members) => ResolvedKind::Sequence(self.enter_all(members, production)),
            Kind::Optional(body) => ResolvedKind::Optional(self.enter(body, production)),
            Kind::Repetition { least, most, body } => ResolvedKind::Repetition {
                least: *least,
                most: *most,
                body: self.enter(body, production),
            },
            Kind::Literal { text, case, .. } => ResolvedKind::Literal {
                octets: self.encoding.octets(text),
                case: *case,
            },
            Kind::Range { first, last } => {
                let sequences = self.encoding.sequences(*first, *last).into_iter();
                let sets = |ranges: Vec<_>| ranges.into_iter().map(OctetSet::from).collect();
                ResolvedKind::Range(sequences.map(sets).collect())
            }
            Kind::Reference {
                name,
                case,
                quantifier,
            } => match self.by_name.get(name.as_str()) {
                Some(&target) => {
                    let is_recursive = self.position[target.0] >= self.position[production.0];
                    self.has_recursion |= is_recursive;
                    ResolvedKind::Reference {
                        production: target,
                        case: *case,
                        quantifier: *quantifier,
                        is_recursive,
                    }
                }
                None => ResolvedKind::Undefined(name),
            },
            Kind::Prose(_) | Kind::Unreadable => ResolvedKind::Unknown,
        };
        self.expressions.push(ResolvedExpression {
            kind,
            source,
            production,
            properties: Properties::NO_TEXT,
        });
        ExpressionId(self.expressions.len() - 1)
    }

    fn enter_all(
        &mut self,
        members: &'g [Expression],
        production: ProductionId,
    ) -> Vec<ExpressionId> {
        let members = members.iter();
        members
            .map(|member| self.enter(member, production))
            .collect()
    }
}
