//! The texts that may replace those of a part.

use std::collections::HashSet;

use super::Difference;
use super::changed::Changed;
use super::cost::{MOST, cost};
use super::part::{Part, Position, is_characters};
use super::shape::{Tokens, shapes};
use super::taken::{Taken, taken_for};
use crate::automaton::{Automaton, Work};
use crate::octets::OctetSet;
use crate::spare::Spare;

/// The number of characters that may come to any set of them.
const FEW: u32 = 2;

/// The greatest number of rounds to which a parser limits a repetition so that it is one cause.
const ROUNDS: u32 = 16;

/// The cost of such a limit.
const LIMIT: usize = 3;

/// Texts that may replace those of a part.
pub(super) struct Choice {
    pub(super) texts: Automaton,
    /// What the whole derives with them.
    pub(super) whole: Automaton,
    pub(super) cost: usize,
    pub(super) rank: Rank,
}

/// Which part is changed where several would do as well for the same cost: the least.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Rank {
    /// The number of octets in the texts that come and go.
    octets: u32,
    /// Whether octets come between two parts of a production that has them nowhere.
    are_foreign: bool,
    /// The smallest production first if texts go, or if they come between two parts; the largest
    /// otherwise.
    level: isize,
}

/// Returns the choices for a part of the grammar with changes; `None` if the parser takes the texts of
/// the part for it, or if that is too much work to find out. The level is where its production is among
/// all, users last. A choice that takes too much work, or too much to describe, is left out.
pub(super) fn choices(
    changed: &Changed<'_, '_>,
    (part, level): (&Part, usize),
    parser: &Automaton,
    (hole, tokens): (Spare, &Tokens),
    work: &Work,
) -> Option<Vec<Choice>> {
    let before = changed.part(part, work)?;
    let holed = changed.whole_with(part, &hole.beside(&before, work).ok()?, work)?;
    let taken = taken_for((&holed, hole.octet), parser, &before, work).ok()??;
    choices_of(changed, (part, level), (&before, &taken), tokens, work)
}

/// Returns the choices for a production that the parser was seen to take these texts for. Whether it does in every
/// context is not looked at.
pub(super) fn choices_of_observed(
    changed: &Changed<'_, '_>,
    (part, level): (&Part, usize),
    observed: &Automaton,
    tokens: &Tokens,
    work: &Work,
) -> Option<Vec<Choice>> {
    let before = changed.part(part, work)?;
    let taken = Taken {
        all: observed.clone(),
        simple: observed.clone(),
    };
    choices_of(changed, (part, level), (&before, &taken), tokens, work)
}

fn choices_of(
    changed: &Changed<'_, '_>,
    (part, level): (&Part, usize),
    (before, taken): (&Automaton, &Taken),
    tokens: &Tokens,
    work: &Work,
) -> Option<Vec<Choice>> {
    let replacements = replacements(changed, (part, before), taken, tokens, work)?;
    let extra = match part.position {
        Position::Whole | Position::Length | Position::IpLiteral | Position::Ignored => 0,
        Position::Expression(_) | Position::References(_) => 1,
        Position::Gap(..) => 2,
    };
    let choices = replacements.into_iter().filter_map(|replacement| {
        Some(Choice {
            whole: changed.whole_with(part, &replacement.texts, work)?,
            rank: rank(changed, (part, level), (before, &replacement.texts), work)?,
            texts: replacement.texts,
            cost: replacement.cost + extra,
        })
    });
    Some(choices.collect())
}

fn rank(
    changed: &Changed<'_, '_>,
    (part, level): (&Part, usize),
    (before, after): (&Automaton, &Automaton),
    work: &Work,
) -> Option<Rank> {
    let Difference { added, removed } = Difference::between(before, after, work).ok()?;
    let own = changed.production(&part.production).map(Automaton::octets);
    let are_foreign = !added.octets().without(own.unwrap_or_default()).is_empty();
    let is_gap = matches!(part.position, Position::Gap(..));
    let is_smallest = added.is_empty() || is_gap && !are_foreign;
    let level = isize::try_from(level).ok()?;
    Some(Rank {
        octets: (added.octets() | removed.octets()).count(),
        are_foreign: is_gap && are_foreign,
        level: if is_smallest { level } else { -level },
    })
}

/// Returns whether a set of characters gets many more. Characters outside ASCII count for one.
fn is_another_set(before: &Automaton, after: &Automaton) -> bool {
    let new = after.octets().without(before.octets());
    let ascii = new.without(OctetSet::range(0x80, u8::MAX));
    let count = ascii.count() + u32::from(!new.is_ascii());
    count > FEW.max(before.octets().count() / 4)
}

/// Returns whether the texts are those of a repetition with a greatest number of rounds.
fn limits_rounds(changed: &Changed<'_, '_>, part: &Part, texts: &Automaton, work: &Work) -> bool {
    let Some((round, least)) = changed.round(part, work) else {
        return false;
    };
    let mut limits = least..=ROUNDS;
    limits.any(|most| {
        let limited = round.repeated(least, Some(most), work);
        limited.is_ok_and(|limited| limited == *texts)
    })
}

struct Replacement {
    texts: Automaton,
    cost: usize,
}

fn replacements(
    changed: &Changed<'_, '_>,
    (part, texts): (&Part, &Automaton),
    taken: &Taken,
    tokens: &Tokens,
    work: &Work,
) -> Option<Vec<Replacement>> {
    let is_characters = is_characters(texts);
    let mut replacements = Vec::new();
    let mut seen = HashSet::new();
    for shape in [&taken.simple, &taken.all]
        .into_iter()
        .flat_map(|texts| shapes(texts, tokens))
    {
        // A character stays one.
        if is_characters && !shape.is_short() || !seen.insert(shape.clone()) {
            continue;
        }
        let more = shape.automaton(tokens, work).ok()?;
        let with = texts.combined(&more, &|own, more| own || more, work).ok()?;
        if with != *texts && !(is_characters && is_another_set(texts, &with)) {
            replacements.push(Replacement {
                texts: with,
                cost: shape.cost(texts.octets(), tokens)
                    + usize::from(is_characters && shape.is_empty()),
            });
        }
    }
    let less = texts.combined(&taken.all, &|own, taken| own && taken, work);
    let others = [(less.ok()?, true), (taken.simple.clone(), false)];
    for (other, is_less) in others {
        if other != *texts && (is_less || !is_characters) {
            let cost = match cost(&other, texts, MOST, work) {
                Some(cost) if cost <= LIMIT => Some(cost),
                _ if limits_rounds(changed, part, &other, work) => Some(LIMIT),
                cost => cost,
            };
            replacements.extend(cost.map(|cost| Replacement { texts: other, cost }));
        }
    }
    Some(replacements)
}
