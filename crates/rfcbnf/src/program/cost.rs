//! How often the terminals of a part can run at one offset.
//!
//! Combinators that look ahead, and alternatives that begin with the same production, run parts
//! several times. Inside each other they multiply.

use super::{Part, PartId, PartJoin, Program, Rounds};

/// The cost up to which no part is too expensive.
const CHEAP: u64 = 1 << 10;

/// How many times the cost of a definition may exceed the number of its parts.
const RUNS: u64 = 64;

/// Returns the greatest number of terminals that the part can run at one offset.
pub(super) fn cost(program: &Program, part: &Part, costs: &[u64]) -> u64 {
    let of = |part: PartId| costs[part];
    let sum = |parts: &mut dyn Iterator<Item = PartId>| {
        parts.fold(0_u64, |sum, part| sum.saturating_add(of(part)))
    };
    let weighted = |part: PartId, runs: u64, rest: PartId, others: u64| {
        let (part, rest) = (
            of(part).saturating_mul(runs),
            of(rest).saturating_mul(others),
        );
        part.saturating_add(rest)
    };
    match part {
        Part::Literal { .. }
        | Part::AnyOf { .. }
        | Part::AnyOfSet(_)
        | Part::InRange { .. }
        | Part::InRanges(_)
        | Part::Search(_) => 1,
        Part::Production(definition) => program.definition(*definition).cost,
        Part::Ordered(alternatives) => sum(&mut alternatives.iter().map(|one| one.part)),
        Part::Sequence(parts) => sum(&mut parts.iter().copied()),
        // The choice runs again after the lookahead.
        Part::Ranked(parts, _) | Part::Longest(parts) => {
            sum(&mut parts.iter().copied()).saturating_mul(2)
        }
        Part::Optional(body) | Part::Run { body, .. } | Part::Repeat(Rounds { body, .. }) => {
            of(*body)
        }
        Part::Joined { join, part, rest } => match join {
            PartJoin::Option { is_greedy: true } => weighted(*part, 1, *rest, 2),
            PartJoin::Option { is_greedy: false } => weighted(*part, 2, *rest, 3),
            PartJoin::Rounds { .. } => weighted(*part, 2, *rest, 4),
            PartJoin::Shortest { .. } => weighted(*part, 4, *rest, 4),
        },
    }
}

/// Returns whether a body costs far more than it has parts.
pub(super) fn is_explosive(program: &Program, body: PartId, cost: u64) -> bool {
    cost > CHEAP && cost / RUNS > u64::try_from(size(program, body)).unwrap_or(u64::MAX)
}

/// Returns the number of parts in a body, and in the definitions that it calls.
fn size(program: &Program, body: PartId) -> usize {
    let mut is_counted = vec![false; program.parts.len()];
    let mut waiting = vec![body];
    let mut size = 0;
    while let Some(part) = waiting.pop() {
        if std::mem::replace(&mut is_counted[part], true) {
            continue;
        }
        size += 1;
        match program.part(part) {
            Part::Literal { .. }
            | Part::AnyOf { .. }
            | Part::AnyOfSet(_)
            | Part::InRange { .. }
            | Part::InRanges(_)
            | Part::Search(_) => {}
            Part::Production(definition) => waiting.push(program.definition(*definition).body),
            Part::Ordered(alternatives) => waiting.extend(alternatives.iter().map(|one| one.part)),
            Part::Ranked(parts, _) | Part::Longest(parts) | Part::Sequence(parts) => {
                waiting.extend(parts);
            }
            Part::Optional(body) | Part::Run { body, .. } | Part::Repeat(Rounds { body, .. }) => {
                waiting.push(*body);
            }
            Part::Joined { part, rest, .. } => waiting.extend([part, rest]),
        }
    }
    size
}
