//! Alternatives and options.

use super::sequence::Step;
use crate::combinators::OneOf;
use crate::spans::Collector;

/// Tries the body. Matches nothing if the body has no match.
#[inline(always)]
pub fn opt<C: Collector>(body: impl Step<C>) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let count = collector.count();
        let end = body.read(collector, at);
        if end.is_none() {
            collector.truncate(count);
        }
        end.or(Some(at))
    }
}

/// Takes the first alternative that matches.
#[inline(always)]
pub fn alt<C: Collector>(
    alternatives: impl Alternatives<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| alternatives.first(collector, at)
}

/// Takes the first alternative that matches, in the order of these indexes.
#[inline(always)]
pub fn ranked<C: Collector>(
    order: &[usize],
    alternatives: impl Alternatives<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let count = collector.count();
        for &index in order {
            if let Some(end) = alternatives.alternative(index, collector, at) {
                return Some(end);
            }
            collector.truncate(count);
        }
        None
    }
}

/// Takes the alternative with the longest match; among equally long ones, the first.
#[inline(always)]
pub fn longest<C: Collector, A: Alternatives<C>>(
    alternatives: A,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let before = collector.count();
        let mut best: Option<usize> = None;
        for index in 0..A::COUNT {
            let count = collector.count();
            let end = alternatives.alternative(index, collector, at);
            let is_better = end.is_some_and(|end| best.is_none_or(|best| end > best));
            if is_better && best.is_some() && collector.count() > before {
                // The spans of the alternative come after those of the best one so far.
                collector.truncate(before);
                best = alternatives.alternative(index, collector, at);
            } else if is_better {
                best = end;
            } else {
                collector.truncate(count);
            }
            if best == Some(collector.text().len()) {
                break;
            }
        }
        best
    }
}

/// Tries the alternative only before a character that it begins with.
#[inline(always)]
pub fn predicted<C: Collector>(
    first: impl OneOf,
    alternative: impl Step<C>,
) -> impl Fn(&mut C, usize) -> Option<usize> {
    #[inline(always)]
    move |collector, at| {
        let octet = *collector.text().get(at)?;
        if first.has(octet) {
            alternative.read(collector, at)
        } else {
            None
        }
    }
}

/// A tuple of alternatives.
pub trait Alternatives<C> {
    /// The number of alternatives.
    const COUNT: usize;

    /// Returns the offset after the match of the first alternative that matches.
    fn first(&self, collector: &mut C, at: usize) -> Option<usize>;

    /// Returns the offset after the match of the alternative with that index.
    fn alternative(&self, index: usize, collector: &mut C, at: usize) -> Option<usize>;
}

macro_rules! alternatives {
    ($($step:ident $index:tt),+) => {
        impl<C: Collector, $($step: Step<C>),+> Alternatives<C> for ($($step,)+) {
            const COUNT: usize = [$($index),+].len();

            #[inline(always)]
            fn first(&self, collector: &mut C, at: usize) -> Option<usize> {
                let count = collector.count();
                $(
                    if let Some(end) = self.$index.read(collector, at) {
                        return Some(end);
                    }
                    collector.truncate(count);
                )+
                None
            }

            #[inline(always)]
            fn alternative(&self, index: usize, collector: &mut C, at: usize) -> Option<usize> {
                match index {
                    $($index => self.$index.read(collector, at),)+
                    _ => None,
                }
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
