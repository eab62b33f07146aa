//! The obstacles that productions contain themselves, recursion aside.

use std::collections::HashMap;

use super::{Cause, ObstacleKind, Step};
use crate::limits::{DEPTH, EMPTY_DERIVATION};
use crate::sizes::Sizes;
use crate::syntax::{Grammar, Kind, Production, Span};

/// Returns the first obstacle that each production contains, by its index.
pub(super) fn obstacles(grammar: &Grammar, by_name: &HashMap<&str, usize>) -> Vec<Option<Step>> {
    let lines = Lines::of(grammar);
    let productions = grammar.productions.iter();
    let mut steps: Vec<Option<Step>> = productions
        .map(|production| contained(production, by_name, &lines))
        .collect();
    let sizes = Sizes::of(grammar, &grammar.users_last_by_index(), by_name);
    for (index, production) in grammar.productions.iter().enumerate() {
        let own = |kind| Some(Step::Own(Cause::Kind(kind), production.name_span.clone()));
        if steps[index].is_none() {
            if sizes.depths[index] > DEPTH {
                steps[index] = own(ObstacleKind::TooDeep);
            } else if sizes.when_empty[index].is_some_and(|size| size > EMPTY_DERIVATION) {
                steps[index] = own(ObstacleKind::EmptyTooLarge);
            } else if sizes.rounds[index].are_too_many {
                steps[index] = own(ObstacleKind::TooManyRounds);
            }
        }
    }
    steps
}

/// Returns the first obstacle in the body of a production.
fn contained(
    production: &Production,
    by_name: &HashMap<&str, usize>,
    lines: &Lines,
) -> Option<Step> {
    let mut found: Option<(ObstacleKind, Span)> = None;
    production.body.walk(&mut |expression| {
        let start = expression.span.start;
        if found
            .as_ref()
            .is_some_and(|(_, first)| first.start <= start)
        {
            return;
        }
        let kind = match &expression.kind {
            Kind::Unreadable => ObstacleKind::Unreadable {
                line: lines.number(start),
            },
            Kind::Prose(text) => ObstacleKind::Prose { text: text.clone() },
            Kind::Reference { name, .. } if !by_name.contains_key(name.as_str()) => {
                ObstacleKind::Undefined { name: name.clone() }
            }
            _ => return,
        };
        found = Some((kind, expression.span.clone()));
    });
    found.map(|(kind, span)| Step::Own(Cause::Kind(kind), span))
}

/// The lines of a file and of those that it imports.
struct Lines<'g> {
    grammar: &'g Grammar,
    /// The offset of each line feed.
    ends: Vec<usize>,
}

impl<'g> Lines<'g> {
    fn of(grammar: &'g Grammar) -> Self {
        let ends = grammar.source.bytes().enumerate();
        let ends = ends.filter(|(_, octet)| *octet == b'\n');
        Self {
            grammar,
            ends: ends.map(|(offset, _)| offset).collect(),
        }
    }

    /// Returns the number of the line with this offset in its file, counted from 1.
    fn number(&self, offset: usize) -> usize {
        let before = |offset: usize| self.ends.partition_point(|&end| end < offset);
        let file = self.grammar.file_at(offset);
        1 + before(offset) - file.map_or(0, |file| before(file.span.start))
    }
}
