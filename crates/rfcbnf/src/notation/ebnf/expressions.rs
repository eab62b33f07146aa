//! Makes expressions, also of gaps: white space and comments that a text may have between the parts of a rule, though
//! the rule does not say so.

use crate::syntax::{Case, Expression, Kind, LiteralForm, Span};

pub(super) fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

pub(super) fn literal(text: &str, form: LiteralForm, span: Span) -> Expression {
    Expression {
        kind: Kind::Literal {
            text: text.to_owned(),
            case: Case::Exact,
            form,
        },
        span,
    }
}

pub(super) fn caseless(mut literal: Expression) -> Expression {
    if let Kind::Literal { case, .. } = &mut literal.kind {
        *case = Case::Ignored;
    }
    literal
}

/// Returns the only member, or all of them together. No member of a sequence is a sequence.
pub(super) fn joined(members: Vec<Expression>, kind: fn(Vec<Expression>) -> Kind) -> Expression {
    let start = members.first().map_or(0, |one| one.span.start);
    let end = members.last().map_or(0, |one| one.span.end);
    let mut flat = Vec::with_capacity(members.len());
    let is_sequence = matches!(kind(Vec::new()), Kind::Sequence(_));
    for member in members {
        match member.kind {
            Kind::Sequence(inner) if is_sequence => flat.extend(inner),
            _ => flat.push(member),
        }
    }
    if flat.len() == 1 {
        return flat.remove(0);
    }
    Expression {
        kind: kind(flat),
        span: start..end,
    }
}

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
        let body = Box::new(joined(round, Kind::Sequence));
        let (least, most) = (0, None);
        parts.push(here(Kind::Repetition { least, most, body }));
    }
    joined(parts, Kind::Sequence)
}
