//! Which of many automata have something in common.

use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;

use super::determinize::classes;
use super::limits::{TooLarge, Work};
use super::{Automaton, DfaState};
use crate::octets::OctetSet;

/// The greatest number of pairs of alternatives that have something in common.
const PAIRS: usize = 20_000;

/// The automata, by their indexes, that a text is a viable prefix for, and the states that it leads
/// to.
type Reached = Rc<[(usize, DfaState)]>;

impl Automaton {
    /// Finds the pairs of automata that accept a text and a prefix of it, or the same text. The
    /// lower index comes first; the pairs are in the order of the higher one.
    ///
    /// The search reads all automata at once. For literals it takes time linear in their length,
    /// where a comparison of all pairs takes quadratic time.
    ///
    /// # Errors
    ///
    /// Returns [`TooLarge`] if there are too many pairs, or if the search takes too long.
    pub(crate) fn related(automata: &[Self], work: &Work) -> Result<Vec<(usize, usize)>, TooLarge> {
        let sets = automata.iter().flat_map(|automaton| &automaton.classes);
        let sets: HashSet<OctetSet> = sets.copied().collect();
        let classes = classes(sets).into_iter();
        let octets: Vec<u8> = classes.filter_map(OctetSet::lowest).collect();
        let alive = automata.iter().enumerate();
        let alive = alive.filter(|(_, automaton)| !automaton.is_empty());
        let start: Reached = alive
            .map(|(index, automaton)| (index, automaton.start()))
            .collect();
        let mut seen = HashSet::from([Rc::clone(&start)]);
        let mut waiting = vec![start];
        let mut pairs = BTreeSet::new();
        while let Some(reached) = waiting.pop() {
            add_pairs(automata, &reached, &mut pairs)?;
            for &octet in &octets {
                work.take(reached.len())?;
                let next = reached.iter().filter_map(|&(index, state)| {
                    Some((index, automata[index].step(state, octet)?))
                });
                let next: Reached = next.collect();
                if next.len() > 1 && seen.insert(Rc::clone(&next)) {
                    work.take(4 * next.len())?;
                    waiting.push(next);
                }
            }
        }
        let pairs = pairs.into_iter();
        Ok(pairs.map(|(later, earlier)| (earlier, later)).collect())
    }
}

/// Adds the pairs of each automaton that accepts the text with all others that it is a viable
/// prefix for.
fn add_pairs(
    automata: &[Automaton],
    reached: &[(usize, DfaState)],
    pairs: &mut BTreeSet<(usize, usize)>,
) -> Result<(), TooLarge> {
    for &(index, state) in reached {
        if !automata[index].is_accepting(state) {
            continue;
        }
        for &(other, _) in reached {
            if other != index {
                pairs.insert((index.max(other), index.min(other)));
            }
            if pairs.len() > PAIRS {
                return Err(TooLarge);
            }
        }
    }
    Ok(())
}
