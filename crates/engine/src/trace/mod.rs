//! Traces: the steps of the productions over a text.
//!
//! ```
//! use rfc1738::Rule;
//! use rfcbnf_engine::Detail;
//! use rfcbnf_engine::trace::{Event, trace};
//!
//! let trace = trace(Rule::Port, b"8x", Detail::Rules);
//! let first = trace.steps().next().unwrap();
//! assert!(matches!(first.event(), Event::Try { rule: Rule::Port, offset: 0, .. }));
//! assert_eq!(trace.prefix(), Some(1));
//! ```
//!
//! Where the steps come from depends on the production:
//!
//! - If it does not recurse, from its body, which runs on a collector that records them. Parsing without a
//!   trace costs nothing.
//! - Otherwise, from a parser that tries every alternative in order and backtracks. The recognizer
//!   decides about the text; the parser shows what one would do by hand. It has two ways to get
//!   nowhere. With left recursion it may never end: its steps end with [`Event::Endless`]. Or it
//!   takes too many steps: then there are none of them, and [`Trace::exceeded`] is the limit. In both
//!   cases, the steps of a parser that takes the right choice every time follow. They begin with the
//!   production of the text, at offset 0.

mod collector;
#[cfg(feature = "recognizer")]
mod derivation;
mod recording;

#[cfg(feature = "recognizer")]
pub(crate) use derivation::records;
pub(crate) use recording::Recording;

use alloc::vec::Vec;
use core::ops::{Range, RangeInclusive};

use crate::character_set::CharacterSet;
use crate::parse::Parse;
use crate::production::Production;
#[cfg(feature = "recognizer")]
use crate::reach::Reach;
use crate::tree::Detail;
#[cfg(feature = "recognizer")]
use crate::tree::TreeRecord;
use crate::utf8;
use collector::TraceCollector;

/// Runs the production over the text and records each attempt, with its offset and result.
///
/// `detail` decides whether the trace shows the productions for single characters.
///
/// ```
/// use rfc1738::{Detail, Rule, trace};
/// use rfc1738::trace::Event;
///
/// let trace = trace(Rule::Hostname, "a.b", Detail::Rules);
/// assert!(trace.derives_all());
/// let kept = trace.steps().filter(|step| step.is_kept());
/// let rules: Vec<&str> = kept.filter_map(|step| match step.event() {
///     Event::Try { rule, .. } => Some(rule.name()),
///     _ => None,
/// }).collect();
/// assert_eq!(rules, ["hostname", "domainlabel", "toplabel"]);
/// ```
pub fn trace<P: Parse>(production: P, text: &[u8], detail: Detail) -> Trace<'_, P> {
    let (steps, end) = TraceCollector::record(production, text, detail);
    Trace::new(text, steps, end)
}

/// Returns the trace of a text that a recognizer has read: the steps so far, and after them those of
/// a parser that takes the right choice every time. The records are those of the tree of the longest
/// prefix that the production derives.
#[cfg(feature = "recognizer")]
pub(crate) fn retrace<'t, P: Production>(
    mut steps: Recording<'t, P>,
    production: P,
    text: &'t [u8],
    reach: &Reach,
    records: &[TreeRecord],
) -> Trace<'t, P> {
    derivation::replay(&mut steps, production, text.len(), reach, records);
    Trace::new(text, steps, reach.longest)
}

/// The steps of a production over a text. [`trace()`] records one.
///
/// ```
/// use rfc1738::Rule;
/// use rfcbnf_engine::Detail;
///
/// let trace = rfcbnf_engine::trace(Rule::Port, b"8x", Detail::Rules);
/// assert_eq!((trace.text(), trace.prefix()), (&b"8x"[..], Some(1)));
/// assert!(trace.steps().len() > 1 && !trace.derives_all());
/// ```
#[derive(Debug, Clone)]
pub struct Trace<'t, P> {
    text: &'t [u8],
    steps: Vec<Step<P>>,
    end: Option<usize>,
    exceeded: Option<usize>,
}

impl<'t, P> Trace<'t, P> {
    /// Returns the trace of a text whose first `end` octets the production derives.
    pub(crate) fn new(text: &'t [u8], steps: Recording<'t, P>, end: Option<usize>) -> Self
    where
        P: Production,
    {
        Self {
            text,
            steps: steps.into_steps(),
            end,
            exceeded: None,
        }
    }

    /// Adds the limit that a parser that backtracks exceeds, if it does.
    #[cfg(feature = "recognizer")]
    pub(crate) fn exceeding(self, exceeded: Option<usize>) -> Self {
        Self { exceeded, ..self }
    }

    /// Returns the trace with other productions in the place of its own, such as those of another grammar with the
    /// same ids.
    #[must_use]
    pub fn map<Q>(self, name: impl Fn(P) -> Q) -> Trace<'t, Q> {
        let steps = self.steps.into_iter().map(|step| Step {
            event: step.event.map(&name),
            depth: step.depth,
            kept: step.kept,
            above_ascii: step.above_ascii,
        });
        Trace {
            text: self.text,
            steps: steps.collect(),
            end: self.end,
            exceeded: self.exceeded,
        }
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// Returns an iterator over the steps, in order.
    #[must_use]
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &Step<P>> {
        self.steps.iter()
    }

    /// Returns the length in bytes of the longest prefix that the production derives, if it
    /// derives any.
    #[must_use]
    pub fn prefix(&self) -> Option<usize> {
        self.end
    }

    /// Returns whether the production derives the whole text.
    #[must_use]
    pub fn derives_all(&self) -> bool {
        self.end == Some(self.text.len())
    }

    /// Returns the number of steps that a parser that backtracks exceeds on this text, if it does.
    /// Then the trace has the steps of a parser that takes the right choice every time.
    ///
    /// ```
    /// use rfc1738::{Detail, Rule, trace};
    ///
    /// assert_eq!(trace(Rule::Port, "8", Detail::Rules).exceeded(), None);
    /// ```
    #[must_use]
    pub fn exceeded(&self) -> Option<usize> {
        self.exceeded
    }
}

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
    /// after it has failed. The production is open again (the port *redo* in L. Byrd: Understanding
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

impl<P> Event<P> {
    fn map<Q>(self, name: impl Fn(P) -> Q) -> Event<Q> {
        match self {
            Self::Try {
                rule,
                offset,
                lookahead,
            } => Event::Try {
                rule: name(rule),
                offset,
                lookahead,
            },
            Self::Match { rule, span } => Event::Match {
                rule: name(rule),
                span,
            },
            Self::Fail { rule, offset } => Event::Fail {
                rule: name(rule),
                offset,
            },
            Self::Take { span } => Event::Take { span },
            Self::Miss { offset, characters } => Event::Miss { offset, characters },
            Self::Backtrack { span } => Event::Backtrack { span },
            Self::Redo { rule, span, tried } => Event::Redo {
                rule: name(rule),
                span,
                tried,
            },
            Self::Endless { offset, circle } => Event::Endless {
                offset,
                circle: circle.into_iter().map(name).collect(),
            },
        }
    }
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
    event: Event<P>,
    depth: usize,
    kept: bool,
    /// The characters above ASCII that a miss expected, in a grammar of characters.
    above_ascii: Vec<RangeInclusive<char>>,
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
