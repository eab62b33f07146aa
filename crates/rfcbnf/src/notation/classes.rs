//! Sets of characters, as ranges.

use std::collections::HashMap;

use crate::syntax::{Case, Expression, Kind, LiteralForm, Span};

const SURROGATES: (u32, u32) = (0xd800, 0xdfff);

/// Returns the characters that are in none of the ranges.
pub(super) fn complement(ranges: Vec<(char, char)>) -> Vec<(char, char)> {
    without(vec![('\0', char::MAX)], ranges)
}

/// Returns the characters of some ranges without those of others, in ascending order.
pub(super) fn without(ranges: Vec<(char, char)>, others: Vec<(char, char)>) -> Vec<(char, char)> {
    let number = |(first, last): (char, char)| (u32::from(first), u32::from(last));
    let mut removed: Vec<(u32, u32)> = others.into_iter().map(number).collect();
    removed.push(SURROGATES);
    let mut left: Vec<(u32, u32)> = ranges.into_iter().map(number).collect();
    for (first, last) in removed {
        let parts = left.into_iter().flat_map(|(from, to)| {
            let below = (from < first).then(|| (from, to.min(first - 1)));
            let above = (to > last).then(|| (from.max(last + 1), to));
            below.into_iter().chain(above)
        });
        left = parts.collect();
    }
    left.sort_unstable();
    let characters = left.into_iter();
    let characters =
        characters.filter_map(|(from, to)| Some((char::from_u32(from)?, char::from_u32(to)?)));
    characters.collect()
}

/// How many names are followed to find the characters that the last one derives.
const STEPS: usize = 8;

/// The rules of a file by their names.
pub(super) type Bodies<'r> = HashMap<&'r str, &'r Expression>;

/// Returns what a set of characters derives without another set. Returns `None` if one of them is not a
/// set of single characters, or nothing is left.
pub(super) fn difference(
    all: &Expression,
    excluded: &Expression,
    bodies: &Bodies<'_>,
    span: &Span,
) -> Option<Expression> {
    let all = characters(all, bodies, STEPS)?;
    let left = without(all, characters(excluded, bodies, STEPS)?);
    (!left.is_empty()).then(|| expression(&left, span))
}

/// Returns the characters that an expression derives, if it derives single characters only.
fn characters(part: &Expression, bodies: &Bodies<'_>, steps: usize) -> Option<Vec<(char, char)>> {
    match &part.kind {
        Kind::Reference { name, .. } => {
            let body = bodies.get(name.as_str())?;
            characters(body, bodies, steps.checked_sub(1)?)
        }
        Kind::Range { first, last } => Some(vec![(*first, *last)]),
        Kind::Literal { text, .. } => {
            let mut characters = text.chars();
            let only = characters.next().filter(|_| characters.next().is_none())?;
            Some(vec![(only, only)])
        }
        Kind::Alternation(members) => {
            let members = members.iter();
            let all: Option<Vec<_>> = members.map(|one| characters(one, bodies, steps)).collect();
            Some(all?.concat())
        }
        _ => None,
    }
}

/// Returns an expression that derives any character.
pub(super) fn any(span: &Span) -> Expression {
    expression(&[('\0', char::MAX)], span)
}

/// Returns an expression that derives the characters of some ranges.
pub(super) fn expression(ranges: &[(char, char)], span: &Span) -> Expression {
    let one = |&(first, last): &(char, char)| Expression {
        kind: if first == last {
            Kind::Literal {
                text: first.to_string(),
                case: Case::Exact,
                form: LiteralForm::Numbers,
            }
        } else {
            Kind::Range { first, last }
        },
        span: span.clone(),
    };
    match ranges {
        [only] => one(only),
        _ => Expression {
            kind: Kind::Alternation(ranges.iter().map(one).collect()),
            span: span.clone(),
        },
    }
}
