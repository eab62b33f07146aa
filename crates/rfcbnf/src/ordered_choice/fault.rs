//! Where the naive reading of one production goes wrong.
//!
//! The body of the production is read between the children of the node ([`Body`]). It is live at an offset if the
//! derivation can go on from there to the end.

use super::Octets;
use super::run::Run;
use crate::derivations::{Body, DerivationNode, Ends};
use crate::resolved::{ExpressionId, ResolvedGrammar, ResolvedKind};
use crate::syntax::{Case, Span};

/// What the naive reading can do wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Fault {
    /// It takes an alternative, but a later one is needed.
    Alternative {
        /// The alternative that is needed, in byte offsets of the grammar file.
        needed: Span,
    },
    /// It takes an optional part that has to be absent.
    Option,
    /// It takes another round of a repetition that has to end.
    Round,
    /// It takes a production with another length than the derivation.
    Extent {
        /// The part of the text that the production has to derive, in byte offsets.
        needed: Octets,
    },
}

/// The search for the fault in the body of a production.
pub(super) struct FaultSearch<'r, 'g> {
    grammar: &'r ResolvedGrammar<'g>,
    start: ExpressionId,
    case: Case,
    run: Run<'r, 'g>,
    body: Body<'r, 'g>,
}

/// The expression where the naive reading goes wrong, the part of the text that it matches
/// there, and what it does wrong. Offsets into the text are counted from the start of the node.
type Found = (Span, Option<Octets>, Fault);

/// An offset in the text of the node, and whether something was consumed since the round around it began.
type At = (usize, bool);

impl<'r, 'g> FaultSearch<'r, 'g> {
    /// Prepares the search; `None` if the body takes too much to read.
    pub(super) fn new(
        grammar: &'r ResolvedGrammar<'g>,
        start: ExpressionId,
        case: Case,
        node: DerivationNode<'r>,
    ) -> Option<Self> {
        let from = node.span().start;
        let within = |span: Octets| span.start - from..span.end - from;
        let children = node.children();
        let children = children.map(|child| (child.id(), within(child.span())));
        Some(Self {
            grammar,
            start,
            case,
            run: Run::new(grammar, node.text()),
            body: Body::read(grammar, (start, case), node.text(), children.collect())?,
        })
    }

    pub(super) fn run(mut self) -> Option<Found> {
        self.walk(self.start, (0, false), Ends::OF_BODY)
    }

    /// Returns where the naive reading of an expression ends.
    fn end(&mut self, expression: ExpressionId, at: usize) -> Option<usize> {
        self.run.end(expression, self.case, at)
    }

    /// Returns whether the derivation can go on with an expression.
    fn can_take(&self, expression: ExpressionId, at: At, after: Ends) -> bool {
        self.is_live(self.body.before(expression, after), at)
    }

    fn is_live(&self, states: Ends, (offset, has_moved): At) -> bool {
        self.body.is_live_at(states, offset, has_moved)
    }

    fn span(&self, expression: ExpressionId) -> Span {
        self.grammar.expression(expression).span().clone()
    }

    /// Follows the naive reading into an expression. The derivation is live before it, but not
    /// after what the naive reading matches with it.
    fn walk(&mut self, expression: ExpressionId, at: At, after: Ends) -> Option<Found> {
        let took = self.end(expression, at.0).map(|end| at.0..end);
        match self.grammar.kind(expression) {
            ResolvedKind::Sequence(members) => self.walk_sequence(members, at, after),
            ResolvedKind::Alternation(members) => self.walk_alternation(members, at, after, took),
            &ResolvedKind::Optional(body) if self.can_take(body, at, after) => {
                self.walk(body, at, after)
            }
            ResolvedKind::Optional(_) => Some((self.span(expression), took, Fault::Option)),
            ResolvedKind::Repetition { .. } => self.walk_rounds(expression, at, after),
            ResolvedKind::Literal { .. }
            | ResolvedKind::Range(_)
            | ResolvedKind::Undefined(_)
            | ResolvedKind::Unknown => None,
            ResolvedKind::Reference { production, .. } => {
                let mut children = self.body.children().iter();
                let needed =
                    children.find(|(found, span)| found == production && span.start == at.0)?;
                let needed = needed.1.clone();
                Some((self.span(expression), took, Fault::Extent { needed }))
            }
        }
    }

    fn walk_alternation(
        &mut self,
        members: &[ExpressionId],
        at: At,
        after: Ends,
        took: Option<Octets>,
    ) -> Option<Found> {
        let mut candidates = members.iter().copied();
        let taken = candidates.find(|&member| self.end(member, at.0).is_some());
        let mut candidates = members.iter().copied();
        let needed = candidates.find(|&member| self.can_take(member, at, after))?;
        let Some(taken) = taken else {
            return self.walk(needed, at, after);
        };
        if self.can_take(taken, at, after) {
            return self.walk(taken, at, after);
        }
        let needed = self.span(needed);
        Some((self.span(taken), took, Fault::Alternative { needed }))
    }

    fn walk_sequence(
        &mut self,
        members: &[ExpressionId],
        mut at: At,
        after: Ends,
    ) -> Option<Found> {
        let after = self.body.after_members(members, after);
        for (&member, after) in members.iter().zip(after) {
            let end = self.end(member, at.0);
            match end.map(|end| (end, at.1 || end > at.0)) {
                Some(end) if self.is_live(after, end) => at = end,
                _ => return self.walk(member, at, after),
            }
        }
        None
    }

    fn walk_rounds(&mut self, repetition: ExpressionId, at: At, after: Ends) -> Option<Found> {
        let &ResolvedKind::Repetition { body, .. } = self.grammar.kind(repetition) else {
            return None;
        };
        let (mut at, mut rounds) = (at.0, 0);
        while let Some(next) = self.body.after_round(repetition, rounds, after) {
            let end = self.end(body, at);
            if !self.can_take(body, (at, false), next) {
                let took = end.map(|end| at..end);
                return Some((self.span(repetition), took, Fault::Round));
            }
            match end {
                // Ordered choice leaves a repetition after a round without text.
                Some(end) if end == at => return self.walk_empty_round(body, at, next),
                Some(end) if self.is_live(next, (end, true)) => at = end,
                _ => return self.walk(body, (at, false), next),
            }
            rounds = rounds.saturating_add(1);
        }
        None
    }

    /// Does the same as [`Self::walk`] for a round that matches nothing where the derivation goes on
    /// with another round.
    fn walk_empty_round(&mut self, body: ExpressionId, at: usize, next: Ends) -> Option<Found> {
        let ResolvedKind::Alternation(members) = self.grammar.kind(body) else {
            return self.walk(body, (at, false), next);
        };
        let mut candidates = members.iter().copied();
        let taken = candidates.find(|&member| self.end(member, at).is_some())?;
        let needed = candidates.find(|&member| {
            self.can_take(member, (at, false), next) && self.end(member, at) > Some(at)
        })?;
        let needed = self.span(needed);
        Some((
            self.span(taken),
            Some(at..at),
            Fault::Alternative { needed },
        ))
    }
}
