//! The spans of a grammar that was read from a repaired text, in the file.

use std::ops::Range;

use crate::syntax::{Expression, Grammar, Span};

/// Replaces each span by that of its origin.
pub(crate) fn grammar(grammar: &mut Grammar, origin: &dyn Fn(usize) -> usize) {
    for heading in &mut grammar.headings {
        relocate(&mut heading.span, origin);
    }
    for production in &mut grammar.productions {
        relocate(&mut production.name_span, origin);
        relocate(&mut production.span, origin);
        for span in &mut production.additions {
            relocate(span, origin);
        }
        for comment in &mut production.comments {
            relocate(&mut comment.span, origin);
        }
        expression(&mut production.body, origin);
    }
}

fn expression(part: &mut Expression, origin: &dyn Fn(usize) -> usize) {
    relocate(&mut part.span, origin);
    for child in part.children_mut() {
        expression(child, origin);
    }
}

fn relocate(span: &mut Span, origin: &dyn Fn(usize) -> usize) {
    let Range { start, end } = span;
    *start = origin(*start);
    *end = origin(*end).max(*start);
}
