//! Makes expressions.

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
