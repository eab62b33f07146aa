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
mod event;
mod recording;

#[cfg(feature = "recognizer")]
pub(crate) use derivation::records;
pub use event::{Event, Step};
pub(crate) use recording::Recording;

use alloc::vec::Vec;

use crate::parse::Parse;
use crate::production::Production;
#[cfg(feature = "recognizer")]
use crate::reach::Reach;
use crate::tree::Detail;
#[cfg(feature = "recognizer")]
use crate::tree::TreeRecord;
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

/// Returns the trace of a text that a recognizer has read: the steps so far, and behind them those of
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
