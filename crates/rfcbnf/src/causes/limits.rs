//! Limits of numbers and of lengths: the simplest way to say which texts of a part a parser rejects.

use std::cmp::Ordering;

use crate::automaton::{Automaton, DfaState, TooLarge, Work};
use crate::octets::OctetSet;

/// The number of digits of the greatest limit that is looked for.
const DIGITS: usize = 18;

/// The greatest length that is looked for.
const LENGTH: usize = 1_000;

/// What a parser accepts of the texts of a part: those that keep within these limits. At least one is
/// there.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The greatest number. Leading zeros do not count.
    pub number: Option<u64>,
    /// The greatest length, in octets.
    pub length: Option<usize>,
}

impl Limits {
    /// Returns the limits that leave of the expected texts exactly those of the observed ones; `None`
    /// if the difference is no limit. Texts that are only observed do not matter.
    pub(crate) fn between(
        expected: &Automaton,
        observed: &Automaton,
        work: &Work,
    ) -> Result<Option<Self>, TooLarge> {
        let rejected = expected.without_within(observed, work)?;
        if rejected.is_empty() {
            return Ok(None);
        }
        let kept = expected.without_within(&rejected, work)?;
        let number = super::probes::takes_numbers(expected)
            .then(|| greatest(&kept))
            .flatten();
        let length = longest(&kept);
        let one = |number, length| Self { number, length };
        let all = [
            number.map(|number| one(Some(number), None)),
            length.map(|length| one(None, Some(length))),
            number
                .zip(length)
                .map(|(number, length)| one(Some(number), Some(length))),
        ];
        for limits in all.into_iter().flatten() {
            if expected.without_within(&limits.automaton(work)?, work)? == rejected {
                return Ok(Some(limits));
            }
        }
        Ok(None)
    }

    /// Returns the automaton of the texts within the limits.
    pub(super) fn automaton(self, work: &Work) -> Result<Automaton, TooLarge> {
        let most = self.number.map(|number| number.to_string().into_bytes());
        let start = Within {
            length: 0,
            digits: 0,
            order: Ordering::Equal,
        };
        Automaton::of_states(
            crate::automaton::octet_classes((b'0'..=b'9').map(OctetSet::single)),
            start,
            &|_| true,
            &|within, octet| within.step(octet, most.as_deref(), self.length),
            work,
        )
    }
}

/// What the limits know of the text so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
struct Within {
    /// The length, if it is limited.
    length: usize,
    /// The number of digits without leading zeros, if the number is limited.
    digits: usize,
    /// How these digits compare with as many of the greatest number.
    order: Ordering,
}

impl Within {
    /// Returns what is known after one more octet; `None` if the text exceeds a limit.
    fn step(self, octet: u8, most: Option<&[u8]>, longest: Option<usize>) -> Option<Self> {
        let mut next = self;
        if let Some(longest) = longest {
            next.length += 1;
            if next.length > longest {
                return None;
            }
        }
        if let Some(most) = most
            && (octet != b'0' || self.digits > 0)
        {
            next.order = self.order.then(octet.cmp(most.get(self.digits)?));
            next.digits += 1;
            if next.digits == most.len() && next.order == Ordering::Greater {
                return None;
            }
        }
        Some(next)
    }
}

/// Returns the greatest number that the automaton accepts; `None` if it accepts any.
fn greatest(automaton: &Automaton) -> Option<u64> {
    let mut state = automaton.start();
    // Leading zeros lead to further states.
    let mut starts = vec![state];
    while let Some(next) = automaton
        .step(state, b'0')
        .filter(|next| !starts.contains(next))
    {
        starts.push(next);
        state = next;
    }
    if starts.iter().any(|&start| accepts_longer(automaton, start)) {
        return None;
    }
    let numbers = starts
        .into_iter()
        .filter_map(|start| greatest_from(automaton, start));
    numbers.max()
}

/// Returns whether a number with more digits than any limit is accepted.
fn accepts_longer(automaton: &Automaton, start: DfaState) -> bool {
    (DIGITS + 1..=DIGITS + 2).any(|length| can_end_after(automaton, start, length, true))
}

/// Returns whether a text of that length leads from the state to the end. The first digit is no zero
/// if that is `significant`.
fn can_end_after(automaton: &Automaton, from: DfaState, length: usize, significant: bool) -> bool {
    let mut states = vec![from];
    for place in 0..length {
        let first = if significant && place == 0 {
            b'1'
        } else {
            b'0'
        };
        let mut next: Vec<DfaState> = Vec::new();
        for &state in &states {
            for digit in first..=b'9' {
                let step = automaton.step(state, digit);
                next.extend(step.filter(|step| !next.contains(step)));
            }
        }
        states = next;
    }
    states.iter().any(|&state| automaton.is_accepting(state))
}

fn greatest_from(automaton: &Automaton, start: DfaState) -> Option<u64> {
    let lengths = (1..=DIGITS).rev();
    let mut lengths = lengths.filter(|&length| can_end_after(automaton, start, length, true));
    let length = lengths.next()?;
    let mut state = start;
    let mut number = 0_u64;
    for place in 0..length {
        let first = if place == 0 { b'1' } else { b'0' };
        let mut digits = (first..=b'9').rev();
        let (digit, next) = digits.find_map(|digit| {
            let next = automaton.step(state, digit)?;
            let rest = length - place - 1;
            can_end_after(automaton, next, rest, false).then_some((digit, next))
        })?;
        number = number * 10 + u64::from(digit - b'0');
        state = next;
    }
    Some(number)
}

/// Returns the length of the longest text; `None` if there is none, or if it is longer than any limit.
fn longest(automaton: &Automaton) -> Option<usize> {
    let mut states = vec![automaton.start()];
    let mut longest = None;
    for length in 0..=LENGTH {
        if states.iter().any(|&state| automaton.is_accepting(state)) {
            longest = Some(length);
        }
        let mut next: Vec<DfaState> = Vec::new();
        for &state in &states {
            for class in 0..automaton.classes().len() {
                let step = automaton.step_by_class(state, class);
                next.extend(step.filter(|step| !next.contains(step)));
            }
        }
        if next.is_empty() {
            return longest;
        }
        states = next;
    }
    None
}
