//! Lazy parts: a reading makes them as short as the rest allows.

use core::ops::Range;

use super::sequence::Step;
use crate::combinators::OneOf;
use crate::spans::Collector;

/// Matches what `first` matches, and divides it between `first` and `rest`: `first` is as short as
/// possible while `rest` derives the remainder, which is empty or begins with a character in
/// `begins`.
#[inline(always)]
pub fn shortest_within<C: Collector>(
    begins: impl OneOf,
    first: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let before = collector.count();
        let end = first.read(collector, at)?;
        let after = collector.count();
        collector.within(end, |collector| {
            let mut from = at;
            while let Some(start) = next(begins, collector, from..end) {
                from = start + 1;
                if !reads_all(&rest, collector, start, after) {
                    continue;
                }
                collector.truncate(before);
                if collector.within(start, |part| first.read(part, at)) == Some(start) {
                    return rest.read(collector, start);
                }
                collector.truncate(before);
                first.read(collector, at)?;
            }
            rest.read(collector, end)
        })
    }
}

/// Matches `first` and `rest`, the longest match of both. `first` is as short as possible while
/// `rest` derives the remainder, which is empty or begins with a character in `begins`.
#[inline(always)]
pub fn shortest<C: Collector>(
    begins: impl OneOf,
    first: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let before = collector.count();
        let longest = first.read(collector, at)?;
        let after = collector.count();
        let mut best: Option<(usize, usize)> = None;
        // With an empty rest, the longest first part gives the longest match.
        let mut start = longest;
        let mut from = at;
        loop {
            let end = rest.read(collector, start);
            collector.truncate(after);
            let is_better = |end: &usize| {
                best.is_none_or(|(other, most)| *end > most || (*end == most && start < other))
            };
            if let Some(end) = end.filter(is_better)
                && (start == longest || reads_up_to(&first, collector, at..start, after))
            {
                best = Some((start, end));
                if end == collector.text().len() && start < longest {
                    break;
                }
            }
            let Some(other) = next(begins, collector, from..longest) else {
                break;
            };
            (start, from) = (other, other + 1);
        }
        let start = best.map_or(longest, |(start, _)| start);
        if start < longest {
            collector.truncate(before);
            collector.within(start, |part| first.read(part, at))?;
        }
        rest.read(collector, start)
    }
}

/// Returns the first offset in the range with a character in `begins`.
#[inline(always)]
fn next<C: Collector>(begins: impl OneOf, collector: &C, range: Range<usize>) -> Option<usize> {
    let mut octets = collector.text().get(range.clone())?.iter();
    let distance = octets.position(|&octet| begins.has(octet))?;
    Some(range.start + distance)
}

/// Returns whether the step matches the rest of the text. Leaves no spans.
#[inline(always)]
fn reads_all<C: Collector>(
    step: &impl Step<C>,
    collector: &mut C,
    start: usize,
    count: usize,
) -> bool {
    let end = step.read(collector, start);
    collector.truncate(count);
    end == Some(collector.text().len())
}

/// Returns whether the step matches the range. Leaves no spans.
#[inline(always)]
fn reads_up_to<C: Collector>(
    step: &impl Step<C>,
    collector: &mut C,
    range: Range<usize>,
    count: usize,
) -> bool {
    collector.within(range.end, |part| reads_all(step, part, range.start, count))
}
