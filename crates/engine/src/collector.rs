//! What the body of a production runs on.
//!
//! A production has one body: a function from the offset where it begins to the offset after its match. What a
//! caller gets from it depends on the collector: a verdict, the spans of a few productions, a tree, a trace,
//! or what was expected. So all of them come from the same combinators.
//!
//! Invariants:
//! - over [`Verdict`](crate::spans::Verdict) and [`SpanCollector`](crate::spans::SpanCollector), a body
//!   allocates nothing, except in [`first_derivation`](crate::combinators::first_derivation());
//! - events that no collector of a program wants cost nothing: they are constants and empty functions.

use core::ops::Range;

use crate::character_set::CharacterSet;
use crate::dfa::{Dfa, List};
use crate::production::{ProductionId, ProductionSet};

/// A text, and what has been collected from it so far. [`combinators`](crate::combinators) has an example.
///
/// Invariant: a step that fails can leave spans behind. The combinator that goes on after the
/// failure drops them.
pub trait Collector {
    /// The productions whose spans it collects.
    const PRODUCTIONS: ProductionSet;

    /// Whether it collects any spans. If it does not, the compiler makes no code for the bodies of
    /// productions that have a DFA.
    const COLLECTS: bool = !Self::PRODUCTIONS.is_empty();

    /// Whether it can want what happens inside of productions that a DFA matches at once: attempts, or
    /// the character productions.
    const OBSERVES: bool = false;

    /// Returns whether it collects the spans of one of the productions.
    #[inline]
    #[must_use]
    fn collects_any(productions: &ProductionSet) -> bool {
        Self::PRODUCTIONS.intersects(productions)
    }

    /// Returns the text, or the prefix that [`Collector::within`] has cut it to.
    fn text(&self) -> &[u8];

    /// Calls `read` with the text cut at the offset `end`.
    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R;

    /// Returns the number of spans that it can still drop.
    fn count(&self) -> usize;

    /// Drops the spans from this number on.
    fn truncate(&mut self, count: usize);

    /// Begins an attempt: what is collected from now on can be dropped. Returns whether no other attempt was
    /// under way.
    #[inline]
    fn hold(&mut self) -> bool {
        false
    }

    /// Receives that the outermost attempt is over, so that nothing that was collected is dropped.
    #[inline]
    fn release(&mut self) {}

    /// Begins a span of the production, if it is wanted. Returns its number for
    /// [`Collector::close`].
    fn open(&mut self, production: ProductionId, start: usize) -> usize;

    /// Ends a span.
    fn close(&mut self, span: usize, end: usize);

    /// Adds the spans of the elements of a list, which covers `range`.
    fn list(&mut self, list: &List, range: Range<usize>);

    /// Returns the offset after the longest match of a DFA at an offset.
    #[inline]
    fn scan<const INSIDE: u8>(&self, dfa: &Dfa<INSIDE>, at: usize) -> Option<usize> {
        let octets = self.text().get(at..)?;
        let prefix = dfa.viable_prefix(octets);
        Some(at + dfa.longest_match(octets, prefix)?.length)
    }

    /// Returns whether it wants what happens inside of productions now.
    #[inline]
    fn observes(&self) -> bool {
        false
    }

    /// Returns whether it wants each attempt now, also those that fail.
    #[inline]
    fn observes_attempts(&self) -> bool {
        false
    }

    /// Returns whether it wants every attempt that can be made, not only those that decide a choice.
    #[inline]
    fn observes_every_attempt(&self) -> bool {
        false
    }

    /// Returns the character productions that it wants now.
    #[inline]
    fn characters(&self) -> Characters {
        Characters::None
    }

    /// Receives that the innermost open production matches nothing.
    #[inline]
    fn failed(&mut self) {}

    /// Receives the part of the text that a terminal consumed, or a run of characters.
    #[inline]
    fn took(&mut self, range: Range<usize>) {
        let _ = range;
    }

    /// Receives that a terminal expected one of these characters at the offset.
    #[inline]
    fn missed(&mut self, at: usize, characters: impl FnOnce() -> CharacterSet) {
        let _ = (at, characters);
    }

    /// Calls `read` for an attempt that is made once more if it is chosen.
    #[inline]
    fn ahead<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        read(self)
    }

    /// Calls `read` without receiving anything of it but spans, which are dropped afterwards.
    #[inline]
    fn silently<R>(&mut self, read: impl FnOnce(&mut Self) -> R) -> R {
        read(self)
    }

    /// Calls `read` while none of these octets counts as expected at the offset that it comes with.
    #[inline]
    fn excluding<R>(
        &mut self,
        octets: impl Iterator<Item = (usize, u8)>,
        read: impl FnOnce(&mut Self) -> R,
    ) -> R {
        let _ = octets;
        read(self)
    }
}

/// Calls `read` while the text of a collector is cut at an offset: [`Collector::within`] of one that lends its text.
#[inline]
pub(crate) fn within<'t, C, R>(
    collector: &mut C,
    text: impl Fn(&mut C) -> &mut &'t [u8],
    end: usize,
    read: impl FnOnce(&mut C) -> R,
) -> R {
    let whole = *text(collector);
    *text(collector) = whole.get(..end).unwrap_or(whole);
    let result = read(collector);
    *text(collector) = whole;
    result
}

/// The character productions that a [`Collector`] wants.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Characters {
    /// None. Runs of characters are consumed at once.
    None,
    /// Those that match more than one octet, such as `escape`.
    Encoded,
    /// All.
    All,
}
