//! The productions that causes are named for.
//!
//! A fault shows in several productions at once. If a parser takes an empty port, it takes an empty `port`, an
//! empty `digits` and a `digit` too few, and other faults decide which of them the search blames. The name of a
//! cause is to stay, so it is that of the outermost production that can consist of the deviating part alone:
//!
//! ```text
//! hostport = host [ ":" port ]      a:    the parser takes the empty text as `port`
//! port     = digits                 a:0   in the tree of a right text, `port`, `digits` and `digit` are at the
//! digits   = 1*digit                      same place, and `hostport` cannot be a `port` alone: it is `port`
//! ```

use std::collections::HashSet;

use rfcbnf_engine::Detail;

use super::cause::{Cause, Unexplained};
use super::changes::Position;
use crate::automaton::Automaton;
use crate::recognizer::Recognizer;
use crate::syntax::{Expression, Grammar, Kind};

/// The greatest number of right texts that are tried in the place of the part.
const TEXTS: usize = 20;

/// The greatest number of groups that are named.
const GROUPS: usize = 1_000;

/// Names each cause for the outermost production that can consist of the part alone, and each group for the
/// productions that are open where its texts deviate.
pub(super) fn name(
    grammar: &Grammar,
    start: &str,
    causes: &mut [Cause],
    groups: &mut [Unexplained],
) {
    if causes.is_empty() && groups.is_empty() {
        return;
    }
    let mut part = grammar.part([start]);
    // A recognizer knows no excluded prefixes. What they exclude has another derivation before.
    for production in &mut part.productions {
        production.excluded.clear();
    }
    let Ok(recognizer) = Recognizer::new(&part, start) else {
        return;
    };
    for cause in causes {
        cause.outermost = outermost(&part, &recognizer, cause);
    }
    for group in groups.iter_mut().take(GROUPS) {
        if let Ok(Err(error)) = recognizer.rule().check(&group.witness, Detail::Rules) {
            let open = error.context().iter();
            group.within = open.map(|rule| rule.name().to_owned()).collect();
        }
    }
}

fn outermost(grammar: &Grammar, recognizer: &Recognizer, cause: &Cause) -> Option<String> {
    match cause.position {
        Position::Length | Position::IpLiteral | Position::Ignored => return None,
        Position::Whole | Position::Expression(_) | Position::Gap(..) | Position::References(_) => {
        }
    }
    let before = &cause.witness[..cause.span.start];
    let after = &cause.witness[cause.span.end..];
    let own = cause.witness[cause.span.clone()].to_vec();
    let expected = cause.learnt.as_ref().map(|learnt| &learnt.expected);
    let others = expected
        .into_iter()
        .flat_map(Automaton::access_texts)
        .filter_map(|(state, access)| {
            let expected = expected?;
            if expected.is_accepting(state) {
                return Some(access);
            }
            let rest = expected.shortest_after(state)?;
            Some([access, rest].concat())
        });
    let texts = [own]
        .into_iter()
        .chain(others)
        .filter(|text| !text.is_empty());
    texts.take(TEXTS).find_map(|text| {
        let end = before.len() + text.len();
        let whole = [before, &text, after].concat();
        let tree = recognizer.rule().check(&whole, Detail::Rules).ok()?.ok()?;
        let around = tree.iter().filter(|node| {
            let span = node.span();
            span.start <= before.len() && end <= span.end
        });
        // Each of them is in the one before.
        let around: Vec<(&str, bool)> = around
            .map(|node| (node.rule().name(), node.span() == (before.len()..end)))
            .collect();
        let mut first = around.iter().position(|(_, is_at_part)| *is_at_part)?;
        let mut within = around[first..].iter();
        if cause.position == Position::Whole && !within.any(|(name, _)| *name == cause.production) {
            return None;
        }
        while let Some(outer) = first.checked_sub(1)
            && is_alone(grammar, around[outer].0, around[first].0)
        {
            first = outer;
        }
        Some(around[first].0.to_owned())
    })
}

/// Returns whether a text of the outer production can consist of one of the inner production, which it refers to.
fn is_alone(grammar: &Grammar, outer: &str, inner: &str) -> bool {
    let production = grammar.production(outer);
    production.is_some_and(|production| can_be(grammar, &production.body, inner))
}

fn can_be(grammar: &Grammar, expression: &Expression, inner: &str) -> bool {
    match &expression.kind {
        Kind::Reference { name, .. } => name == inner,
        Kind::Alternation(members) => members.iter().any(|one| can_be(grammar, one, inner)),
        Kind::Sequence(members) => members.iter().enumerate().any(|(place, one)| {
            let mut others = members
                .iter()
                .enumerate()
                .filter(|(other, _)| *other != place);
            can_be(grammar, one, inner)
                && others.all(|(_, other)| can_be_empty(grammar, other, &mut HashSet::new()))
        }),
        Kind::Optional(body) => can_be(grammar, body, inner),
        Kind::Repetition { least, most, body } => {
            *most != Some(0)
                && can_be(grammar, body, inner)
                && (*least <= 1 || can_be_empty(grammar, body, &mut HashSet::new()))
        }
        Kind::Literal { .. } | Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => false,
    }
}

/// Returns whether the expression derives the empty text. `open` are the productions that are looked into.
fn can_be_empty<'g>(
    grammar: &'g Grammar,
    expression: &'g Expression,
    open: &mut HashSet<&'g str>,
) -> bool {
    match &expression.kind {
        Kind::Reference { name, .. } => {
            let production = grammar.production(name).filter(|_| open.insert(name));
            let is_empty =
                production.is_some_and(|one| can_be_empty(grammar, &one.body, &mut *open));
            if production.is_some() {
                open.remove(name.as_str());
            }
            is_empty
        }
        Kind::Alternation(members) => members.iter().any(|one| can_be_empty(grammar, one, open)),
        Kind::Sequence(members) => members.iter().all(|one| can_be_empty(grammar, one, open)),
        Kind::Optional(_) => true,
        Kind::Repetition { least, body, .. } => *least == 0 || can_be_empty(grammar, body, open),
        Kind::Literal { text, .. } => text.is_empty(),
        Kind::Range { .. } | Kind::Prose(_) | Kind::Unreadable => false,
    }
}
