//! Traces: the steps of the productions over a text.
//!
//! ```
//! use rfc1738::{Detail, Rule, trace};
//!
//! let trace = trace(Rule::Port, "8x", Detail::Rules);
//! assert_eq!(trace.text(), b"8x");
//! for step in trace.steps() {
//!     println!("{}{:?}", "  ".repeat(step.depth()), step.event());
//! }
//! assert_eq!(trace.prefix(), Some(1));
//! assert!(!trace.derives_all());
//! ```
//!
//! Invariant: the events come from the bodies of the productions, which run on a collector that records them.
//! Parsing without a trace costs nothing.

use rfcbnf_engine::{Detail, trace as engine};

use crate::rules::Rule;

/// One action of a parser. Offsets are byte offsets from the start of the text.
///
/// ```
/// use rfc1738::trace::Event;
/// use rfc1738::{Detail, Rule, trace};
///
/// let trace = trace(Rule::Port, "80", Detail::Rules);
/// let matches = |step: &&_| matches!(step, Event::Match { rule: Rule::Port, .. });
/// assert_eq!(trace.steps().map(|step| step.event()).filter(matches).count(), 1);
/// ```
pub type Event = engine::Event<Rule>;

/// An event, with its depth in the derivation.
///
/// ```
/// use rfc1738::trace::Step;
///
/// fn indented(step: &Step) -> String {
///     format!("{}{:?}", "  ".repeat(step.depth()), step.event())
/// }
/// ```
pub type Step = engine::Step<Rule>;

/// The steps of a production over a text. [`trace`](crate::trace()) records one.
///
/// ```
/// use rfc1738::trace::Trace;
/// use rfc1738::{Detail, Rule};
///
/// let trace: Trace<'_> = rfc1738::trace(Rule::Port, "80", Detail::Rules);
/// assert!(trace.derives_all());
/// ```
pub type Trace<'t> = engine::Trace<'t, Rule>;

/// Runs the production over the text and records each attempt, with its offset and result.
///
/// `detail` decides whether the trace shows the productions for single characters.
///
/// The compiler generates the parsers for traces where this function is called, not in the library.
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
    engine::trace(rule, text.as_ref(), detail)
}
