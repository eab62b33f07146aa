//! Verdicts, and the spans of a few productions on a derivation, without a tree.
//!
//! Invariants:
//! - nothing is allocated, except in [`first_derivation`](crate::combinators::first_derivation());
//! - the spans are those of the same productions in the tree.

use core::marker::PhantomData;
use core::ops::Range;

use crate::collector::{Collector, within};
use crate::combinators::Step;
use crate::dfa::List;
use crate::production::{ProductionId, ProductionSet};

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
/// assert!(spans.select::<HostAndPort>(b"http://w3.org:80/", rules::bodies::url));
/// assert_eq!(spans.find(Rule::Host.into()), Some(7..13));
/// assert_eq!(spans.find(Rule::Port.into()), Some(14..16));
///
/// let mut spans = Spans::<2>::NONE;
/// assert!(!spans.select::<HostAndPort>(b"http://w3.org:x", rules::bodies::url));
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
    /// the body of a production.
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
    /// assert!(upper.select_upper::<Host>(b"http://w3.org/", rules::bodies::url));
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
    fn new(text: &'t [u8], spans: &'t mut Spans<ROOM>, shift: u32) -> Self {
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
        within(self, |own| &mut own.text, end, read)
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

/// The [`Collector`] that collects nothing.
///
/// ```
/// use rfcbnf_engine::combinators::literal;
/// use rfcbnf_engine::spans::Verdict;
///
/// assert_eq!(literal("b")(&mut Verdict::new(b"ab"), 1), Some(2));
/// ```
pub struct Verdict<'t> {
    text: &'t [u8],
}

impl<'t> Verdict<'t> {
    /// Returns a collector over a text.
    #[inline]
    #[must_use]
    pub const fn new(text: &'t [u8]) -> Self {
        Self { text }
    }
}

/// Returns whether the body of a production derives the whole text.
///
/// ```
/// use rfc1738::rules;
/// use rfcbnf_engine::spans::derives;
///
/// assert!(derives(b"news:*", rules::bodies::url));
/// assert!(!derives(b"news:* ", rules::bodies::url));
/// ```
#[inline]
pub fn derives<'t>(
    text: &'t [u8],
    production: impl FnOnce(&mut Verdict<'t>, usize) -> Option<usize>,
) -> bool {
    production(&mut Verdict::new(text), 0) == Some(text.len())
}

/// Returns the length of the longest prefix of a text that a part of a production matches, in octets.
///
/// ```
/// use rfcbnf_engine::combinators::{literal, opt};
/// use rfcbnf_engine::spans::match_length;
///
/// assert_eq!(match_length("abc", (literal("a"), opt(literal("b")))), Some(2));
/// assert_eq!(match_length("bc", (literal("a"), opt(literal("b")))), None);
/// ```
#[expect(
    clippy::needless_pass_by_value,
    reason = "a part is a value that combinators take"
)]
pub fn match_length<'t, T: AsRef<[u8]> + ?Sized>(
    text: &'t T,
    part: impl Step<Verdict<'t>>,
) -> Option<usize> {
    part.read(&mut Verdict::new(text.as_ref()), 0)
}

impl Collector for Verdict<'_> {
    const PRODUCTIONS: ProductionSet = ProductionSet::EMPTY;

    /// The default is as right. This one is a constant in every profile, so a verdict carries no
    /// combinators where there is a DFA.
    #[expect(clippy::inline_always, reason = "the constant has to reach the caller")]
    #[inline(always)]
    fn collects_any(_: &ProductionSet) -> bool {
        false
    }

    #[inline]
    fn text(&self) -> &[u8] {
        self.text
    }

    #[inline]
    fn within<R>(&mut self, end: usize, read: impl FnOnce(&mut Self) -> R) -> R {
        let text = self.text.get(..end).unwrap_or(self.text);
        read(&mut Self { text })
    }

    #[inline]
    fn count(&self) -> usize {
        0
    }

    #[inline]
    fn truncate(&mut self, _: usize) {}

    #[inline]
    fn open(&mut self, _: ProductionId, _: usize) -> usize {
        0
    }

    #[inline]
    fn close(&mut self, _: usize, _: usize) {}

    #[inline]
    fn list(&mut self, _: &List, _: Range<usize>) {}
}
