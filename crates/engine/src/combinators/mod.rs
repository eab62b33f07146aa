//! The combinators of which the bodies of productions consist.
//!
//! A body runs on a [`Collector`], which has the text. A part of it is a [`Step`]: it takes
//! the offset where it begins, and returns the offset after its match. [`production!`](crate::production!)
//! makes a combinator of nom of a body.
//!
//! ```
//! use rfcbnf_engine::combinators::{any_of, literal, longest};
//! use rfcbnf_engine::spans::match_length;
//!
//! // "a" | "ab" | sign: `alt` would stop after "a".
//! let text = longest((literal("a"), literal("ab"), any_of("+-")));
//! assert_eq!(match_length("abc", text), Some(2));
//! ```
//!
//! Invariant: each combinator consumes the longest prefix that its expression derives. If
//! several derivations cover that prefix, the collector receives the first in priority order:
//! alternatives as written, an option present before absent, repetitions as long as possible.
//! An expression can therefore be put together from its parts, and a production behaves alone as
//! it does inside another.
//!
//! [`alt`], [`opt`], tuples and [`many0`] keep this promise only if no end of one part
//! competes with another. The generator proves where it does, and uses [`longest()`] or
//! [`ranked()`], [`backtrack`] and [`shortest()`] elsewhere. Where even these are not exact, or not
//! linear, it uses [`first_derivation()`].

#![expect(
    clippy::inline_always,
    reason = "a combinator that is not inlined keeps its arguments in memory"
)]

pub mod backtrack;
mod choice;
pub(crate) mod production;
mod repetition;
#[cfg(feature = "search")]
mod search;
mod shortest;
mod terminal;

// A body finds them beside the combinators.
#[doc(no_inline)]
pub use crate::{CharacterSet, chars};
pub use choice::{
    Alternatives, Choice, First, Longest, Ranked, alt, longest, opt, predicted, ranked,
};
#[cfg(feature = "dense")]
pub use production::with_dense_dfa;
pub use production::{character, decided, except, production, with_dfa};
pub use repetition::{Chars, chars, many0, many1, repeat, run};
#[cfg(feature = "search")]
pub use search::{SearchState, StateIndex, first_derivation};
pub use shortest::{shortest, shortest_within};
pub use terminal::{
    OneOf, any_of, any_of_any_case, in_range, in_ranges, literal, literal_any_case,
};

use crate::collector::Collector;

/// A part of a production: a function from the offset where it begins to the offset after its
/// match, or a tuple of parts in sequence. [The module](self) has an example.
pub trait Step<C> {
    /// Returns the offset after the match; `None` if there is no match at the offset `at`.
    fn read(&self, collector: &mut C, at: usize) -> Option<usize>;
}

impl<C, F: Fn(&mut C, usize) -> Option<usize>> Step<C> for F {
    #[inline(always)]
    fn read(&self, collector: &mut C, at: usize) -> Option<usize> {
        self(collector, at)
    }
}

macro_rules! sequences {
    ($first:ident $($others:ident)*) => {
        sequences!($($others)*);

        impl<C, $first: Step<C>, $($others: Step<C>),*> Step<C> for ($first, $($others,)*) {
            #[inline(always)]
            #[allow(non_snake_case, reason = "a variable has the name of its type")]
            fn read(&self, collector: &mut C, at: usize) -> Option<usize> {
                let ($first, $($others,)*) = self;
                let at = $first.read(collector, at)?;
                $(let at = $others.read(collector, at)?;)*
                Some(at)
            }
        }
    };
    () => {
        impl<C> Step<C> for () {
            #[inline(always)]
            fn read(&self, _: &mut C, at: usize) -> Option<usize> {
                Some(at)
            }
        }
    };
}

sequences!(A B D E F G H I J K L M N O P Q R S T U);

/// Steps whose spans may have to be dropped again.
///
/// Invariant: a combinator that succeeds has [kept](Self::keep) its attempts. One that fails need not: the combinator
/// that goes on after the failure has an attempt of its own.
#[derive(Debug, Clone, Copy)]
pub(super) struct Attempt {
    count: usize,
    is_outermost: bool,
}

impl Attempt {
    #[inline(always)]
    pub(super) fn new(collector: &mut impl Collector) -> Self {
        Self {
            is_outermost: collector.hold(),
            count: collector.count(),
        }
    }

    /// Drops the spans since its start. It goes on.
    #[inline(always)]
    pub(super) fn undo(self, collector: &mut impl Collector) {
        collector.truncate(self.count);
    }

    /// Ends it: its spans stay, as far as no other attempt drops them.
    #[inline(always)]
    pub(super) fn keep(self, collector: &mut impl Collector) {
        if self.is_outermost {
            collector.release();
        }
    }
}
