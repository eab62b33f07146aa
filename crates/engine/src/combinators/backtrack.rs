//! Parts that backtrack, so that the rest can match.
//!
//! Each function tries the rest after every end of the first part. It chooses the pair with the
//! longest match; among equally long ones, the first in priority order.
//!
//! ```
//! use rfcbnf_engine::combinators::{backtrack, literal};
//! use rfcbnf_engine::spans::match_length;
//!
//! // *"a" "ab": a repetition that does not backtrack would leave no "a" for the rest.
//! let (body, rest) = (literal("a"), literal("ab"));
//! assert_eq!(match_length("aaab!", backtrack::many(0, None, body, rest)), Some(4));
//! ```

use super::repetition::round;
use super::{Attempt, Step};
use crate::collector::Collector;

/// Matches `[ body ] rest`: tries the rest with and without the body.
///
/// ```
/// use rfcbnf_engine::combinators::{backtrack, literal};
/// use rfcbnf_engine::spans::match_length;
///
/// let parts = || backtrack::optional(literal("a"), literal("ab"));
/// assert_eq!(match_length("aab", parts()), Some(3));
/// assert_eq!(match_length("ab", parts()), Some(2));
/// ```
#[inline(always)]
pub fn optional<C: Collector>(
    body: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let attempt = Attempt::new(collector);
        let present = |collector: &mut C| {
            let middle = body.read(collector, at)?;
            rest.read(collector, middle)
        };
        let with = collector.ahead(present);
        attempt.undo(collector);
        let without = collector.ahead(|ahead| rest.read(ahead, at));
        let is_present = with.is_some() && without <= with;
        if !is_present && !collector.observes() {
            if without.is_some() {
                attempt.keep(collector);
            }
            return without;
        }
        attempt.undo(collector);
        attempt.keep(collector);
        if is_present {
            present(collector)
        } else {
            rest.read(collector, at)
        }
    }
}

/// Matches `[ body ] rest`, where the rest alone never matches as much as body and rest.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, backtrack, literal};
/// use rfcbnf_engine::spans::match_length;
///
/// let number = || backtrack::greedy_optional(literal("-"), any_of("01"));
/// assert_eq!(match_length("-1", number()), Some(2));
/// assert_eq!(match_length("1", number()), Some(1));
/// ```
#[inline(always)]
pub fn greedy_optional<C: Collector>(
    body: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let attempt = Attempt::new(collector);
        let middle = body.read(collector, at);
        if let Some(end) = middle.and_then(|middle| rest.read(collector, middle)) {
            attempt.keep(collector);
            return Some(end);
        }
        attempt.undo(collector);
        attempt.keep(collector);
        rest.read(collector, at)
    }
}

/// Matches `least*most[ body ] rest`: backtracks by whole rounds, the last first.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, backtrack};
/// use rfcbnf_engine::spans::match_length;
///
/// // 1*[ letter ] letter: the rest takes the last letter.
/// let letters = || backtrack::many(1, None, any_of("ab"), any_of("ab"));
/// assert_eq!(match_length("abba", letters()), Some(4));
/// assert_eq!(match_length("a", letters()), None);
/// ```
#[inline(always)]
pub fn many<C: Collector>(
    least: usize,
    most: Option<usize>,
    body: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let attempt = Attempt::new(collector);
        // The start of the rest, the number of spans there, and the end.
        let mut best: Option<(usize, usize, usize)> = None;
        let (mut here, mut rounds) = (at, 0);
        loop {
            let count = collector.count();
            if rounds >= least
                && let Some(end) = collector.ahead(|ahead| rest.read(ahead, here))
                && best.is_none_or(|(.., longest)| end >= longest)
            {
                best = Some((here, count, end));
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
        let (start, count, _) = best?;
        collector.truncate(count);
        attempt.keep(collector);
        rest.read(collector, start)
    }
}

/// Matches `least*most[ body ] rest`, where the rest alone never matches as much as one more round. So
/// usually the rest comes after all rounds, or after all but the last.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, backtrack, literal};
/// use rfcbnf_engine::spans::match_length;
///
/// // 1*3[ digit ] "."
/// let digit = || any_of("0123456789");
/// let part = || backtrack::greedy_many(1, Some(3), digit(), literal("."));
/// assert_eq!(match_length("127.0", part()), Some(4));
/// assert_eq!(match_length("1270.0", part()), None);
/// ```
#[inline(always)]
pub fn greedy_many<C: Collector>(
    least: usize,
    most: Option<usize>,
    body: impl Step<C>,
    rest: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let attempt = Attempt::new(collector);
        let mut here = (at, collector.count());
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
                attempt.keep(collector);
                return Some(end);
            }
        }
        // Several rounds may be too many.
        attempt.undo(collector);
        attempt.keep(collector);
        let body = |collector: &mut C, at| body.read(collector, at);
        let rest = |collector: &mut C, at| rest.read(collector, at);
        many(least, most, body, rest)(collector, at)
    }
}
