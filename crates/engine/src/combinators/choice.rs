//! Alternatives and options: an earlier alternative may match less than a later one.

use super::terminal::OneOf;
use super::{Attempt, Step};
use crate::collector::Collector;

/// Matches `[ body ]`.
///
/// ```
/// use rfcbnf_engine::combinators::{literal, opt};
/// use rfcbnf_engine::spans::match_length;
///
/// assert_eq!(match_length("ab", opt(literal("a"))), Some(1));
/// assert_eq!(match_length("b", opt(literal("a"))), Some(0));
/// ```
#[inline(always)]
pub fn opt<C: Collector>(body: impl Step<C>) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let attempt = Attempt::new(collector);
        let end = body.read(collector, at);
        if end.is_none() {
            attempt.undo(collector);
        }
        attempt.keep(collector);
        end.or(Some(at))
    }
}

/// Predicts an alternative from its FIRST set: runs it only before one of these characters, unless
/// the collector wants each attempt.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, predicted};
/// use rfcbnf_engine::spans::match_length;
///
/// let sign = || predicted("+-", any_of("+-"));
/// assert_eq!(match_length("-1", sign()), Some(1));
/// assert_eq!(match_length("1", sign()), None);
/// ```
#[inline(always)]
pub fn predicted<C: Collector>(
    first: impl OneOf,
    alternative: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let is_predicted = collector
            .text()
            .get(at)
            .is_some_and(|octet| first.has(*octet));
        if is_predicted || collector.observes_attempts() {
            alternative.read(collector, at)
        } else {
            None
        }
    }
}

/// A part that consists of alternatives.
///
/// ```
/// use rfcbnf_engine::combinators::{Choice, alt, literal};
/// use rfcbnf_engine::spans::Verdict;
///
/// fn second<'t>(choice: &impl Choice<Verdict<'t>>, text: &'t str) -> Option<usize> {
///     choice.alternative(1, &mut Verdict::new(text.as_bytes()), 0)
/// }
///
/// assert_eq!(second(&alt((literal("a"), literal("ab"))), "abc"), Some(2));
/// ```
pub trait Choice<C>: Step<C> {
    /// Returns the offset after the match of the alternative with that index.
    fn alternative(&self, index: usize, collector: &mut C, at: usize) -> Option<usize>;
}

/// Matches the first alternative that matches, as nom's [`alt`](nom::branch::alt) does.
///
/// ```
/// use rfcbnf_engine::combinators::{alt, literal, predicted};
/// use rfcbnf_engine::spans::match_length;
///
/// let (one, two) = (predicted("1", literal("1.")), predicted("2", literal("2.")));
/// let number = alt((one, two, literal("3.")));
/// assert_eq!(match_length("2.0", number), Some(2));
/// assert_eq!(match_length("4.0", alt((literal("1"), literal("2")))), None);
/// ```
#[inline(always)]
pub const fn alt<A>(alternatives: A) -> First<A> {
    First(alternatives)
}

/// The part that [`alt`] returns.
#[derive(Clone, Copy)]
pub struct First<A>(A);

impl<C: Collector, A: Alternatives<C>> Step<C> for First<A> {
    #[inline(always)]
    fn read(&self, collector: &mut C, at: usize) -> Option<usize> {
        self.0.first(collector, at)
    }
}

impl<C: Collector, A: Alternatives<C>> Choice<C> for First<A> {
    #[inline(always)]
    fn alternative(&self, index: usize, collector: &mut C, at: usize) -> Option<usize> {
        self.0.alternative(index, collector, at)
    }
}

/// Matches the alternative with the longest match. `order` ranks the alternatives by index: no
/// match is longer than an earlier one in this order, so the first match is the longest.
///
/// ```
/// use rfcbnf_engine::combinators::{literal, ranked};
/// use rfcbnf_engine::spans::match_length;
///
/// // "ab", with index 1, is longer than "a" wherever both match.
/// let text = || ranked(&[1, 0], (literal("a"), literal("ab")));
/// assert_eq!(match_length("abc", text()), Some(2));
/// assert_eq!(match_length("ac", text()), Some(1));
/// ```
#[inline(always)]
pub const fn ranked<A>(order: &[usize], alternatives: A) -> Ranked<'_, A> {
    Ranked {
        order,
        alternatives,
    }
}

/// The part that [`ranked`] returns.
#[derive(Clone, Copy)]
pub struct Ranked<'o, A> {
    order: &'o [usize],
    alternatives: A,
}

impl<C: Collector, A: Alternatives<C>> Step<C> for Ranked<'_, A> {
    #[inline(always)]
    fn read(&self, collector: &mut C, at: usize) -> Option<usize> {
        if const { C::OBSERVES } && collector.observes_attempts() {
            // Another alternative may fail further on, which the collector wants as well.
            return choose(&self.alternatives, collector, at);
        }
        let attempt = Attempt::new(collector);
        for &index in self.order {
            if let Some(end) = self.alternatives.alternative(index, collector, at) {
                attempt.keep(collector);
                return Some(end);
            }
            attempt.undo(collector);
        }
        None
    }
}

impl<C: Collector, A: Alternatives<C>> Choice<C> for Ranked<'_, A> {
    #[inline(always)]
    fn alternative(&self, index: usize, collector: &mut C, at: usize) -> Option<usize> {
        self.alternatives.alternative(index, collector, at)
    }
}

