//! What an error says about its text. Each way to find one, such as the table, fills its [`Facts`].

use core::ops::Range;

use super::expected::{self, Expected, ExpectedStack, Found};
use super::small_stack::SmallStack;
use crate::character_set::CharacterSet;
use crate::production::{Production, ProductionId};

/// Room for the productions that are open at once in most grammars.
pub(super) const DEPTH: usize = 12;

/// What an error says of its text.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Facts<P> {
    pub(super) offset: usize,
    pub(super) span: Range<usize>,
    pub(super) found: Option<Found>,
    pub(super) expected: ExpectedStack<P>,
    pub(super) next: CharacterSet,
    pub(super) can_end: bool,
    pub(super) context: SmallStack<P, DEPTH>,
    /// The number of open productions that are not in the context, after the first ones.
    pub(super) left_out: usize,
}

/// What an error says, except for what is at its offset: a function of the longest viable prefix.
///
/// [`ErrorTable`](crate::ErrorTable) has one in each state. A caller that computes one in another way
/// passes it to [`SyntaxError::of_outcome`](crate::SyntaxError::of_outcome).
#[derive(Debug, Clone, Copy)]
pub struct ErrorOutcome<'o> {
    /// What is expected, in the order of the list, the end of the text last.
    pub expected: &'o [Expected<ProductionId>],
    /// All characters that are expected.
    pub next: CharacterSet,
    /// The productions that are open, from the outermost on.
    pub context: &'o [ProductionId],
    /// The number of octets before the offset that belong to an unfinished character production.
    pub begun: usize,
}

impl ErrorOutcome<'_> {
    /// Returns what an error says, with the productions of `context` open.
    #[inline]
    pub(super) fn facts<P: Production>(
        &self,
        rule: P,
        text: &[u8],
        offset: usize,
        context: SmallStack<P, DEPTH>,
    ) -> Facts<P> {
        let found = text.get(offset..).and_then(Found::first_of);
        let start = offset.saturating_sub(self.begun);
        Facts {
            offset,
            span: start..offset + found.map_or(0, |(_, length)| length),
            found: found.map(|(found, _)| found),
            expected: expected::of_grammar(rule.grammar(), self.expected),
            next: self.next,
            can_end: matches!(self.expected, [.., Expected::EndOfText]),
            context,
            left_out: 0,
        }
    }
}
