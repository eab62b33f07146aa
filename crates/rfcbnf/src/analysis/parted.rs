//! A grammar in which each part of a body is a production, so that trees tell which part derives what.

use crate::syntax::{Expression, Grammar, Kind, Production};

/// The sign before the numbers of productions that are added for parts of bodies. No name of a file begins with it.
const ADDED: char = '?';

/// Returns the grammar of two parts. Every member of a sequence is a production in it, so that trees tell which
/// member derives what.
pub(super) fn with_parts(grammar: &Grammar, parts: [Expression; 2]) -> Grammar {
    let used = parts.iter().flat_map(Expression::references);
    let used = grammar.reachable_from(used);
    let own = grammar.productions.iter();
    let own = own.filter(|one| used.contains(one.name.as_str())).cloned();
    let [one, other] = parts;
    let mut productions = vec![
        Production::of(added(0), one),
        Production::of(added(1), other),
    ];
    productions.extend(own);
    let mut members = Vec::new();
    for production in &mut productions {
        take_members(&mut production.body, &mut members, 2);
    }
    productions.append(&mut members);
    Grammar {
        notation: grammar.notation,
        encoding: grammar.encoding,
        productions,
        ..Grammar::default()
    }
}

/// Puts references in the place of all members of sequences, and makes productions of these.
fn take_members(expression: &mut Expression, taken: &mut Vec<Production>, before: usize) {
    match &mut expression.kind {
        Kind::Sequence(members) => {
            for member in members {
                take_members(member, taken, before);
                let name = added(before + taken.len());
                let kind = Kind::reference(name.clone());
                let span = member.span.clone();
                let body = std::mem::replace(member, Expression { kind, span });
                taken.push(Production::of(name, body));
            }
        }
        Kind::Alternation(members) => {
            for member in members {
                take_members(member, taken, before);
            }
        }
        Kind::Optional(body) | Kind::Repetition { body, .. } => take_members(body, taken, before),
        Kind::Literal { .. }
        | Kind::Range { .. }
        | Kind::Reference { .. }
        | Kind::Prose(_)
        | Kind::Unreadable => {}
    }
}

/// Returns the name of the production that is added for a part: 0 and 1 are the two parts.
pub(super) fn added(index: usize) -> String {
    format!("{ADDED}{index}")
}

/// Returns whether a production was added for a part of a body.
pub(super) fn is_added(name: &str) -> bool {
    name.starts_with(ADDED)
}