/// Matches the alternative with the longest match; the first if several match as much.
///
/// ```
/// use rfcbnf_engine::combinators::{any_of, literal, longest};
/// use rfcbnf_engine::spans::match_length;
///
/// // "a" | "ab" | sign
/// let text = longest((literal("a"), literal("ab"), any_of("+-")));
/// assert_eq!(match_length("abc", text), Some(2));
/// ```
#[inline(always)]
pub const fn longest<A>(alternatives: A) -> Longest<A> {
    Longest(alternatives)
}

/// The part that [`longest`] returns.
#[derive(Clone, Copy)]
pub struct Longest<A>(A);

impl<C: Collector, A: Alternatives<C>> Step<C> for Longest<A> {
    #[inline(always)]
    fn read(&self, collector: &mut C, at: usize) -> Option<usize> {
        if const { C::OBSERVES } && collector.observes() {
            return choose(&self.0, collector, at);
        }
        let attempt = Attempt::new(collector);
        let before = collector.count();
        let mut best: Option<usize> = None;
        for index in 0..self.0.count() {
            let count = collector.count();
            let end = self.0.alternative(index, collector, at);
            let is_better = end.is_some_and(|end| best.is_none_or(|best| end > best));
            if is_better && best.is_some() && collector.count() > before {
                // The spans of the alternative come after those of the best one so far.
                attempt.undo(collector);
                best = self.0.alternative(index, collector, at);
            } else if is_better {
                best = end;
            } else {
                collector.truncate(count);
            }
            if best == Some(collector.text().len()) {
                break;
            }
        }
        if best.is_some() {
            attempt.keep(collector);
        }
        best
    }
}

impl<C: Collector, A: Alternatives<C>> Choice<C> for Longest<A> {
    #[inline(always)]
    fn alternative(&self, index: usize, collector: &mut C, at: usize) -> Option<usize> {
        self.0.alternative(index, collector, at)
    }
}

/// Looks ahead with every alternative, and reads the one with the longest match.
fn choose<C: Collector>(
    alternatives: &impl Alternatives<C>,
    collector: &mut C,
    at: usize,
) -> Option<usize> {
    let attempt = Attempt::new(collector);
    let mut best: Option<(usize, usize)> = None;
    for index in 0..alternatives.count() {
        let end = collector.ahead(|ahead| alternatives.alternative(index, ahead, at));
        attempt.undo(collector);
        if let Some(end) = end
            && best.is_none_or(|(_, longest)| end > longest)
        {
            best = Some((index, end));
        }
    }
    let (index, _) = best?;
    attempt.keep(collector);
    alternatives.alternative(index, collector, at)
}

/// Parts to choose from, such as a tuple of them.
///
/// ```
/// use rfcbnf_engine::combinators::{Alternatives, literal};
/// use rfcbnf_engine::spans::Verdict;
///
/// fn second<'t>(tuple: &impl Alternatives<Verdict<'t>>, text: &'t str) -> Option<usize> {
///     tuple.alternative(1, &mut Verdict::new(text.as_bytes()), 0)
/// }
///
/// assert_eq!(second(&(literal("a"), literal("ab")), "abc"), Some(2));
/// ```
pub trait Alternatives<C: Collector> {
    /// Returns the number of alternatives.
    fn count(&self) -> usize;

    /// Returns the offset after the match of the alternative with that index.
    fn alternative(&self, index: usize, collector: &mut C, at: usize) -> Option<usize>;

    /// Returns the offset after the match of the first alternative that matches.
    #[inline]
    fn first(&self, collector: &mut C, at: usize) -> Option<usize> {
        let attempt = Attempt::new(collector);
        for index in 0..self.count() {
            if let Some(end) = self.alternative(index, collector, at) {
                attempt.keep(collector);
                return Some(end);
            }
            attempt.undo(collector);
        }
        None
    }
}

macro_rules! alternatives {
    ($($step:ident $index:tt),+) => {
        impl<C: Collector, $($step: Step<C>),+> Alternatives<C> for ($($step,)+) {
            #[inline(always)]
            fn count(&self) -> usize {
                [$($index),+].len()
            }

            #[inline(always)]
            fn alternative(&self, index: usize, collector: &mut C, at: usize) -> Option<usize> {
                match index {
                    $($index => self.$index.read(collector, at),)+
                    _ => None,
                }
            }

            // Not a loop, so that each prediction is next to its alternative.
            #[inline(always)]
            fn first(&self, collector: &mut C, at: usize) -> Option<usize> {
                let attempt = Attempt::new(collector);
                $(
                    if let Some(end) = self.$index.read(collector, at) {
                        attempt.keep(collector);
                        return Some(end);
                    }
                    attempt.undo(collector);
                )+
                None
            }
        }
    };
}

alternatives!(A 0, B 1);
alternatives!(A 0, B 1, D 2);
alternatives!(A 0, B 1, D 2, E 3);
alternatives!(A 0, B 1, D 2, E 3, F 4);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13, P 14);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13, P 14, Q 15);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13, P 14, Q 15, R 16);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13, P 14, Q 15, R 16, S 17);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13, P 14, Q 15, R 16, S 17, T 18);
alternatives!(A 0, B 1, D 2, E 3, F 4, G 5, H 6, I 7, J 8, K 9, L 10, M 11, N 12, O 13, P 14, Q 15, R 16, S 17, T 18, U 19);
