//! Reading a text.
//!
//! Invariant: an item is a state and the offset at which its production began. The items at one
//! offset are the ends of all beginnings of derivations that the text up to there allows.

use std::collections::HashSet;

use thiserror::Error;

use super::network::{CalledId, Network, State, StateId};
use crate::octets::OctetSet;

/// The greatest number of steps for one text. A step looks at one state of one derivation.
pub const STEPS: usize = 10_000_000;

/// A text takes more than [`STEPS`] steps, so whether the production derives it is not decided.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
#[error("the text takes more than {STEPS} steps to recognize; shorten it")]
pub struct TooManySteps;

/// What is known about a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Recognition {
    /// The length in octets of the longest prefix that the production derives; `None` if it derives
    /// none.
    pub longest: Option<usize>,
    /// The length in octets of the viable prefix: the longest prefix that a text of the production
    /// begins with.
    pub furthest: usize,
    /// The octets that can follow the viable prefix.
    pub next: OctetSet,
    /// Whether the text could end after the viable prefix.
    pub can_end: bool,
    /// The length in octets of the text.
    pub length: usize,
}

impl Recognition {
    /// Returns whether the production derives the whole text.
    #[must_use]
    pub fn accepts_all(&self) -> bool {
        self.longest == Some(self.length)
    }
}

/// A state, and the offset at which its production began.
type Item = (StateId, u32);

/// An item that waits for the end of a production, as the state behind it.
type Waiting = (CalledId, Item);

/// Reads a text of a called production.
pub(super) fn recognize(
    network: &Network,
    start: usize,
    text: &[u8],
) -> Result<Recognition, TooManySteps> {
    let mut reading = Reading {
        network,
        start,
        waiting: Vec::new(),
        left: STEPS,
    };
    let mut found = Recognition {
        longest: None,
        furthest: 0,
        next: OctetSet::EMPTY,
        can_end: false,
        length: text.len(),
    };
    let start = network.called.get(start);
    let start = start.map(|called| (called.start, 0));
    let mut items: Vec<Item> = start.into_iter().collect();
    for offset in 0..=text.len() {
        let set = reading.complete(items, text.get(offset).copied())?;
        found.furthest = offset;
        (found.next, found.can_end) = (set.next, set.is_end);
        if set.is_end {
            found.longest = Some(offset);
        }
        if set.behind.is_empty() {
            break;
        }
        items = set.behind;
    }
    Ok(found)
}

struct Reading<'n> {
    network: &'n Network,
    /// The production whose texts are recognized.
    start: usize,
    /// For each offset, the items that wait there, in the order of the productions.
    waiting: Vec<Vec<Waiting>>,
    /// The number of steps that are left.
    left: usize,
}

/// What the items at one offset lead to.
struct ItemSet {
    /// The items behind the next octet.
    behind: Vec<Item>,
    /// The octets that can follow.
    next: OctetSet,
    /// Whether the text can end here.
    is_end: bool,
}

impl Reading<'_> {
    /// Adds all items that can be reached without an octet.
    fn complete(&mut self, items: Vec<Item>, octet: Option<u8>) -> Result<ItemSet, TooManySteps> {
        let network = self.network;
        let offset = u32::try_from(self.waiting.len()).map_err(|_| TooManySteps)?;
        let mut seen: HashSet<Item> = HashSet::new();
        let mut open = items;
        let mut waiting: Vec<Waiting> = Vec::new();
        let mut set = ItemSet {
            behind: Vec::new(),
            next: OctetSet::EMPTY,
            is_end: false,
        };
        while let Some(item) = open.pop() {
            self.left = self.left.checked_sub(1).ok_or(TooManySteps)?;
            if !seen.insert(item) {
                continue;
            }
            let (state, origin) = item;
            match &network.states[state as usize] {
                State::Either(next) => open.extend(next.iter().map(|&next| (next, origin))),
                &State::Octet(octets, next) => {
                    set.next |= octets;
                    if octet.is_some_and(|octet| octets.contains(octet)) {
                        set.behind.push((next, origin));
                    }
                }
                &State::Call(called, next) => {
                    waiting.push((called, (next, origin)));
                    let called = &network.called[called as usize];
                    open.push((called.start, offset));
                    if called.is_nullable {
                        open.push((next, origin));
                    }
                }
                &State::End(called) => {
                    set.is_end |= called as usize == self.start && origin == 0;
                    // An empty text of a production is gone past where it is called.
                    if let Some(callers) = self.waiting.get(origin as usize) {
                        let first = callers.partition_point(|(other, _)| *other < called);
                        let callers = callers[first..].iter();
                        let callers = callers.take_while(|(other, _)| *other == called);
                        open.extend(callers.map(|(_, behind)| *behind));
                    }
                }
            }
        }
        waiting.sort_unstable();
        self.waiting.push(waiting);
        Ok(set)
    }
}
