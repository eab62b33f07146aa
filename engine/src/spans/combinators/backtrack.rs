//! Parts that backtrack, so that the rest can match.

use super::repetition::round;
use super::sequence::Step;
use crate::spans::Collector;

/// Matches the optional body and the rest, or the rest alone, whichever is longer.
#[inline(always)]
pub fn optional<C: Collector>(
    body: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let count = collector.count();
        let present = |collector: &mut C| {
            let middle = body.read(collector, at)?;
            rest.read(collector, middle)
        };
        let with = present(collector);
        collector.truncate(count);
        let without = rest.read(collector, at);
        if with.is_none() || without > with {
            return without;
        }
        collector.truncate(count);
        present(collector)
    }
}

/// Matches the optional body and the rest; if they do not match, the rest alone.
#[inline(always)]
pub fn greedy_optional<C: Collector>(
    body: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let count = collector.count();
        let middle = body.read(collector, at);
        if let Some(end) = middle.and_then(|middle| rest.read(collector, middle)) {
            return Some(end);
        }
        collector.truncate(count);
        rest.read(collector, at)
    }
}

/// Matches as many rounds of the body as the rest can follow; fewer only if the match is longer.
pub fn many<C: Collector>(
    least: usize,
    most: Option<usize>,
    body: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let before = collector.count();
        let mut best: Option<(usize, usize)> = None;
        let (mut here, mut rounds) = (at, 0);
        loop {
            let count = collector.count();
            if rounds >= least
                && let Some(end) = rest.read(collector, here)
                && best.is_none_or(|(_, longest)| end >= longest)
            {
                best = Some((rounds, end));
            }
            collector.truncate(count);
            if most == Some(rounds) {
                break;
            }
            let Some(next) = round(&body, collector, here) else {
                break;
            };
            here = next;
            rounds += 1;
        }
        let (rounds, _) = best?;
        collector.truncate(before);
        let start = (0..rounds).try_fold(at, |here, _| body.read(collector, here))?;
        rest.read(collector, start)
    }
}

/// Matches as many rounds of the body as the rest can follow. Usually these are all rounds, or all
/// but the last.
#[inline(always)]
pub fn greedy_many<C: Collector>(
    least: usize,
    most: Option<usize>,
    body: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let count = collector.count();
        let mut here = (at, count);
        let mut before = None;
        let mut rounds = 0;
        while most.is_none_or(|most| rounds < most)
            && let Some(next) = round(&body, collector, here.0)
        {
            before = Some(core::mem::replace(&mut here, (next, collector.count())));
            rounds += 1;
        }
        let after = (rounds >= least).then_some(here);
        let before = before.filter(|_| rounds > least);
        for (start, count) in after.into_iter().chain(before) {
            collector.truncate(count);
            if let Some(end) = rest.read(collector, start) {
                return Some(end);
            }
        }
        collector.truncate(count);
        let body = |collector: &mut C, at| body.read(collector, at);
        let rest = |collector: &mut C, at| rest.read(collector, at);
        many(least, most, body, rest)(collector, at)
    }
}
