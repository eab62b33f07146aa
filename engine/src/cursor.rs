//! The position of a parser in an observed text.
//!
//! Invariant: both cursors hold the same values, so an observer receives the same events from
//! either.

/// A byte offset in the text, the node count there, and whether the input is observed from there
/// on.
pub(crate) trait Cursor: Copy {
    /// The greatest offset and the greatest node count that the cursor can hold.
    const MAX: usize;

    /// The start of the text, observed, outside of lookahead.
    const START: Self;

    /// Returns the byte offset from the start of the text.
    fn offset(self) -> usize;

    /// Returns the number of observed productions on the way.
    fn node_count(self) -> usize;

    /// Returns whether the input is observed.
    fn is_observed(self) -> bool;

    /// Returns whether the parser looks ahead.
    fn is_lookahead(self) -> bool;

    /// Returns the cursor advanced by `octets`.
    fn advanced(self, octets: usize) -> Self;

    /// Returns the cursor with one more node. A count above [`Cursor::MAX`] is meaningless.
    fn with_next_node(self) -> Self;

    /// Returns the cursor with this node count. A count above [`Cursor::MAX`] is meaningless.
    fn with_node_count(self, count: usize) -> Self;

    /// Returns the cursor unobserved.
    fn silent(self) -> Self;

    /// Returns the cursor in lookahead.
    fn lookahead(self) -> Self;
}

/// The flag of an unobserved cursor.
const SILENT: usize = 1;

/// The flag of lookahead.
const LOOKAHEAD: usize = 2;

/// Both flags.
const FLAGS: usize = SILENT | LOOKAHEAD;

/// One node, counted above the flags.
const NODE: usize = 4;

/// A cursor for texts of any length.
#[derive(Clone, Copy)]
pub(crate) struct WideCursor {
    offset: usize,
    nodes_and_flags: usize,
}

impl Cursor for WideCursor {
    const MAX: usize = usize::MAX / NODE;

    const START: Self = Self {
        offset: 0,
        nodes_and_flags: 0,
    };

    #[inline]
    fn offset(self) -> usize {
        self.offset
    }

    #[inline]
    fn node_count(self) -> usize {
        self.nodes_and_flags / NODE
    }

    #[inline]
    fn is_observed(self) -> bool {
        self.nodes_and_flags & SILENT == 0
    }

    #[inline]
    fn is_lookahead(self) -> bool {
        self.nodes_and_flags & LOOKAHEAD != 0
    }

    #[inline]
    fn advanced(self, octets: usize) -> Self {
        Self {
            offset: self.offset + octets,
            ..self
        }
    }

    #[inline]
    fn with_next_node(self) -> Self {
        Self {
            nodes_and_flags: self.nodes_and_flags.saturating_add(NODE),
            ..self
        }
    }

    #[inline]
    fn with_node_count(self, count: usize) -> Self {
        Self {
            nodes_and_flags: count.saturating_mul(NODE) & !FLAGS | self.nodes_and_flags & FLAGS,
            ..self
        }
    }

    #[inline]
    fn silent(self) -> Self {
        Self {
            nodes_and_flags: self.nodes_and_flags | SILENT,
            ..self
        }
    }

    #[inline]
    fn lookahead(self) -> Self {
        Self {
            nodes_and_flags: self.nodes_and_flags | LOOKAHEAD,
            ..self
        }
    }
}

/// A cursor for texts below 1 GiB, in one machine word: the offset in the lower half, node count
/// and flags in the upper half. An input of two words is passed in registers, which makes trees a
/// third faster.
#[derive(Clone, Copy)]
pub(crate) struct CompactCursor(u64);

impl CompactCursor {
    /// Returns whether the cursor can hold every offset of the text.
    pub(crate) fn fits(text: &[u8]) -> bool {
        text.len() <= Self::MAX
    }
}

/// The lowest bit of the upper half.
const UPPER: u32 = u32::BITS;

/// Returns the bits, moved to the upper half.
const fn upper(bits: usize) -> u64 {
    (bits as u64) << UPPER
}

impl Cursor for CompactCursor {
    const MAX: usize = u32::MAX as usize / NODE;

    const START: Self = Self(0);

    #[inline]
    #[expect(
        clippy::cast_possible_truncation,
        reason = "an offset never exceeds the length of a text in memory"
    )]
    fn offset(self) -> usize {
        (self.0 & u64::from(u32::MAX)) as usize
    }

    #[inline]
    fn node_count(self) -> usize {
        (self.0 >> UPPER) as usize / NODE
    }

    #[inline]
    fn is_observed(self) -> bool {
        self.0 & upper(SILENT) == 0
    }

    #[inline]
    fn is_lookahead(self) -> bool {
        self.0 & upper(LOOKAHEAD) != 0
    }

    #[inline]
    fn advanced(self, octets: usize) -> Self {
        Self(self.0 + octets as u64)
    }

    #[inline]
    fn with_next_node(self) -> Self {
        Self(self.0.wrapping_add(upper(NODE)))
    }

    #[inline]
    fn with_node_count(self, count: usize) -> Self {
        let counted = upper(count.wrapping_mul(NODE));
        Self(counted | self.0 & (upper(FLAGS) | u64::from(u32::MAX)))
    }

    #[inline]
    fn silent(self) -> Self {
        Self(self.0 | upper(SILENT))
    }

    #[inline]
    fn lookahead(self) -> Self {
        Self(self.0 | upper(LOOKAHEAD))
    }
}
