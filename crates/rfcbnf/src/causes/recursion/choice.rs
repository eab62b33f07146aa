//! The choice between causes that units found on their own.
//!
//! Several units can have a cause for the same texts: for `0-0`, the sum has another sign, or the number
//! has a sign behind it. The cheapest causes that together repair the most texts are chosen, and the
//! best of them is taken first. With it in the grammar, the units are searched again.

use super::Found;

/// The greatest number of causes between which there is a choice.
const CANDIDATES: usize = 12;

/// The greatest number of causes that are chosen together.
const TOGETHER: usize = 4;

/// A cause that a unit found.
pub(super) struct Candidate {
    pub(super) found: Found,
    /// For each of the wrong texts, whether it is right with this cause in the grammar.
    pub(super) repairs: Vec<bool>,
}

impl Candidate {
    fn count(&self) -> usize {
        self.repairs.iter().filter(|&&repairs| repairs).count()
    }
}

/// Returns the first cause of the best choice; `None` if none repairs any text.
pub(super) fn first(mut candidates: Vec<Candidate>) -> Option<Found> {
    candidates.retain(|one| one.count() > 0);
    // What repairs the most for its cost comes first. Of equals, the first stays the first.
    candidates.sort_by(|one, other| {
        let [left, right] = [
            one.count() * other.found.cost,
            other.count() * one.found.cost,
        ];
        right.cmp(&left)
    });
    candidates.truncate(CANDIDATES);
    let mut best = Choice::default();
    best.improve(&candidates, &mut Vec::new());
    // The members are in the order of the candidates, the best first.
    let first = *best.members.first()?;
    Some(candidates.swap_remove(first).found)
}

/// The best causes so far.
#[derive(Default)]
struct Choice {
    members: Vec<usize>,
    repaired: usize,
    cost: usize,
}

impl Choice {
    /// Tries these causes, and each further one with them.
    fn improve(&mut self, candidates: &[Candidate], members: &mut Vec<usize>) {
        let texts = 0..candidates.first().map_or(0, |one| one.repairs.len());
        let repaired =
            texts.filter(|&text| members.iter().any(|&one| candidates[one].repairs[text]));
        let repaired = repaired.count();
        let cost = members.iter().map(|&one| candidates[one].found.cost).sum();
        if repaired > self.repaired || (repaired == self.repaired && cost < self.cost) {
            *self = Self {
                members: members.clone(),
                repaired,
                cost,
            };
        }
        if members.len() == TOGETHER {
            return;
        }
        for next in members.last().map_or(0, |last| last + 1)..candidates.len() {
            members.push(next);
            self.improve(candidates, members);
            members.pop();
        }
    }
}
