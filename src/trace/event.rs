//! The steps of a trace.

use std::ops::Range;

use crate::engine::CharacterSet;
use crate::rules::Rule;

/// Something that happens while a text is read. Offsets are octets from the start of the text.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// A production is tried.
    Try {
        /// The production.
        rule: Rule,
        /// Where.
        offset: usize,
        /// Whether this is to find out how far it gets, before a choice among several ways is
        /// made. What is chosen is done once more.
        trial: bool,
    },
    /// A production has derived a part of the text.
    Match {
        /// The production.
        rule: Rule,
        /// The part.
        span: Range<usize>,
    },
    /// A production derives nothing where it was tried.
    Fail {
        /// The production.
        rule: Rule,
        /// Where it was tried.
        offset: usize,
    },
    /// Characters that stand in the text.
    Take {
        /// The part of the text.
        span: Range<usize>,
    },
    /// One of these characters was looked for and not taken: another stands here, or the part
    /// was cut short here, to see whether what follows can have the rest.
    Miss {
        /// Where.
        offset: usize,
        /// The characters.
        characters: CharacterSet,
    },
    /// The reading goes back, and what was derived of this part no longer counts. The part is
    /// empty where that was nothing.
    GiveBack {
        /// The part.
        span: Range<usize>,
    },
}

/// An event, and where in the derivation it happens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step {
    pub(super) event: Event,
    pub(super) depth: usize,
    pub(super) kept: bool,
}

impl Step {
    /// What happens.
    #[must_use]
    pub fn event(&self) -> &Event {
        &self.event
    }

    /// The number of productions that are open around it; for a production, without itself.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Whether it is part of the derivation that the reading ends with: the productions tried
    /// or matched in such steps are the tree of the prefix that is derived.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.kept
    }
}
