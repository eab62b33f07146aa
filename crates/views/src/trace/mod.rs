//! Traces: the steps of the productions over a text.
//!
//! ```
//! use rfc1738::{Detail, Rule, trace};
//! use rfc1738_views::palette::Palette;
//! use rfc1738_views::trace::{StepSelection, page};
//!
//! let trace = trace(Rule::Port, "80", Detail::Rules);
//! let mut out = Vec::new();
//! page::write(&mut out, Palette::PLAIN, &trace, &StepSelection::default())?;
//! assert!(out.ends_with(b"all of the text is derived\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod page;
pub mod progress;
pub mod record;

use std::num::NonZeroUsize;

use rfcbnf_engine::Production;
use rfcbnf_engine::trace::{Event, Step, Trace};

/// A filter on the steps of a trace. The default selects every step. A step that says that the parser
/// never ends is always selected.
///
/// ```
/// use rfc1738::{Detail, Rule, trace};
/// use rfc1738_views::trace::StepSelection;
///
/// let trace = trace(Rule::Hostport, "h:80", Detail::Rules);
/// let only = [Rule::Port];
/// let selection = StepSelection { depth: None, only: &only };
/// assert!(selection.of(&trace).count() < trace.steps().len());
/// ```
#[derive(Debug, Clone, Copy)]
pub struct StepSelection<'a, P> {
    /// The number of levels of productions to select; `None` selects every level.
    pub depth: Option<NonZeroUsize>,
    /// The productions to select; an empty slice selects every step.
    pub only: &'a [P],
}

impl<P> Default for StepSelection<'_, P> {
    fn default() -> Self {
        Self {
            depth: None,
            only: &[],
        }
    }
}

impl<P: Production> StepSelection<'_, P> {
    /// Returns the selected steps, each with its number in the trace, counted from 1.
    pub fn of<'t>(&self, trace: &'t Trace<'_, P>) -> impl Iterator<Item = (usize, &'t Step<P>)> {
        (1..)
            .zip(trace.steps())
            .filter(|(_, step)| self.selects(step))
    }

    fn selects(&self, step: &Step<P>) -> bool {
        if let Event::Endless { .. } = step.event() {
            // The steps after it are those of another parser.
            return true;
        }
        let is_deep = self.depth.is_some_and(|most| step.depth() >= most.get());
        let rule = match step.event() {
            Event::Try { rule, .. }
            | Event::Match { rule, .. }
            | Event::Fail { rule, .. }
            | Event::Redo { rule, .. } => Some(rule),
            _ => None,
        };
        let is_other = !self.only.is_empty() && !rule.is_some_and(|rule| self.only.contains(rule));
        !is_deep && !is_other
    }
}
