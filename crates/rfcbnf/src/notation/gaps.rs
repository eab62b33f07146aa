//! Gaps: white space and comments that a text may have between the parts of a rule, though the rule does not say so.

use super::elements::{joined, literal, repetition};
use super::lexeme::Counts;
use crate::syntax::{Case, Expression, Kind, LiteralForm, Span};

/// Where a text may have a gap: before tokens of ANTLR, between parts of pest, or nowhere.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Gaps<'t> {
    None,
    BeforeTokens(&'t Skipped),
    BetweenParts(&'t Skipped),
}

/// The rules whose texts may be in a gap.
#[derive(Default, PartialEq, Eq)]
pub(super) struct Skipped {
    /// A rule that is one repetition, such as `[ \t]+`. Two of it after each other are one, so a gap has one
    /// between others, and no text has two derivations because of it.
    pub(super) run: Option<String>,
    pub(super) others: Vec<String>,
}

impl Skipped {
    pub(super) fn is_empty(&self) -> bool {
        self.run.is_none() && self.others.is_empty()
    }
}

/// Returns the expression of a gap at an offset.
pub(super) fn gap(skipped: &Skipped, at: usize) -> Expression {
    let here = |kind: Kind| Expression { kind, span: at..at };
    let reference = |name: &String| here(Kind::reference(name.clone()));
    let run = { skipped.run.iter() }.map(|name| here(Kind::Optional(Box::new(reference(name)))));
    let mut parts: Vec<Expression> = run.collect();
    if !skipped.others.is_empty() {
        let others = skipped.others.iter().map(reference).collect();
        let mut round = vec![joined(others, Kind::Alternation)];
        round.extend(parts.first().cloned());
        let round = joined(round, Kind::Sequence);
        parts.push(repetition(Counts::ANY, round, at..at));
    }
    joined(parts, Kind::Sequence)
}

/// Returns an element that is repeated with gaps between its rounds, as in pest.
pub(super) fn rounds(
    element: Expression,
    counts: Counts,
    span: Span,
    skipped: &Skipped,
) -> Expression {
    let Counts { least, most } = counts;
    if most == Some(0) {
        return literal("", Case::Exact, LiteralForm::Quoted, span);
    }
    let further = vec![gap(skipped, element.span.start), element.clone()];
    let further = Expression {
        kind: Kind::Sequence(further),
        span: span.clone(),
    };
    let counts = Counts {
        least: least.saturating_sub(1),
        most: most.map(|most| most - 1),
    };
    let further = repetition(counts, further, span.clone());
    let kind = Kind::Sequence(vec![element, further]);
    let all = Expression {
        kind,
        span: span.clone(),
    };
    if least > 0 {
        return all;
    }
    let kind = Kind::Optional(Box::new(all));
    Expression { kind, span }
}
