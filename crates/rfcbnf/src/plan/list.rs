//! Productions that derive lists.

use super::Plan;
use crate::syntax::{Case, Expression, Kind, Production, Quantifier};

/// The form of a production that derives lists: its parts match productions that never derive the
/// character between the parts, the separator. So the separators alone tell where the parts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct List<'g> {
    /// The production of each part but the last.
    pub each: &'g str,
    /// The character between the parts; `None` if there is always one part.
    pub separator: Option<char>,
    /// The production of the last part.
    pub last: &'g str,
}

/// A part of a list and the separator beside it.
type Round<'g> = (&'g str, char);

impl<'g> Plan<'g> {
    /// Returns the form of the production's lists, if it derives nothing else and its trees hold nothing but
    /// the parts, besides characters.
    pub(crate) fn flat_list(
        &self,
        production: &'g Production,
        is_character: &dyn Fn(&str) -> bool,
    ) -> Option<List<'g>> {
        let list = self.list(production)?;
        let grammar = self.resolved().grammar();
        let parts = [list.each, list.last];
        let below = parts.iter().filter_map(|part| grammar.production(part));
        let below = grammar.reachable_from(below.flat_map(Production::uses));
        let is_flat = below.into_iter().all(is_character) && !parts.into_iter().any(is_character);
        is_flat.then_some(list)
    }

    /// Returns the form of the production's lists, if it derives nothing else.
    #[must_use]
    pub fn list(&self, production: &'g Production) -> Option<List<'g>> {
        if !production.excluded.is_empty() {
            return None;
        }
        let list = if let Kind::Sequence(members) = &production.body.kind {
            before_last(members).or_else(|| after_first(members))?
        } else {
            let only = part(&production.body)?;
            List {
                each: only,
                separator: None,
                last: only,
            }
        };
        let Some(separator) = list.separator else {
            return Some(list);
        };
        let is_apart = |name| {
            let automaton = self.automata.production(name);
            automaton.is_some_and(|automaton| {
                !automaton.contains_any(|one| char::from(one) == separator)
            })
        };
        (is_apart(list.each) && is_apart(list.last)).then_some(list)
    }
}

/// Reads `*[ each separator ] last`, or the same with its rounds written out.
fn before_last(members: &[Expression]) -> Option<List<'_>> {
    let (last, others) = members.split_last()?;
    let last = part(last)?;
    let round = rounds(others, |[each, between]| {
        Some((part(each)?, separator(between)?))
    });
    round.map(|(each, separator)| List {
        each,
        separator: Some(separator),
        last,
    })
}

/// Reads `first *[ separator first ]`, or the same with its rounds written out.
fn after_first(members: &[Expression]) -> Option<List<'_>> {
    let (first, others) = members.split_first()?;
    let first = part(first)?;
    let round = rounds(others, |[between, each]| {
        Some((part(each)?, separator(between)?))
    });
    let alike = round.filter(|(each, _)| *each == first);
    alike.map(|(each, separator)| List {
        each,
        separator: Some(separator),
        last: each,
    })
}

/// Returns what all of the rounds consist of, the repeated ones and those written out.
fn rounds<'e>(
    mut members: &'e [Expression],
    read: impl Fn(&'e [Expression; 2]) -> Option<Round<'e>>,
) -> Option<Round<'e>> {
    let mut common: Option<Round> = None;
    while let [first, others @ ..] = members {
        let (round, rest) = match &first.kind {
            Kind::Repetition { body, .. } => match &body.kind {
                Kind::Sequence(round) => (round.as_slice().try_into().ok()?, others),
                _ => return None,
            },
            _ => members.split_first_chunk()?,
        };
        let round = read(round)?;
        if common.is_some_and(|common| common != round) {
            return None;
        }
        common = Some(round);
        members = rest;
    }
    common
}

/// Returns the production, if the expression is just a reference to one.
pub(crate) fn part(expression: &Expression) -> Option<&str> {
    match &expression.kind {
        Kind::Reference {
            name,
            case: Case::Exact,
            quantifier: Quantifier::Greedy,
        } => Some(name),
        _ => None,
    }
}

/// Returns the character, if the expression is just a separator.
fn separator(expression: &Expression) -> Option<char> {
    let Kind::Literal { text, .. } = &expression.kind else {
        return None;
    };
    let mut characters = text.chars();
    let first = characters.next()?;
    let alone = first.is_ascii() && !first.is_ascii_alphabetic() && characters.next().is_none();
    alone.then_some(first)
}
