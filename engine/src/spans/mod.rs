//! The spans of a few productions on a derivation, without a tree.
//!
//! The generated module `rules::spans` has a second form of each production for this: a function
//! that takes an offset and returns the offset after the match. Its [`combinators`] have the
//! names of those in [`crate::combinators`] and the same arguments, and they find the same
//! derivation. They are faster because they have no input to hand on and no error to return.
//!
//! Invariants:
//! - nothing is allocated, except in [`combinators::first_derivation`];
//! - the spans are those of the same productions in the tree.

mod collector;
pub mod combinators;
mod verdict;

use core::ops::Range;

use crate::production_set::{ProductionId, ProductionSet};

pub use collector::{Collector, SpanCollector};
pub use verdict::{Verdict, derives};

/// Selects productions at compile time, so that the others cost nothing. [`Spans`] has an example.
pub trait Selection {
    /// The selected productions.
    const PRODUCTIONS: ProductionSet;
}

/// The spans of selected productions on a derivation, in the order in which they begin.
///
/// `ROOM` is the number of spans that it holds: those of the first productions. Character
/// productions have none. Offsets have 32 bits: the lower ones, or with [`Spans::select_upper`] the
/// upper ones, which a text has that is longer than 4 GiB.
///
/// ```
/// use rfc1738::{Rule, rules};
/// use rfcbnf_engine::ProductionSet;
/// use rfcbnf_engine::spans::{Selection, Spans};
///
/// struct HostAndPort;
///
/// impl Selection for HostAndPort {
///     const PRODUCTIONS: ProductionSet = Rule::set(&[Rule::Host, Rule::Port]);
/// }
///
/// let mut spans = Spans::<2>::NONE;
/// assert!(spans.select::<HostAndPort>(b"http://w3.org:80/", rules::spans::url));
/// assert_eq!(spans.find(Rule::Host.into()), Some(7..13));
/// assert_eq!(spans.find(Rule::Port.into()), Some(14..16));
///
/// let mut spans = Spans::<2>::NONE;
/// assert!(!spans.select::<HostAndPort>(b"http://w3.org:x", rules::spans::url));
/// ```
#[derive(Debug, Clone, Copy)]
pub struct Spans<const ROOM: usize> {
    productions: [ProductionId; ROOM],
    offsets: [(u32, u32); ROOM],
    /// The number of spans, including those for which there was no room.
    count: usize,
}

impl<const ROOM: usize> Spans<ROOM> {
    /// No spans.
    pub const NONE: Self = Self {
        productions: [ProductionId::new(0); ROOM],
        offsets: [(0, 0); ROOM],
        count: 0,
    };

    /// Replaces the spans by those of the selected productions in a text. Returns whether the
    /// production derives the whole text; if it does not, the spans mean nothing. `production` is
    /// a function of the generated module `rules::spans`.
    #[inline]
    pub fn select<'c, S: Selection>(
        &'c mut self,
        text: &'c [u8],
        production: impl FnOnce(&mut SpanCollector<'c, S, ROOM>, usize) -> Option<usize>,
    ) -> bool {
        self.select_without(0, text, production)
    }

    /// Does the same as [`Spans::select`] with the upper 32 bits of each offset.
    ///
    /// ```
    /// # use rfc1738::{Rule, rules};
    /// # use rfcbnf_engine::ProductionSet;
    /// # use rfcbnf_engine::spans::{Selection, Spans};
    /// # struct Host;
    /// # impl Selection for Host {
    /// #     const PRODUCTIONS: ProductionSet = Rule::set(&[Rule::Host]);
    /// # }
    /// let mut upper = Spans::<1>::NONE;
    /// assert!(upper.select_upper::<Host>(b"http://w3.org/", rules::spans::url));
    /// assert_eq!(upper.find(Rule::Host.into()), Some(0..0));
    /// ```
    pub fn select_upper<'c, S: Selection>(
        &'c mut self,
        text: &'c [u8],
        production: impl FnOnce(&mut SpanCollector<'c, S, ROOM>, usize) -> Option<usize>,
    ) -> bool {
        self.select_without(u32::BITS, text, production)
    }

    /// Does the same with 32 bits of each offset, without as many lower ones.
    #[inline]
    fn select_without<'c, S: Selection>(
        &'c mut self,
        lower: u32,
        text: &'c [u8],
        production: impl FnOnce(&mut SpanCollector<'c, S, ROOM>, usize) -> Option<usize>,
    ) -> bool {
        self.count = 0;
        let mut collector = SpanCollector::new(text, self, lower);
        production(&mut collector, 0) == Some(text.len())
    }

    /// Returns the productions, in the order in which they begin, with their spans in bytes.
    pub fn iter(&self) -> impl Iterator<Item = (ProductionId, Range<usize>)> {
        let pairs = self.productions.iter().zip(&self.offsets).take(self.count);
        pairs.map(|(&production, &(start, end))| (production, start as usize..end as usize))
    }

    /// Returns the span of the production in bytes, if it is on the derivation: the first if there
    /// are several.
    #[must_use]
    pub fn find(&self, production: ProductionId) -> Option<Range<usize>> {
        let mut spans = self.productions.iter().take(self.count);
        let index = spans.position(|&other| other == production)?;
        let (start, end) = self.offsets[index];
        Some(start as usize..end as usize)
    }
}
