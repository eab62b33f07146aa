//! The search for the causes of disagreements.

use std::mem;

use rfc1738_views::conformance::breakdown::Breakdown;
use rfc1738_views::conformance::tally::Fault;
use rfcbnf::causes::{Budget, Conclusion, Disagreement, Findings, find};
use rfcbnf::syntax::Grammar;

use crate::commands::conformance::run::arguments::RunArguments;
use crate::commands::conformance::run::cutoff::Cutoff;
use crate::commands::conformance::run::rounds::{Rounds, Stop};
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::Failure;

/// The most disagreements of each direction that a search gets. The memory of a run is bounded by
/// them.
const KEPT: usize = 500_000;

/// The first disagreements of a run.
#[derive(Default)]
pub(super) struct Disagreements {
    accepted: Vec<Vec<u8>>,
    rejected: Vec<Vec<u8>>,
    /// The number of those that are not kept.
    left_out: u64,
}

impl Disagreements {
    /// Keeps a text with this fault, unless there are too many. Offsets have no causes.
    pub(super) fn keep(&mut self, text: Vec<u8>, fault: Fault) {
        let kept = match fault {
            Fault::FalseAccept => &mut self.accepted,
            Fault::FalseReject => &mut self.rejected,
            Fault::OtherOffset => return,
        };
        if kept.len() < KEPT {
            kept.push(text);
        } else {
            self.left_out += 1;
        }
    }

    /// Returns the number of disagreements that are not kept.
    pub(super) fn left_out(&self) -> u64 {
        self.left_out
    }

    fn take(&mut self) -> Vec<Disagreement> {
        let of = |texts: Vec<Vec<u8>>, is_accepted| {
            let disagreement = move |text| Disagreement { text, is_accepted };
            texts.into_iter().map(disagreement)
        };
        let accepted = of(mem::take(&mut self.accepted), true);
        accepted
            .chain(of(mem::take(&mut self.rejected), false))
            .collect()
    }
}

/// Searches for the causes. Takes the disagreements.
pub(super) fn search(
    arguments: &RunArguments,
    chosen: &ChosenGrammar,
    production: &str,
    disagreements: &mut Disagreements,
    cutoff: &Cutoff,
    command: &str,
) -> Result<Findings<Breakdown>, Failure> {
    let grammar: &Grammar = &chosen.named()?.grammar;
    let mut rounds = Rounds::new(arguments, cutoff, command);
    let budget = Budget {
        questions: arguments.questions.get(),
        extra_states: arguments.suite.extra_states,
        has_complete_suite: !arguments.suite.quick,
        end: cutoff.search().clone(),
        ..Budget::default()
    };
    let found = find(
        grammar,
        production,
        &disagreements.take(),
        &mut rounds,
        &budget,
    );
    let found = found.map_err(|error| chosen.unusable(&error))?;
    let surplus = rounds.finish();
    Ok(Findings {
        conclusion: match surplus.map_or(found.conclusion, Conclusion::Stopped) {
            Conclusion::Explained { states, texts } => Conclusion::Explained { states, texts },
            Conclusion::Incomplete(reasons) => Conclusion::Incomplete(reasons),
            Conclusion::Contradicted { text } => Conclusion::Contradicted { text },
            Conclusion::Ended { different } => Conclusion::Ended { different },
            // The search sees the end of the run before it looks at the answers.
            Conclusion::Stopped(Stop::Ended) => Conclusion::Ended { different: None },
            Conclusion::Stopped(Stop::Breakdown(breakdown)) => Conclusion::Stopped(*breakdown),
            Conclusion::Stopped(Stop::Failure(failure)) => return Err(failure),
        },
        causes: found.causes,
        several: found.several,
        unexplained: found.unexplained,
        questions: found.questions,
        rounds: found.rounds,
    })
}
