//! Makes the decisions, from the parts to the whole.
//!
//! The automaton of an expression is put together from those of its parts, and is dropped as soon
//! as the expression around it has been decided.

use super::Rounds;
use super::boundary::{Form, Part};
use super::{Alternatives, Boundary, Decision, ExpressionFacts, PlannedExpression};
use crate::automaton::{Automata, Automaton, Definitions, TooLarge, Work};
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::search_end::Watch;
use crate::syntax::{Case, Quantifier};

/// Returns the decisions about every expression, by its index.
pub(super) fn every_expression(
    resolved: &ResolvedGrammar<'_>,
    automata: &Automata<'_>,
    watch: &Watch,
) -> Vec<PlannedExpression> {
    let undecided = PlannedExpression {
        facts: Err(TooLarge),
        decision: Err(TooLarge),
    };
    let mut decisions = Decisions {
        resolved,
        automata,
        work: Work::watched(watch),
        expressions: vec![undecided; resolved.expressions().len()],
    };
    for &production in resolved.users_last() {
        // The automaton of a whole body is known: it is that of the production.
        let _ = decisions.parts(resolved.production(production).body());
    }
    decisions.expressions
}

struct Decisions<'p, 'g> {
    resolved: &'p ResolvedGrammar<'g>,
    automata: &'p Automata<'g>,
    work: Work,
    expressions: Vec<PlannedExpression>,
}

/// The automata of the parts of an expression.
enum Parts {
    Alternation(Vec<Automaton>),
    /// The first part, and the others together.
    Sequence(Automaton, Automaton),
    Optional(Automaton),
    Repetition(u32, Option<u32>, Automaton),
    None,
}

/// The automaton of an expression, and of its body if it is optional or repeated.
struct Known {
    automaton: Automaton,
    body: Option<Automaton>,
}

impl Decisions<'_, '_> {
    /// Decides an expression and those below it. Returns its automaton.
    fn expression(&mut self, id: ExpressionId) -> Result<Known, TooLarge> {
        let (automaton, body) = match self.parts(id)? {
            Parts::Alternation(members) => (Automaton::union(&members, &self.work)?, None),
            Parts::Sequence(first, rest) => (first.then(&rest, &self.work)?, None),
            Parts::Optional(body) => (body.repeated(0, Some(1), &self.work)?, Some(body)),
            Parts::Repetition(least, most, body) => {
                (body.repeated(least, most, &self.work)?, Some(body))
            }
            Parts::None => (self.leaf(id)?, None),
        };
        self.expressions[id.index()].facts = Ok(ExpressionFacts {
            is_nullable: automaton.is_nullable(),
            first: automaton.first().characters(),
            whole_characters: automaton.whole_characters().characters(),
        });
        Ok(Known { automaton, body })
    }

    /// Returns the automaton of a literal or a reference.
    fn leaf(&self, id: ExpressionId) -> Result<Automaton, TooLarge> {
        let production = |name: &str| self.automata.production(name);
        if let ResolvedKind::Reference {
            production: id,
            case: Case::Exact,
            ..
        } = self.resolved.kind(id)
            && let Some(automaton) = production(self.resolved.production(*id).name())
        {
            return Ok(automaton.clone());
        }
        let definitions = Definitions {
            encoding: self.resolved.grammar().encoding,
            find: &production,
        };
        let expression = self.resolved.expression(id).source();
        Automaton::of_expression(expression, definitions, &self.work)
    }

    /// Decides an expression and those below it. Returns the automata of its parts.
    fn parts(&mut self, id: ExpressionId) -> Result<Parts, TooLarge> {
        let (parts, decision) = match self.resolved.kind(id) {
            ResolvedKind::Alternation(members) => {
                let members = self.each(members)?;
                let members: Vec<Automaton> =
                    members.into_iter().map(|member| member.automaton).collect();
                let alternatives = Alternatives::new(&members, &self.work)?;
                (
                    Parts::Alternation(members),
                    Decision::Alternation(alternatives),
                )
            }
            ResolvedKind::Sequence(members) => self.sequence(members)?,
            ResolvedKind::Optional(body) => {
                let body = self.expression(*body)?.automaton;
                (Parts::Optional(body), Decision::None)
            }
            ResolvedKind::Repetition { least, most, body } => {
                let round = self.expression(*body)?.automaton;
                let rounds = Rounds::new(&round, &self.work)?;
                let parts = Parts::Repetition(*least, *most, round);
                (parts, Decision::Repetition(rounds))
            }
            ResolvedKind::Literal { .. }
            | ResolvedKind::Range(_)
            | ResolvedKind::Reference { .. }
            | ResolvedKind::Undefined(_)
            | ResolvedKind::Unknown => (Parts::None, Decision::None),
        };
        self.expressions[id.index()] = PlannedExpression {
            decision: Ok(decision),
            facts: Err(TooLarge),
        };
        Ok(parts)
    }

    /// Decides all of the expressions, and only then returns the first error.
    fn each(&mut self, expressions: &[ExpressionId]) -> Result<Vec<Known>, TooLarge> {
        let known: Vec<Result<Known, TooLarge>> = expressions
            .iter()
            .map(|&expression| self.expression(expression))
            .collect();
        known.into_iter().collect()
    }

    /// Decides the boundaries of a sequence, the last one first.
    fn sequence(&mut self, members: &[ExpressionId]) -> Result<(Parts, Decision), TooLarge> {
        let mut parts: Vec<(ExpressionId, Known)> =
            members.iter().copied().zip(self.each(members)?).collect();
        let mut boundaries = Vec::new();
        let Some((_, last)) = parts.pop() else {
            return Ok((Parts::None, Decision::None));
        };
        let mut rest = last.automaton;
        while let Some((id, part)) = parts.pop() {
            boundaries.push(self.boundary(id, &part, &rest));
            if parts.is_empty() {
                boundaries.reverse();
                let parts = Parts::Sequence(part.automaton, rest);
                return Ok((parts, Decision::Sequence(boundaries)));
            }
            rest = part.automaton.then(&rest, &self.work)?;
        }
        Ok((Parts::None, Decision::None))
    }

    fn boundary(
        &self,
        id: ExpressionId,
        part: &Known,
        rest: &Automaton,
    ) -> Result<Boundary, TooLarge> {
        let form = match (self.resolved.kind(id), &part.body) {
            (ResolvedKind::Optional(_), Some(body)) => Form::Optional(body),
            (ResolvedKind::Repetition { .. }, Some(body)) => Form::Repetition(body),
            (
                ResolvedKind::Reference {
                    quantifier: Quantifier::Lazy,
                    ..
                },
                _,
            ) => Form::Lazy,
            _ => Form::Other,
        };
        let part = Part {
            automaton: &part.automaton,
            form,
        };
        Boundary::new(&part, rest, &self.work)
    }
}
