//! Lazy parts: a reading makes them as short as the rest allows.

use core::ops::Range;

use super::terminal::OneOf;
use super::{Attempt, Step};
use crate::collector::Collector;

/// Matches `first rest`, where `first` alone derives every text that both derive together.
///
/// Matches as much as `first` does. Within that match, `first` is as short as possible while
/// `rest` derives the remainder, which is empty or begins with a character in `begins`.
///
/// ```
/// use rfcbnf_engine::CharacterSet;
/// use rfcbnf_engine::combinators::{any_of, many0, shortest_within};
/// use rfcbnf_engine::spans::match_length;
///
/// // Every derivation has the same text; the tree has the shortest first part.
/// let parts = shortest_within("b", many0(any_of("ab")), many0(any_of("b")));
/// assert_eq!(match_length("abb!", parts), Some(3));
/// ```
#[inline(always)]
pub fn shortest_within<C: Collector>(
    begins: impl OneOf,
    first: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let attempt = Attempt::new(collector);
        let end = first.read(collector, at)?;
        if const { !C::COLLECTS && !C::OBSERVES } || collector.observes_every_attempt() {
            // The parts divide what `first` has matched already.
            attempt.keep(collector);
            return Some(end);
        }
        let after = collector.count();
        collector.within(end, |collector| {
            let mut from = at;
            let start = collector.silently(|silent| {
                loop {
                    let start = next(begins, silent, from..end)?;
                    if reads_all(&rest, silent, start, after)
                        && reads_up_to(&first, silent, at..start, after)
                    {
                        return Some(start);
                    }
                    from = start + 1;
                }
            });
            let is_repeated = start.is_some() || collector.observes();
            if is_repeated {
                attempt.undo(collector);
            }
            attempt.keep(collector);
            let start = start.unwrap_or(end);
            if is_repeated {
                collector.within(start, |part| first.read(part, at))?;
            }
            rest.read(collector, start)
        })
    }
}

/// Matches `first rest`, as long as possible together. Within that match, `first` is as short as
/// possible while `rest` derives the remainder, which is empty or begins with a character in
/// `begins`.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, literal, many0, opt, shortest};
/// use rfcbnf_engine::spans::match_length;
///
/// // *( "a" | "b" ) [ "bc" ]: the first part ends before the "bc".
/// let parts = shortest("b", many0(any_of("ab")), opt(literal("bc")));
/// assert_eq!(match_length("abbc!", parts), Some(4));
/// ```
#[inline(always)]
pub fn shortest<C: Collector>(
    begins: impl OneOf,
    first: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let attempt = Attempt::new(collector);
        let longest = first.read(collector, at)?;
        let after = collector.count();
        let best = collector.silently(|silent| {
            let mut best: Option<(usize, usize)> = None;
            // With an empty rest, the longest first part gives the longest match.
            let mut start = longest;
            let mut from = at;
            loop {
                let end = rest.read(silent, start);
                silent.truncate(after);
                let is_better = |end: &usize| {
                    best.is_none_or(|(other, most)| *end > most || (*end == most && start < other))
                };
                if let Some(end) = end.filter(is_better)
                    && (start == longest || reads_up_to(&first, silent, at..start, after))
                {
                    best = Some((start, end));
                    if end == silent.text().len() && start < longest {
                        return best;
                    }
                }
                let Some(other) = next(begins, silent, from..longest) else {
                    return best;
                };
                (start, from) = (other, other + 1);
            }
        });
        if collector.observes_every_attempt() {
            // The rest can follow every end of the first part.
            for start in at..=longest {
                if collector.silently(|silent| reads_up_to(&first, silent, at..start, after)) {
                    let _ = rest.read(collector, start);
                }
            }
        }
        let start = best.map_or(longest, |(start, _)| start);
        let is_repeated = start < longest || collector.observes();
        if is_repeated {
            attempt.undo(collector);
        }
        attempt.keep(collector);
        if is_repeated {
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
