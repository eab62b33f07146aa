//! The steps of a trace.

use std::ops::Range;

use crate::engine::CharacterSet;
use crate::rules::Rule;

/// Something that a parser does. Offsets are byte offsets from the start of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A production is tried.
    Try {
        /// The production.
        rule: Rule,
        /// Where.
        offset: usize,
        /// Whether the parser looks ahead, to compare alternatives. It then parses what it
        /// chooses once more.
        lookahead: bool,
    },
    /// A production matches a part of the text.
    Match {
        /// The production.
        rule: Rule,
        /// The part.
        span: Range<usize>,
    },
    /// A production does not match where it was tried.
    Fail {
        /// The production.
        rule: Rule,
        /// Where it was tried.
        offset: usize,
    },
    /// A terminal consumes characters.
    Take {
        /// The part of the text.
        span: Range<usize>,
    },
    /// A terminal expected one of these characters. Another stands here, or the parser has cut the
    /// text short here, to let the rest of a production match what follows.
    Miss {
        /// Where.
        offset: usize,
        /// The characters.
        characters: CharacterSet,
    },
    /// The parser backtracks: what it matched of this part no longer counts.
    Backtrack {
        /// The part.
        span: Range<usize>,
    },
}

/// An event, and its place in the derivation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub(super) event: Event,
    pub(super) depth: usize,
    pub(super) kept: bool,
}

impl Step {
    /// Returns what happens.
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// Returns the number of open productions around the step. A production does not count
    /// itself.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns whether the step belongs to the final derivation. The productions tried or matched
    /// in such steps are the tree of the longest match.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.kept
    }
}
