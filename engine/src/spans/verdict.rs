//! Verdicts without spans.

use core::ops::Range;

use super::Collector;
use crate::dfa::List;
use crate::production_set::{ProductionId, ProductionSet};

/// The [`Collector`] that collects nothing. Only [`derives`] makes one, so it has no example.
pub struct Verdict<'t> {
    text: &'t [u8],
}

/// Returns whether the production derives the whole text. `production` is a function of the
/// generated module `rules::spans`.
///
/// ```
/// use rfc1738::rules;
/// use rfcbnf_engine::spans::derives;
///
/// assert!(derives(b"news:*", rules::spans::url));
/// assert!(!derives(b"news:* ", rules::spans::url));
/// ```
#[inline]
pub fn derives<'t>(
    text: &'t [u8],
    production: impl FnOnce(&mut Verdict<'t>, usize) -> Option<usize>,
) -> bool {
    production(&mut Verdict { text }, 0) == Some(text.len())
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
