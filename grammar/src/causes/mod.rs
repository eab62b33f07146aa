//! The causes of the disagreements between a parser under test and a grammar.
//!
//! A faulty parser gives wrong verdicts on thousands of texts, and has a few faults. A *cause* is a
//! fault in terms of the grammar: at one place of one production, the parser goes on where the
//! production does not, or the other way round.

mod cause;
mod id;
mod peer;

pub use cause::{Cause, Conclusion, Deviation, Direction, Findings, GivenUp, Learnt, Unexplained};
pub use peer::{Budget, Disagreement, Peer};

use crate::automaton::AutomatonError;
use crate::syntax::Grammar;

/// Finds the causes of disagreements. Asks the parser more texts.
///
/// # Errors
///
/// Returns an [`AutomatonError`] if the production has no automaton.
pub fn find<P: Peer>(
    grammar: &Grammar,
    production: &str,
    disagreements: Vec<Disagreement>,
    peer: &mut P,
    budget: Budget,
) -> Result<Findings<P::Error>, AutomatonError> {
    let _ = (grammar, production, disagreements, peer, budget);
    Ok(Findings {
        causes: Vec::new(),
        several: 0,
        unexplained: Vec::new(),
        questions: 0,
        rounds: 0,
        conclusion: Conclusion::Incomplete(Vec::new()),
    })
}
