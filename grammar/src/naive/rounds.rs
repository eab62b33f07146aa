//! The conditions of repetitions whose rounds can be empty.
//!
//! An empty round ends a greedy repetition. So a condition has to know whether a round has consumed
//! something. It gets two conditions for what follows: one that holds behind an empty match, and
//! one that holds behind any other.

use super::conditions::{ALWAYS, Behind, Condition, ConditionId, NEVER};
use super::lowering::Lowering;
use crate::resolved::{ExpressionId, ResolvedKind};
use crate::syntax::Case;

impl Lowering<'_, '_> {
    /// Any number of rounds match, and `then` holds behind them.
    pub(super) fn rounds(
        &mut self,
        body: ExpressionId,
        case: Case,
        then: ConditionId,
    ) -> ConditionId {
        let rounds = self.conditions.reserve();
        let first = self.expression(body, case, ALWAYS);
        let behind = Behind {
            empty: then,
            consumed: rounds,
        };
        let chosen = self.matched(body, case, behind);
        let choice = Condition::Choice(first, chosen, then);
        self.conditions.define(rounds, choice);
        rounds
    }

    /// One more round matches if it can. If it consumes something, `next` holds behind it; if not,
    /// `then` holds.
    pub(super) fn further_round(
        &mut self,
        body: ExpressionId,
        case: Case,
        next: ConditionId,
        then: ConditionId,
    ) -> ConditionId {
        let behind = Behind {
            empty: then,
            consumed: next,
        };
        self.optional_matched(body, case, behind, then)
    }

    /// The expression matches, and one of two conditions holds behind it.
    fn matched(&mut self, expression: ExpressionId, case: Case, behind: Behind) -> ConditionId {
        if behind.empty == behind.consumed || !self.grammar.properties(expression).is_nullable() {
            return self.expression(expression, case, behind.consumed);
        }
        let key = (expression, case, behind);
        if let Some(&known) = self.matched.get(&key) {
            return known;
        }
        if self.conditions.is_too_large() {
            return NEVER;
        }
        let is_reentered = matches!(
            self.grammar.kind(expression),
            ResolvedKind::Reference {
                is_recursive: true,
                ..
            }
        );
        let reserved = is_reentered.then(|| self.conditions.reserve());
        self.matched.extend(reserved.map(|id| (key, id)));
        let id = self.matched_kind(expression, case, behind);
        let id = self.settled(reserved, id);
        self.matched.insert(key, id);
        id
    }

    fn matched_kind(
        &mut self,
        expression: ExpressionId,
        case: Case,
        behind: Behind,
    ) -> ConditionId {
        let grammar = self.grammar;
        match grammar.kind(expression) {
            ResolvedKind::Alternation(members) => {
                members.iter().rev().fold(NEVER, |otherwise, &member| {
                    self.optional_matched(member, case, behind, otherwise)
                })
            }
            ResolvedKind::Sequence(members) => {
                let start = members
                    .iter()
                    .rev()
                    .fold(behind, |behind, &member| self.before(member, case, behind));
                start.empty
            }
            ResolvedKind::Optional(body) => {
                self.optional_matched(*body, case, behind, behind.empty)
            }
            ResolvedKind::Repetition { least, most, body } => {
                let end = if let Some(most) = most {
                    (*least..*most).fold(behind, |next, _| Behind {
                        empty: self.further_round_matched(*body, case, next, behind),
                        consumed: self.further_round(*body, case, next.consumed, behind.consumed),
                    })
                } else {
                    let consumed = self.rounds(*body, case, behind.consumed);
                    let empty = behind.empty;
                    let first = Behind { empty, consumed };
                    let empty = self.optional_matched(*body, case, first, empty);
                    Behind { empty, consumed }
                };
                let start = (0..*least).fold(end, |behind, _| self.before(*body, case, behind));
                start.empty
            }
            ResolvedKind::Reference {
                production,
                case: own,
                ..
            } => {
                let case = own.within(case);
                let definition = grammar.production(*production);
                let id = match self.longest_or_empty(*production, behind) {
                    Some(id) => return id,
                    None => self.matched(definition.body(), case, behind),
                };
                self.without_excluded(definition.source(), id)
            }
            // These match no empty text, or nothing.
            ResolvedKind::Literal { .. }
            | ResolvedKind::Range(_)
            | ResolvedKind::Undefined(_)
            | ResolvedKind::Unknown => behind.empty,
        }
    }

    /// Returns what has to hold before an expression, where nothing is consumed yet and where
    /// something is.
    fn before(&mut self, expression: ExpressionId, case: Case, behind: Behind) -> Behind {
        Behind {
            empty: self.matched(expression, case, behind),
            consumed: self.expression(expression, case, behind.consumed),
        }
    }

    /// If the expression matches, one of two conditions holds behind it; if not, `otherwise` holds.
    fn optional_matched(
        &mut self,
        expression: ExpressionId,
        case: Case,
        behind: Behind,
        otherwise: ConditionId,
    ) -> ConditionId {
        let first = self.expression(expression, case, ALWAYS);
        let chosen = self.matched(expression, case, behind);
        self.choice(first, chosen, otherwise)
    }

    /// Returns [`Self::further_round`] where nothing is consumed yet.
    fn further_round_matched(
        &mut self,
        body: ExpressionId,
        case: Case,
        next: Behind,
        behind: Behind,
    ) -> ConditionId {
        let round = Behind {
            empty: behind.empty,
            consumed: next.consumed,
        };
        self.optional_matched(body, case, round, behind.empty)
    }
}
