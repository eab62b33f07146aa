//! What the combinators of this module run on.

use core::marker::PhantomData;
use core::ops::Range;

use super::{Selection, Spans};
use crate::dfa::{Dfa, List};
use crate::production_set::{ProductionId, ProductionSet};

/// A text, and the spans of the selected productions found in it so far.
///
/// Invariant: a step that fails can leave spans behind. The combinator that goes on after the
/// failure drops them.
pub trait Collector {
    /// The selected productions.
    const PRODUCTIONS: ProductionSet;

    /// Whether any production is selected. If none is, the compiler makes no code for the bodies of
    /// productions that have a DFA.
    const COLLECTS: bool = !Self::PRODUCTIONS.is_empty();

    /// Returns whether one of the productions is selected.
    #[inline]
    #[must_use]
    fn collects_any(productions: &ProductionSet) -> bool {
        Self::PRODUCTIONS.intersects(productions)
    }

    /// Returns the text, or the prefix that [`Collector::within`] has cut it to.
    fn text(&self) -> &[u8];

    /// Calls `read` with the text cut at the offset `end`.
    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R;

    /// Returns the number of spans.
    fn count(&self) -> usize;

    /// Drops the spans from this number on.
    fn truncate(&mut self, count: usize);

    /// Begins a span of the production, if it is selected. Returns its number for
    /// [`Collector::close`].
    fn open(&mut self, production: ProductionId, start: usize) -> usize;

    /// Ends a span.
    fn close(&mut self, span: usize, end: usize);

    /// Adds the spans of the elements of a list, which covers `range`.
    fn list(&mut self, list: &List, range: Range<usize>);

    /// Returns the offset after the longest match of a DFA at an offset.
    #[inline]
    fn scan<const NESTED: bool>(&self, dfa: &Dfa<NESTED>, at: usize) -> Option<usize> {
        let octets = self.text().get(at..)?;
        let prefix = dfa.viable_prefix(octets);
        Some(at + dfa.longest_match(octets, prefix)?.length)
    }
}

/// The [`Collector`] of [`Spans`].
pub struct SpanCollector<'t, S, const ROOM: usize> {
    text: &'t [u8],
    spans: &'t mut Spans<ROOM>,
    /// The number of lower bits that the spans do not hold.
    shift: u32,
    selection: PhantomData<S>,
}

impl<'t, S, const ROOM: usize> SpanCollector<'t, S, ROOM> {
    #[inline]
    pub(super) fn new(text: &'t [u8], spans: &'t mut Spans<ROOM>, shift: u32) -> Self {
        Self {
            text,
            spans,
            shift,
            selection: PhantomData,
        }
    }
}

impl<S: Selection, const ROOM: usize> Collector for SpanCollector<'_, S, ROOM> {
    const PRODUCTIONS: ProductionSet = S::PRODUCTIONS;

    #[inline]
    fn text(&self) -> &[u8] {
        self.text
    }

    #[inline]
    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        let text = self.text;
        self.text = text.get(..end).unwrap_or(text);
        let result = read(self);
        self.text = text;
        result
    }

    #[inline]
    fn count(&self) -> usize {
        self.spans.count
    }

    #[inline]
    fn truncate(&mut self, count: usize) {
        self.spans.count = count;
    }

    #[inline]
    fn open(&mut self, production: ProductionId, start: usize) -> usize {
        if !Self::PRODUCTIONS.contains(production) {
            return usize::MAX;
        }
        let span = self.spans.count;
        if span < ROOM {
            self.spans.productions[span] = production;
            self.spans.offsets[span].0 = half(start, self.shift);
        }
        self.spans.count += 1;
        span
    }

    #[inline]
    fn close(&mut self, span: usize, end: usize) {
        if span < ROOM {
            self.spans.offsets[span].1 = half(end, self.shift);
        }
    }

    fn list(&mut self, list: &List, range: Range<usize>) {
        let text = self.text.get(..range.end).unwrap_or(self.text);
        list.elements(text, range.start, |production, start, end| {
            let span = self.open(production, start);
            self.close(span, end);
        });
    }
}

/// Returns 32 bits of an offset, without as many lower bits.
#[inline]
#[expect(
    clippy::cast_possible_truncation,
    reason = "the other half is asked for apart"
)]
fn half(offset: usize, shift: u32) -> u32 {
    (offset as u64 >> shift) as u32
}
