//! The search for the causes of disagreements.
//!
//! Invariant: each round starts the command once and closes its input after the last text. A
//! program may buffer its answers until its input ends, so no round can share a process.

use std::mem;
use std::time::Duration;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::Breakdown;
use rfc1738_views::conformance::tally::Fault;
use rfcbnf::causes::{Budget, Conclusion, Disagreement, Findings, Peer, find};
use rfcbnf::syntax::Grammar;

use crate::commands::conformance::run::arguments::RunArguments;
use crate::commands::conformance::run::asking;
use crate::commands::conformance::run::interrupts::Interrupts;
use crate::commands::conformance::run::recognizer::Recognizer;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::Failure;
use crate::output::lines;
use crate::output::progress::Progress;

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

    /// Returns whether no verdict is wrong.
    pub(super) fn are_none(&self) -> bool {
        self.accepted.is_empty() && self.rejected.is_empty()
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
    interrupts: &Interrupts,
    command: &str,
) -> Result<Findings<Breakdown>, Failure> {
    let grammar: &Grammar = &chosen.named()?.grammar;
    let mut processes = Processes {
        arguments,
        interrupts,
        command,
        round: 0,
    };
    let budget = Budget {
        questions: arguments.questions.get(),
        extra_states: arguments.extra_states,
        ..Budget::default()
    };
    let found = find(
        grammar,
        production,
        &disagreements.take(),
        &mut processes,
        budget,
    );
    let found = found.map_err(|error| chosen.unusable(&error))?;
    Ok(Findings {
        conclusion: match found.conclusion {
            Conclusion::Explained { states, texts } => Conclusion::Explained { states, texts },
            Conclusion::Incomplete(reasons) => Conclusion::Incomplete(reasons),
            Conclusion::Contradicted { text } => Conclusion::Contradicted { text },
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

/// The command, started again for each round.
struct Processes<'a> {
    arguments: &'a RunArguments,
    interrupts: &'a Interrupts,
    command: &'a str,
    round: u64,
}

/// Why a round has no answers.
#[derive(Debug)]
enum Stop {
    /// The command broke down.
    Breakdown(Box<Breakdown>),
    /// The run cannot go on, or the user interrupted it.
    Failure(Failure),
}

impl Peer for Processes<'_> {
    type Error = Stop;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        self.round += 1;
        let mut verdicts = vec![None; texts.len()];
        let asked: Vec<usize> = (0..texts.len())
            .filter(|&index| lines::fits(&texts[index]))
            .collect();
        if asked.is_empty() {
            return Ok(verdicts);
        }
        let written: Vec<Vec<u8>> = asked.iter().map(|&index| texts[index].clone()).collect();
        let timeout = self.arguments.timeout.get();
        let mut recognizer = Recognizer::start(
            self.arguments.command(),
            Duration::from_secs(timeout),
            self.interrupts,
            move |writer| written.iter().try_for_each(|text| writer.write(text)),
        )
        .map_err(Stop::Failure)?;
        let size = asked.len() as u64;
        let name = format!("{}, round {}", self.command, self.round);
        let mut progress = Progress::of_suite(&name, size);
        let mut indices = asked.iter();
        let problem = asking::read_all(
            &mut recognizer,
            asked.iter().map(|&index| texts[index].as_slice()),
            timeout,
            &mut progress,
            |_, _, answer| {
                if let Some(&index) = indices.next() {
                    verdicts[index] = Some(answer == Answer::Accept);
                }
            },
        )
        .map_err(Stop::Failure)?;
        let Some(problem) = problem else {
            return Ok(verdicts);
        };
        drop(progress);
        Err(Stop::Breakdown(Box::new(Breakdown {
            command: self.command.to_owned(),
            problem,
            texts: size,
            round: Some(self.round),
            ending: recognizer.end(),
        })))
    }
}
