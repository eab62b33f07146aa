//! The steps of a trace.

use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

use crate::character_set::CharacterSet;
use crate::utf8;

/// One action of a parser. Offsets are byte offsets from the start of the text.
///
/// ```
/// use rfc1738::{Detail, Rule, trace};
/// use rfc1738::trace::Event;
///
/// let trace = trace(Rule::Port, "8", Detail::Rules);
/// let matched = trace.steps().find_map(|step| match step.event() {
///     Event::Match { rule, span } => Some((*rule, span.clone())),
///     _ => None,
/// });
/// assert_eq!(matched, Some((Rule::Digits, 0..1)));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event<P> {
    /// The parser tries a production.
    Try {
        /// The production.
        rule: P,
        /// The byte offset.
        offset: usize,
        /// Whether the parser looks ahead to compare alternatives. It then parses its choice again.
        lookahead: bool,
    },
    /// A production matches a part of the text.
    Match {
        /// The production.
        rule: P,
        /// The span.
        span: Range<usize>,
    },
    /// A production does not match at the offset where the parser tried it, or has no further match
    /// there.
    Fail {
        /// The production.
        rule: P,
        /// The byte offset of the attempt.
        offset: usize,
    },
    /// A terminal consumes characters.
    Take {
        /// The part of the text.
        span: Range<usize>,
    },
    /// A terminal expected one of these characters. The text has another one here, or the parser
    /// has ended the input here so that the rest of a production can match the following text. In a
    /// grammar of characters, an octet above 127 stands for characters that begin with it:
    /// [`Step::characters`] has these.
    Miss {
        /// The byte offset.
        offset: usize,
        /// The characters.
        characters: CharacterSet,
    },
    /// The parser backtracks: its matches in this part no longer count.
    Backtrack {
        /// The span.
        span: Range<usize>,
    },
    /// The parser goes back into a production that has matched, to look for another match: what came
    /// behind it has failed. The production is open again (the port *redo* in L. Byrd: Understanding
    /// the control flow of Prolog programs, 1980).
    Redo {
        /// The production.
        rule: P,
        /// The span of the match.
        span: Range<usize>,
        /// The number of the step that tried it, counted from 1.
        tried: usize,
    },
    /// The parser opens a production for the second time without consuming anything since, and would
    /// go on to do so for ever. Nothing is open after this step.
    Endless {
        /// The byte offset.
        offset: usize,
        /// The productions that open each other. The first one is opened again by the last.
        circle: Vec<P>,
    },
}

/// An event, with its depth in the derivation.
///
/// ```
/// use rfc1738::{Detail, Rule, trace};
///
/// let trace = trace(Rule::Port, "8", Detail::Rules);
/// let kept = trace.steps().filter(|step| step.is_kept());
/// let depths: Vec<usize> = kept.map(|step| step.depth()).collect();
/// assert_eq!(depths, [0, 1, 1, 0]);
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Step<P> {
    pub(super) event: Event<P>,
    pub(super) depth: usize,
    pub(super) kept: bool,
    /// The characters above ASCII that a miss expected, in a grammar of characters.
    pub(super) above_ascii: Vec<RangeInclusive<char>>,
}

impl<P> Step<P> {
    /// Returns the event.
    #[must_use]
    pub fn event(&self) -> &Event<P> {
        &self.event
    }

    /// Returns the number of open productions around the step. A production does not count
    /// itself.
    #[must_use]
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Returns the characters that a [`Event::Miss`] expected, in ascending order, if some are above ASCII and the
    /// grammar is one of characters.
    ///
    /// ```
    /// use rfc1738::{Detail, Rule, trace};
    ///
    /// let trace = trace(Rule::Port, "8", Detail::Rules);
    /// assert!(trace.steps().all(|step| step.characters().is_none()));
    /// ```
    #[must_use]
    pub fn characters(&self) -> Option<Vec<RangeInclusive<char>>> {
        let Event::Miss { characters, .. } = &self.event else {
            return None;
        };
        let ascii = characters.intersection(CharacterSet::ASCII);
        let ascii = ascii.iter().map(|one| one..=one);
        let is_above = !self.above_ascii.is_empty();
        is_above.then(|| utf8::union(ascii.chain(self.above_ascii.iter().cloned())))
    }

    /// Returns whether the step belongs to the final derivation. The productions tried or matched
    /// in such steps are the tree of the longest match.
    #[must_use]
    pub fn is_kept(&self) -> bool {
        self.kept
    }
}
