//! What the productions do with a text, step by step.
//!
//! Invariant: the events come from the generated parsers themselves, by the engine that makes
//! trees. They are the same parsers over another type of input, so parsing without a trace
//! costs nothing.

mod event;
mod recorder;

pub use event::{Event, Step};

use crate::rules::Rule;
use crate::tree::Detail;
use recorder::Recorder;

/// Runs the production over the text and notes what it tries, where, and what comes of it.
///
/// `detail` says whether the productions for single characters take part.
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
pub fn trace<T: AsRef<[u8]> + ?Sized>(rule: Rule, text: &T, detail: Detail) -> Trace<'_> {
    let text = text.as_ref();
    let (steps, end) = match detail {
        Detail::Rules => Recorder::<false>::record(rule, text),
        Detail::Characters => Recorder::<true>::record(rule, text),
    };
    Trace { text, steps, end }
}

/// All that a production did with a text.
#[derive(Debug, Clone)]
pub struct Trace<'t> {
    text: &'t [u8],
    steps: Vec<Step>,
    end: Option<usize>,
}

impl<'t> Trace<'t> {
    /// The text.
    #[must_use]
    pub fn text(&self) -> &'t [u8] {
        self.text
    }

    /// The steps, in their order.
    #[must_use]
    pub fn steps(&self) -> impl ExactSizeIterator<Item = &Step> {
        self.steps.iter()
    }

    /// The length in octets of the longest prefix that the production derives.
    #[must_use]
    pub fn prefix(&self) -> Option<usize> {
        self.end
    }

    /// Whether it derives the whole text.
    #[must_use]
    pub fn derives_all(&self) -> bool {
        self.end == Some(self.text.len())
    }
}
