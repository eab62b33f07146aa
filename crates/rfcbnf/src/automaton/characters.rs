//! Octets that are characters of UTF-8.

use std::collections::HashSet;
use std::ops::RangeInclusive;

use super::determinize::classes;
use super::{Automaton, DfaState, Work};
use crate::octets::OctetSet;
use crate::syntax::Encoding;

/// The octets that are not ASCII.
const OUTSIDE: RangeInclusive<u8> = 0x80..=u8::MAX;

/// A state, and the octets that have to follow before a character ends.
type Within<'s> = (DfaState, &'s [RangeInclusive<u8>]);

impl Automaton {
    /// Returns whether every accepted text is UTF-8.
    ///
    /// ```
    /// use rfcbnf::automaton::Automaton;
    ///
    /// let grammar = rfcbnf::read("text = *%x0-17F\n")?;
    /// assert!(Automaton::new(&grammar, "text")?.is_of_characters());
    /// let grammar = rfcbnf::read("text = *%x0-FF\n")?;
    /// assert!(!Automaton::new(&grammar, "text")?.is_of_characters());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn is_of_characters(&self) -> bool {
        let characters = Encoding::Utf8.sequences('\0', char::MAX);
        let start: Within<'_> = (self.start(), &[]);
        let mut seen = HashSet::from([start]);
        let mut waiting = vec![start];
        while let Some((state, tail)) = waiting.pop() {
            if self.is_accepting(state) && !tail.is_empty() {
                return false;
            }
            for octet in self.next(state).iter() {
                let rest = rest(&characters, tail, octet);
                let Some(within) = self.step(state, octet).zip(rest) else {
                    return false;
                };
                if seen.insert(within) {
                    waiting.push(within);
                }
            }
        }
        true
    }

    /// Returns the automaton with the UTF-8 of all characters outside ASCII in place of each octet of the
    /// set 80 to FF. `None` if these octets lead to different states, or if it is too large.
    pub(crate) fn with_characters_outside_ascii(&self) -> Option<Self> {
        let is_one = |state| {
            let mut targets = OUTSIDE.map(|octet| self.step(state, octet));
            let first = targets.next();
            targets.all(|target| Some(target) == first)
        };
        if !self.states().all(is_one) {
            return None;
        }
        let outside = Encoding::Utf8.sequences('\u{80}', char::MAX);
        let octets = outside.iter().flatten().cloned().chain([OUTSIDE]);
        let octets = octets.map(OctetSet::from);
        let spelled = Self::of_states(
            classes(self.classes().iter().copied().chain(octets)),
            (self.start(), [].as_slice()),
            &|&(state, tail): &Within<'_>| tail.is_empty() && self.is_accepting(state),
            &|&(state, tail), octet| {
                if tail.is_empty() && octet.is_ascii() {
                    return Some((self.step(state, octet)?, tail));
                }
                let rest = rest(&outside, tail, octet)?;
                let state = match tail {
                    [] => self.step(state, octet)?,
                    _ => state,
                };
                Some((state, rest))
            },
            &Work::new(),
        );
        spelled.ok()
    }
}

/// Returns what has to follow an octet; `None` if the octet cannot be there. The first octets of the
/// sequences differ.
fn rest<'s>(
    sequences: &'s [Vec<RangeInclusive<u8>>],
    tail: &'s [RangeInclusive<u8>],
    octet: u8,
) -> Option<&'s [RangeInclusive<u8>]> {
    let after = |sequence: &'s [RangeInclusive<u8>]| {
        let (first, rest) = sequence.split_first()?;
        first.contains(&octet).then_some(rest)
    };
    match tail {
        [] => sequences.iter().find_map(|sequence| after(sequence)),
        _ => after(tail),
    }
}
