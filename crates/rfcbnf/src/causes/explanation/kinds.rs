//! The kinds of texts by which two automata differ.
//!
//! A parser can read one part in two wrong ways: as an IPv6 address, it takes a zone behind `::`, and five digits in
//! `00001::`. A shortest text shows only one of them. So each octet, and the end, at which the texts of one side leave
//! the other side has a shortest text.

use std::collections::{HashSet, VecDeque};

use crate::automaton::{Automaton, DfaState};
use crate::octets::OctetSet;

/// The greatest number of texts.
const KINDS: usize = 4;

/// Returns a shortest text of each kind that only one of the automata accepts.
pub(super) fn kinds(expected: &Automaton, observed: &Automaton) -> Vec<Vec<u8>> {
    let mut texts = Side::of(observed, expected).texts();
    texts.extend(Side::of(expected, observed).texts());
    texts.sort_by_key(Vec::len);
    texts.truncate(KINDS);
    texts
}

/// The texts that only the first automaton accepts.
struct Side<'a> {
    own: &'a Automaton,
    other: &'a Automaton,
    /// Octets that neither of them tells apart.
    classes: Vec<OctetSet>,
    /// The octets at which texts were found to leave the other automaton.
    octets: OctetSet,
    has_end: bool,
    texts: Vec<Vec<u8>>,
}

impl<'a> Side<'a> {
    fn of(own: &'a Automaton, other: &'a Automaton) -> Self {
        Self {
            classes: own.classes_beside(other),
            own,
            other,
            octets: OctetSet::EMPTY,
            has_end: false,
            texts: Vec::new(),
        }
    }

    /// Goes through the texts that are viable on both sides, the shortest first.
    fn texts(mut self) -> Vec<Vec<u8>> {
        let start = (self.own.start(), self.other.start());
        let mut seen = HashSet::from([start]);
        let mut waiting = VecDeque::from([(start, Vec::new())]);
        while let Some(((own, other), text)) = waiting.pop_front() {
            if self.texts.len() == KINDS {
                break;
            }
            self.look((own, other), &text);
            for octet in self.classes.iter().filter_map(|class| class.lowest()) {
                let next = self.own.step(own, octet).zip(self.other.step(other, octet));
                if let Some(next) = next.filter(|next| seen.insert(*next)) {
                    waiting.push_back((next, [&text[..], &[octet]].concat()));
                }
            }
        }
        self.texts
    }

    /// Adds texts that leave the other side at these states, if they do so in a new way.
    fn look(&mut self, (own, other): (DfaState, DfaState), text: &[u8]) {
        if self.own.is_accepting(own) && !self.other.is_accepting(other) && !self.has_end {
            self.has_end = true;
            self.texts.push(text.to_vec());
        }
        let leaving = self.own.next(own).without(self.other.next(other));
        let new = leaving.without(self.octets);
        self.octets |= leaving;
        if let Some(octet) = new.lowest()
            && let Some(next) = self.own.step(own, octet)
        {
            let rest = if self.own.is_accepting(next) {
                Vec::new()
            } else {
                self.own.shortest_after(next).unwrap_or_default()
            };
            self.texts.push([text, &[octet], &rest].concat());
        }
    }
}
