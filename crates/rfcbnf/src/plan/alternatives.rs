//! How the alternatives of a grammar are tried.

use std::collections::BTreeSet;

use crate::automaton::{Automaton, TooLarge, Witness, Work};

/// How alternatives are tried.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Choice {
    /// In order: the first that matches a prefix is taken.
    Ordered,
    /// In the order of these indexes: the first that matches a prefix matches the longest prefix
    /// that any alternative matches. If two match the same text, the grammar's order is kept.
    Ranked(Vec<usize>),
    /// All: the longest match is taken.
    Longest,
}

/// The decisions about the alternatives of one alternation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Alternatives {
    /// How they are tried.
    pub choice: Choice,
    /// For each alternative, the index of an earlier one that derives all of its texts.
    pub shadowed_by: Vec<Option<usize>>,
    /// The pairs of alternatives that have something in common, the later one in ascending order.
    pub overlaps: Vec<Overlap>,
}

/// The number of alternatives up to which all pairs of them are compared. Of more, a search finds
/// the pairs that have something in common.
const FEW: usize = 64;

/// What two alternatives have in common.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Overlap {
    /// The index of the alternative with the higher priority.
    pub earlier: usize,
    /// The index of the other alternative.
    pub later: usize,
    /// A text of the later alternative that has a text of the earlier one as a proper prefix.
    pub prefix: Option<Witness>,
    /// A text that both derive.
    pub common: Option<Vec<u8>>,
}

impl Alternatives {
    /// Decides how alternatives with these automata are tried.
    ///
    /// To try them in order is exact if an earlier alternative derives a proper prefix of a text of
    /// a later one only where the later one derives nothing that the earlier one does not.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if there are too many alternatives with something in common.
    pub(super) fn new(automata: &[Automaton], work: &Work) -> Result<Self, TooLarge> {
        let pairs = pairs(automata, work)?;
        let mut shadowed_by = vec![None; automata.len()];
        let mut overlaps = Vec::new();
        let mut is_ordered = true;
        for &(earlier, later) in &pairs {
            let (automaton, other) = (&automata[earlier], &automata[later]);
            let prefix = automaton.prefix_of(other, work)?;
            let common = automaton.common_text(other, work)?;
            if other.is_subset(automaton, work)? {
                shadowed_by[later] = shadowed_by[later].or(Some(earlier));
            } else {
                is_ordered &= prefix.is_none();
            }
            if prefix.is_some() || common.is_some() {
                overlaps.push(Overlap {
                    earlier,
                    later,
                    prefix,
                    common,
                });
            }
        }
        let choice = if is_ordered {
            Choice::Ordered
        } else {
            let ranking = ranking(automata, &pairs, &overlaps, work)?;
            ranking.map_or(Choice::Longest, Choice::Ranked)
        };
        Ok(Self {
            choice,
            shadowed_by,
            overlaps,
        })
    }
}

/// Returns the pairs of alternatives that may have something in common, the later one in ascending
/// order.
fn pairs(automata: &[Automaton], work: &Work) -> Result<Vec<(usize, usize)>, TooLarge> {
    if automata.len() > FEW {
        let mut pairs = Automaton::related(automata, work)?;
        // Any other alternative derives all texts of one that derives none.
        let empty = automata.iter().enumerate().skip(1);
        let empty = empty.filter(|(_, automaton)| automaton.is_empty());
        pairs.extend(empty.map(|(later, _)| (0, later)));
        pairs.sort_unstable_by_key(|&(earlier, later)| (later, earlier));
        return Ok(pairs);
    }
    let all = (0..automata.len()).flat_map(|later| (0..later).map(move |earlier| (earlier, later)));
    let near = all.filter(|&(earlier, later)| !are_apart(&automata[earlier], &automata[later]));
    Ok(near.collect())
}

/// Returns whether the first character tells the texts of two automata apart.
fn are_apart(one: &Automaton, other: &Automaton) -> bool {
    let begins_alike = || !(one.first() & other.first()).is_empty();
    let can_be_empty = one.is_nullable() || other.is_nullable();
    !can_be_empty && !one.is_empty() && !other.is_empty() && !begins_alike()
}

/// Orders the alternatives so that no text of a later one goes on after a text of an earlier one.
/// Alternatives that derive a common text keep their order. Returns `None` if no such order exists.
fn ranking(
    automata: &[Automaton],
    pairs: &[(usize, usize)],
    overlaps: &[Overlap],
    work: &Work,
) -> Result<Option<Vec<usize>>, TooLarge> {
    // For each alternative, those that it has to come before, and the number of those that have
    // to come before it.
    let mut followers = vec![Vec::new(); automata.len()];
    let mut leaders = vec![0_usize; automata.len()];
    let mut precedes = |leader: usize, follower: usize| {
        followers[leader].push(follower);
        leaders[follower] += 1;
    };
    for Overlap {
        earlier,
        later,
        prefix,
        common,
    } in overlaps
    {
        if prefix.is_some() {
            precedes(*later, *earlier);
        }
        if common.is_some() {
            precedes(*earlier, *later);
        }
    }
    for &(earlier, later) in pairs {
        let (automaton, other) = (&automata[earlier], &automata[later]);
        if other.prefix_of(automaton, work)?.is_some() {
            precedes(earlier, later);
        }
    }
    let free = (0..automata.len()).filter(|&index| leaders[index] == 0);
    let mut free: BTreeSet<usize> = free.collect();
    let mut ranking = Vec::new();
    while let Some(index) = free.pop_first() {
        ranking.push(index);
        for &follower in &followers[index] {
            leaders[follower] -= 1;
            if leaders[follower] == 0 {
                free.insert(follower);
            }
        }
    }
    Ok((ranking.len() == automata.len()).then_some(ranking))
}
