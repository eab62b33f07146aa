//! Merges groups that repeat one fact.
//!
//! Disagreements without a cause are grouped by the state of the grammar's automaton where they leave it. A parser that
//! takes any character in a host does so in each state of `host`, and 14 groups would say that. They become one if:
//!
//! - the texts deviate in the same direction, and all at the end or all at a character;
//! - at least half of the characters of both are characters of each;
//! - the productions that are open there lead to one fact: they end in the same production, or have most of
//!   the productions below the first in common.

use rfcbnf::causes::{Deviation, Direction};
use rfcbnf::octets::OctetSet;

use super::NamedGroup;

/// The greatest number of examples.
const EXAMPLES: usize = 5;

/// Returns the groups, those merged that repeat one fact. The rare ones come first.
pub(super) fn merged(mut groups: Vec<NamedGroup>) -> Vec<NamedGroup> {
    groups.sort_by_key(|one| std::cmp::Reverse(one.group.texts));
    let mut facts: Vec<NamedGroup> = Vec::new();
    for one in groups {
        match facts.iter_mut().find(|fact| repeats(fact, &one)) {
            Some(fact) => merge(fact, one),
            None => facts.push(one),
        }
    }
    facts.sort_by_key(|fact| (fact.group.texts, fact.group.witness.len()));
    facts
}

/// Returns whether a group says of another state what is said of the first.
fn repeats(fact: &NamedGroup, other: &NamedGroup) -> bool {
    let first = fact.merged.first().unwrap_or(fact);
    let (first, second) = (&first.group, &other.group);
    first.direction == Direction::WronglyAccepted
        && second.direction == Direction::WronglyAccepted
        && fact.accepted == other.accepted
        && are_alike(first.deviation, second.deviation)
        && lead_to_one(&first.within, &second.within, first.deviation)
}

fn are_alike(one: Deviation, other: Deviation) -> bool {
    match (one, other) {
        (Deviation::End, Deviation::End) => true,
        (Deviation::Octets(one), Deviation::Octets(other)) => {
            let count = |octets: OctetSet| octets.iter().count();
            let both = one.without(one.without(other));
            2 * count(both) >= count(one | other)
        }
        _ => false,
    }
}

/// Returns whether these open productions lead to one fact.
fn lead_to_one(one: &[String], other: &[String], deviation: Deviation) -> bool {
    let (Some((_, below)), Some((_, others))) = (one.split_first(), other.split_first()) else {
        return false;
    };
    let (Some(last), Some(other)) = (below.last(), others.last()) else {
        // Only the whole is open in one of them.
        return below.is_empty() && others.is_empty() && deviation != Deviation::End;
    };
    let common = below.iter().zip(others).take_while(|(a, b)| a == b).count();
    last == other || 2 * common > below.len().min(others.len())
}

fn merge(fact: &mut NamedGroup, one: NamedGroup) {
    if fact.merged.is_empty() {
        fact.merged.push(fact.clone());
    }
    let group = &mut fact.group;
    let other = &one.group;
    let common = group.within.iter().zip(&other.within);
    let common = common.take_while(|(a, b)| a == b).count();
    if group.within.last() != other.within.last() {
        group.within.truncate(common);
    }
    if let (Deviation::Octets(octets), Deviation::Octets(more)) =
        (&mut group.deviation, other.deviation)
    {
        *octets |= more;
    }
    group.texts += other.texts;
    // One text of each state shows more than several of one.
    let states = fact.merged.len();
    if other.witness.len() < group.witness.len() {
        let witness = std::mem::replace(&mut group.witness, other.witness.clone());
        group.examples.insert(0, witness);
        group.offset = other.offset;
        group.place.clone_from(&other.place);
    } else {
        let place = states.saturating_sub(1).min(group.examples.len());
        group.examples.insert(place, other.witness.clone());
    }
    group.examples.truncate(EXAMPLES);
    fact.id = group.id();
    fact.merged.push(one);
}
