//! Repetitions and lists.
//!
//! A list of RFC 822, Section 2.7, `n#m x`, has `n` to `m` elements with commas between them.
//! "Null elements" are allowed but do not count, so any number of commas can be before, between
//! and after the elements. The reader writes a list as the expression that says so.

use super::elements::{joined, repetition};
use super::lexeme::Counts;
use crate::error::GrammarErrorKind;
use crate::limits::EXPRESSIONS;
use crate::syntax::{Case, Expression, Kind, LiteralForm, Span};

/// Returns `n#m element` as `*"," element (n-1)*(m-1)( 1*"," element ) *","`, and with `n` = 0 as
/// `*"," [ element … *"," ]`.
///
/// # Errors
///
/// The element occurs twice in the list, so lists in lists grow with their depth: a list of more
/// than [`EXPRESSIONS`] is refused.
pub(super) fn list(
    counts: Counts,
    element: Expression,
    span: Span,
) -> Result<Expression, GrammarErrorKind> {
    let mut expressions = 0;
    element.walk(&mut |_| expressions += 1);
    if expressions > EXPRESSIONS / 2 {
        return Err(GrammarErrorKind::TooManyExpressions { limit: EXPRESSIONS });
    }
    let Counts { least, most } = counts;
    if most == Some(0) {
        return Ok(repetition(counts, element, span));
    }
    let commas = |least| {
        let comma = Kind::Literal {
            text: ",".to_owned(),
            case: Case::Exact,
            form: LiteralForm::Quoted,
        };
        let comma = expression(comma, &span);
        let counts = Counts { least, most: None };
        repetition(counts, comma, span.clone())
    };
    let mut members = vec![element.clone()];
    if most != Some(1) {
        let counts = Counts {
            least: least.saturating_sub(1),
            most: most.map(|most| most - 1),
        };
        let further = sequence(vec![commas(1), element], &span);
        members.push(repetition(counts, further, span.clone()));
    }
    members.push(commas(0));
    if least == 0 {
        let elements = Box::new(sequence(members, &span));
        members = vec![expression(Kind::Optional(elements), &span)];
    }
    members.insert(0, commas(0));
    Ok(sequence(members, &span))
}

fn sequence(members: Vec<Expression>, span: &Span) -> Expression {
    let span = span.clone();
    Expression {
        span,
        ..joined(members, Kind::Sequence)
    }
}

fn expression(kind: Kind, span: &Span) -> Expression {
    Expression {
        kind,
        span: span.clone(),
    }
}
