//! Keeps the wrong verdicts of a run, and searches for their causes with further questions to the program.

use std::collections::HashMap;
use std::{iter, mem};

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::Breakdown;
use rfc1738_views::conformance::reactions::Reaction;
use rfc1738_views::conformance::tally::Fault;
use rfcbnf::automaton::AutomatonError;
use rfcbnf::causes::{Budget, Conclusion, Disagreement, Findings, find};
use rfcbnf::syntax::Grammar;

use crate::commands::conformance::run::rounds::{Answering, Rounds, Stop, Verdicts};
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::Failure;
use crate::output::lines;

/// The most disagreements of each direction that a search gets. The memory of a run is bounded by
/// them.
pub(super) const KEPT: usize = 500_000;

/// The most texts of a report that are asked about once more.
const AGAIN: usize = 300;

/// The number of texts that are asked about at once before a search.
const SET: usize = 20_000;

/// The first disagreements of a run.
#[derive(Default)]
pub(super) struct Disagreements {
    accepted: Vec<Vec<u8>>,
    rejected: Vec<Vec<u8>>,
    /// The number of those that are not kept.
    left_out: u64,
}

impl Disagreements {
    /// Keeps a text with a wrong verdict, unless there are too many.
    pub(super) fn keep(&mut self, text: &[u8], fault: Fault) {
        let kept = match fault {
            Fault::FalseAccept => &mut self.accepted,
            Fault::FalseReject => &mut self.rejected,
            // The texts on which the command broke are kept elsewhere.
            Fault::OtherOffset | Fault::Crashed | Fault::TimedOut => return,
        };
        if kept.len() < KEPT {
            kept.push(text.to_owned());
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

/// A search for causes.
pub(super) struct Search<'s, 'a, 'b> {
    grammar: &'s Grammar,
    chosen: &'s ChosenGrammar,
    production: &'s str,
    budget: Budget,
    rounds: Rounds<'a, 'b>,
    /// Returns whether the grammar derives the text, if that is decided.
    derives: &'s dyn Fn(&[u8]) -> Option<bool>,
}

impl<'s, 'a, 'b> Search<'s, 'a, 'b> {
    pub(super) fn new(
        chosen: &'s ChosenGrammar,
        production: &'s str,
        budget: Budget,
        rounds: Rounds<'a, 'b>,
        derives: &'s dyn Fn(&[u8]) -> Option<bool>,
    ) -> Result<Self, Failure> {
        Ok(Self {
            grammar: &chosen.named()?.grammar,
            chosen,
            production,
            budget,
            rounds,
            derives,
        })
    }

    /// Searches for the causes of wrong verdicts. Takes the disagreements.
    pub(super) fn of_verdicts(
        &mut self,
        disagreements: &mut Disagreements,
    ) -> Result<Findings<Breakdown>, Failure> {
        let mut peer = Verdicts {
            rounds: &mut self.rounds,
            derives: self.derives,
        };
        let disagreements = disagreements.take();
        let (grammar, budget) = (self.grammar, &self.budget);
        let found = find(grammar, self.production, &disagreements, &mut peer, budget);
        findings(self.chosen, found)
    }

    /// Searches for the causes of crashes or of hangs. The command broke on some text in this way.
    pub(super) fn of_reaction(
        &mut self,
        reaction: Reaction,
    ) -> Result<Option<Findings<Breakdown>>, Failure> {
        let answer = match reaction {
            Reaction::Crashed => Answer::Crashed,
            Reaction::TimedOut => Answer::TimedOut,
        };
        let texts = self.rounds.breaks().texts(answer).into_iter();
        let disagreements = texts.filter_map(|text| {
            let is_accepted = !(self.derives)(&text)?;
            Some(Disagreement { text, is_accepted })
        });
        let disagreements: Vec<Disagreement> = disagreements.collect();
        if disagreements.is_empty() {
            return Ok(None);
        }
        let mut peer = Answering {
            rounds: &mut self.rounds,
            derives: self.derives,
            answer,
        };
        let (grammar, budget) = (self.grammar, &self.budget);
        let found = find(grammar, self.production, &disagreements, &mut peer, budget);
        findings(self.chosen, found).map(Some)
    }

    /// Returns which of the texts the command accepts. There are no answers if it has to end, or breaks
    /// down: the searches say why.
    pub(super) fn answers(&mut self, texts: &[Vec<u8>]) -> Result<HashMap<Vec<u8>, bool>, Failure> {
        if texts.is_empty() {
            return Ok(HashMap::new());
        }
        let answers = match self.rounds.answers(texts) {
            Ok(answers) => answers,
            Err(Stop::Ended | Stop::Breakdown(_)) => Vec::new(),
            Err(Stop::Failure(failure)) => return Err(failure),
        };
        let answers = texts.iter().zip(answers);
        let known = answers.filter_map(|(text, answer)| match answer? {
            Answer::Accept => Some((text.clone(), true)),
            Answer::Reject(_) => Some((text.clone(), false)),
            Answer::Crashed | Answer::TimedOut => None,
        });
        Ok(known.collect())
    }

    /// Asks once more about texts that were answered.
    pub(super) fn answers_again(
        &mut self,
        texts: &[Vec<u8>],
    ) -> Result<HashMap<Vec<u8>, bool>, Failure> {
        self.rounds.forget_ahead();
        self.answers(texts)
    }

    /// Asks once more about the texts that a report shows: an answer that is not always the same has no cause.
    /// Returns the first text with another answer.
    pub(super) fn contradicted(
        &mut self,
        found: &Findings<Breakdown>,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let causes = found.causes.iter().map(|one| (&one.witness, &one.examples));
        let groups = found
            .unexplained
            .iter()
            .map(|one| (&one.witness, &one.examples));
        let shown = causes.chain(groups);
        let shown = shown.flat_map(|(witness, examples)| iter::once(witness).chain(examples));
        let shown: Vec<Vec<u8>> = shown.take(AGAIN).cloned().collect();
        let answers = self.answers_again(&shown)?;
        // Each of them was answered otherwise than the grammar says.
        let is_right = |text: &Vec<u8>| {
            let answer = answers.get(text);
            answer.is_some_and(|answer| (self.derives)(text) == Some(*answer))
        };
        Ok(shown.into_iter().find(is_right))
    }

    /// Keeps the answers from now on.
    pub(super) fn keep(&mut self) {
        self.rounds.keep();
    }

    /// Asks about texts in sets, as long as the search may go on, and keeps the answers for it.
    pub(super) fn ask_ahead(
        &mut self,
        texts: impl Iterator<Item = Vec<u8>>,
    ) -> Result<(), Failure> {
        let mut texts = texts.filter(|text| lines::fits(text)).peekable();
        while texts.peek().is_some() && !self.budget.end.is_requested() {
            let set: Vec<Vec<u8>> = texts.by_ref().take(SET).collect();
            match self.rounds.ask_ahead(&set) {
                Ok(()) => {}
                // The searches say why.
                Err(Stop::Ended | Stop::Breakdown(_)) => return Ok(()),
                Err(Stop::Failure(failure)) => return Err(failure),
            }
        }
        Ok(())
    }

    /// Returns the answers to all texts beyond the suite that were kept.
    pub(super) fn kept(&self) -> &HashMap<Vec<u8>, bool> {
        self.rounds.kept()
    }

    /// Ends the command. Returns what it still answers.
    pub(super) fn finish(mut self) -> Result<Option<Breakdown>, Failure> {
        match self.rounds.finish() {
            None | Some(Stop::Ended) => Ok(None),
            Some(Stop::Breakdown(breakdown)) => Ok(Some(*breakdown)),
            Some(Stop::Failure(failure)) => Err(failure),
        }
    }
}

/// Returns what was found, with the reason why the command does not answer.
pub(super) fn findings(
    chosen: &ChosenGrammar,
    found: Result<Findings<Stop>, AutomatonError>,
) -> Result<Findings<Breakdown>, Failure> {
    let found = found.map_err(|error| chosen.unusable(&error))?;
    Ok(Findings {
        conclusion: match found.conclusion {
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
        parser: found.parser,
        learned: found.learned,
        unexplained: found.unexplained,
        questions: found.questions,
        rounds: found.rounds,
        flaky: found.flaky,
    })
}
