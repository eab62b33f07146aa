//! The nodes of a tree, as they are stored.

#![cfg_attr(
    not(feature = "recognizer"),
    expect(unreachable_pub, reason = "the recognizer makes it public")
)]

use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use crate::production::ProductionId;

/// A node. The records of a tree are in preorder. One takes 20 octets: offsets and indexes have 48 bits, which count more
/// octets than a process can have.
///
/// Invariants: the first record is the root and spans the text. The descendants of a node are the
/// records from the next one up to [`after`](Self::after); their spans lie within its own, in order.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct TreeRecord {
    start: u32,
    end: u32,
    after: u32,
    /// The bits of each from 2^32 on.
    high: [u16; 3],
    production: ProductionId,
}

impl TreeRecord {
    /// Returns the record of a node with this span, as byte offsets.
    #[inline]
    #[must_use]
    pub fn new(production: ProductionId, span: Range<usize>, after: usize) -> Self {
        let ((start, start_high), (end, end_high)) = (split(span.start), split(span.end));
        let (after, after_high) = split(after);
        Self {
            start,
            end,
            after,
            high: [start_high, end_high, after_high],
            production,
        }
    }

    /// Returns the record of a node that has not ended.
    #[inline]
    #[must_use]
    pub fn open(production: ProductionId, start: usize) -> Self {
        Self::new(production, start..start, 0)
    }

    /// Ends the node.
    #[inline]
    pub fn close(&mut self, end: usize, after: usize) {
        (self.end, self.high[1]) = split(end);
        self.set_after(after);
    }

    /// Sets what [`Self::after`] returns.
    #[inline]
    pub fn set_after(&mut self, after: usize) {
        (self.after, self.high[2]) = split(after);
    }

    /// Returns the production.
    #[inline]
    #[must_use]
    pub fn production(&self) -> ProductionId {
        self.production
    }

    /// Returns the byte offset of its start.
    #[inline]
    #[must_use]
    pub fn start(&self) -> usize {
        joined(self.start, self.high[0])
    }

    /// Returns the byte offset of its end.
    #[inline]
    #[must_use]
    pub fn end(&self) -> usize {
        joined(self.end, self.high[1])
    }

    /// Returns the byte offsets of its text.
    #[inline]
    #[must_use]
    pub fn span(&self) -> Range<usize> {
        self.start()..self.end()
    }

    /// Returns the index of the first record after the nodes below it.
    #[inline]
    #[must_use]
    pub fn after(&self) -> usize {
        joined(self.after, self.high[2])
    }
}

impl fmt::Debug for TreeRecord {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (span, after) = (self.span(), self.after());
        write!(formatter, "{:?} {span:?}, then {after}", self.production)
    }
}

/// Returns the 32 low bits, and the next 16.
#[inline]
fn split(number: usize) -> (u32, u16) {
    let number = number as u64;
    let low = u32::try_from(number & 0xFFFF_FFFF).unwrap_or_default();
    let high = u16::try_from(number >> 32 & 0xFFFF).unwrap_or_default();
    (low, high)
}

/// Returns the number with these bits.
#[inline]
fn joined(low: u32, high: u16) -> usize {
    let number = u64::from(low) | u64::from(high) << 32;
    usize::try_from(number).unwrap_or(usize::MAX)
}

/// Adds a node without children after the others.
#[inline]
pub(super) fn push_leaf(
    records: &mut Vec<TreeRecord>,
    production: ProductionId,
    span: Range<usize>,
) {
    let after = records.len() + 1;
    records.push(TreeRecord::new(production, span, after));
}
