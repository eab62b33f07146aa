//! What the bodies of rules are made of, whatever notation they are in.

use super::lexeme::Counts;
use crate::syntax::{Case, Expression, Kind, LiteralForm, Span};

/// The prose for the end of the text, until it is known where it is.
const END: &str = "the end of the text";

/// Returns the placeholder for a fault. No grammar that `read` returns contains one.
pub(super) fn placeholder(span: Span) -> Expression {
    Expression {
        kind: Kind::Unreadable,
        span,
    }
}

pub(super) fn literal(text: &str, case: Case, form: LiteralForm, span: Span) -> Expression {
    let text = text.to_owned();
    let kind = Kind::Literal { text, case, form };
    Expression { kind, span }
}

/// Returns `n*m body`.
pub(super) fn repetition(counts: Counts, body: Expression, span: Span) -> Expression {
    let Counts { least, most } = counts;
    let body = Box::new(body);
    let kind = Kind::Repetition { least, most, body };
    Expression { kind, span }
}

/// Returns a text as prose. Whether it is the name of a rule is known when all rules are.
pub(super) fn prose(text: &str, span: Span) -> Expression {
    let words: Vec<&str> = text.split_whitespace().collect();
    let kind = Kind::Prose(words.join(" "));
    Expression { kind, span }
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

/// Returns a mark for the end of the text.
pub(super) fn end_of_text(span: Span) -> Expression {
    prose(END, span)
}

pub(super) fn is_end_of_text(part: &Expression) -> bool {
    matches!(&part.kind, Kind::Prose(text) if text == END)
}
