//! Repetitions in which each round can end at one offset only.

use super::sequence::Step;
use crate::character_set::CharacterSet;
use crate::spans::Collector;

/// Repeats the body as often as it consumes something.
#[inline(always)]
pub fn many0_count<C: Collector>(body: impl Step<C>) -> impl Fn(&mut C, usize) -> Option<usize> {
    repeat(0, None, body)
}

/// Does the same at least once.
#[inline(always)]
pub fn many1_count<C: Collector>(body: impl Step<C>) -> impl Fn(&mut C, usize) -> Option<usize> {
    repeat(1, None, body)
}

/// Repeats the body as often as it consumes something, between `least` and `most` times. The rounds
/// up to `least` can be empty.
#[inline(always)]
pub fn repeat<C: Collector>(
    least: usize,
    most: Option<usize>,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, mut at| {
        let mut rounds = 0;
        while most.is_none_or(|most| rounds < most) {
            let count = collector.count();
            match body.read(collector, at) {
                Some(end) if end > at || rounds < least => at = end,
                _ => {
                    collector.truncate(count);
                    break;
                }
            }
            rounds += 1;
        }
        (rounds >= least).then_some(at)
    }
}

/// Repeats the body at least `least` times. The body matches each character in `quick` alone.
#[inline(always)]
pub fn run<C: Collector>(
    least: usize,
    quick: CharacterSet,
    body: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, mut at| {
        let mut rounds = 0;
        loop {
            let octets = collector.text().get(at..)?;
            let others = |octet: &u8| !quick.contains(*octet);
            let length = octets.iter().position(others).unwrap_or(octets.len());
            at += length;
            rounds += length;
            match round(&body, collector, at) {
                Some(end) => at = end,
                None => return (rounds >= least).then_some(at),
            }
            rounds += 1;
        }
    }
}

/// Returns the offset after one more round, if the body consumes something.
#[inline(always)]
pub(super) fn round<C: Collector>(
    body: &impl Step<C>,
    collector: &mut C,
    at: usize,
) -> Option<usize> {
    let count = collector.count();
    let end = body.read(collector, at).filter(|&end| end > at);
    if end.is_none() {
        collector.truncate(count);
    }
    end
}
