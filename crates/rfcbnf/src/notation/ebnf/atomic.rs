//! The atomic rules of pest, which have no implicit `WHITESPACE` and `COMMENT` between their parts.
//!
//! A rule is also atomic where an atomic rule uses it. One that other rules use as well has two meanings.

use std::collections::{HashMap, HashSet};

use crate::error::{Fault, GrammarErrorKind, NoCounterpart};
use crate::notation::lexeme::{Lexeme, Located};

/// Adds the rules that atomic rules use to them. Returns a fault for each use of one in a rule that is not atomic.
pub(super) fn spread(
    atomic: &mut Vec<String>,
    spaced: &[String],
    rules: &[&[Located<'_>]],
) -> Vec<Fault> {
    let declared: HashSet<String> = atomic.iter().chain(spaced).cloned().collect();
    let by_name: HashMap<&str, &[Located<'_>]> = { rules.iter() }
        .filter_map(|rule| Some((name(&rule[0])?, *rule)))
        .collect();
    let mut known: HashSet<&str> = declared.iter().map(String::as_str).collect();
    let mut waiting: Vec<&str> = atomic.iter().map(String::as_str).collect();
    let mut added = Vec::new();
    while let Some(one) = waiting.pop() {
        let body = by_name.get(one).map_or(&[][..], |rule| &rule[1..]);
        for used in body.iter().filter_map(name) {
            if known.insert(used) {
                added.push(used);
                waiting.push(used);
            }
        }
    }
    let made: HashSet<&str> = added.iter().copied().collect();
    let is_atomic = |name: &str| made.contains(name) || atomic.iter().any(|one| one == name);
    let others = rules
        .iter()
        .filter(|rule| !name(&rule[0]).is_some_and(is_atomic));
    let is_two_sided = |token: &&Located<'_>| {
        let own = name(token).filter(|name| made.contains(name));
        own.and_then(|name| by_name.get(name))
            .is_some_and(|rule| has_parts(rule))
    };
    let uses = others
        .flat_map(|rule| rule[1..].iter())
        .filter(is_two_sided);
    let fault = |token: &Located<'_>| {
        let construct = NoCounterpart::TwoMeanings;
        let kind = GrammarErrorKind::NoCounterpart { construct };
        Fault::new(kind, token.span.clone())
    };
    let faults = uses.map(fault).collect();
    let added: Vec<String> = added.into_iter().map(str::to_owned).collect();
    atomic.extend(added);
    faults
}

fn name<'l>(token: &'l Located<'_>) -> Option<&'l str> {
    match &token.lexeme {
        Lexeme::Name(name) => Some(name),
        _ => None,
    }
}

/// Returns whether a rule has parts with a gap between them.
fn has_parts(rule: &[Located<'_>]) -> bool {
    let is_part = |one: &&Located<'_>| {
        !matches!(
            one.lexeme,
            Lexeme::Comment(_) | Lexeme::Separator(_) | Lexeme::Ends
        )
    };
    rule[2..].iter().filter(is_part).count() > 1
}
