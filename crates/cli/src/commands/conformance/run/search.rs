//! Keeps the wrong verdicts of a run, and searches for their causes with further questions to the program.

use std::collections::HashMap;
use std::{iter, mem};

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Ending, Problem, Stage};
use rfc1738_views::conformance::reactions::Reaction;
use rfc1738_views::conformance::tally::Fault;
use rfcbnf::causes::{Budget, Conclusion, Disagreement, Findings, Peer, find};

use crate::commands::conformance::run::rounds::{Asked, KnownAnswers, is_end, verdict};
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

/// A parser under test, to the search. `ask` returns for each text whether the parser accepts it.
struct Asking<F> {
    ask: F,
    /// Why the run cannot go on.
    failure: Option<Failure>,
}

impl<F> Peer for Asking<F>
where
    F: FnMut(&[Vec<u8>]) -> Result<Asked<Option<bool>>, Failure>,
{
    type Error = Breakdown;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Breakdown> {
        let failure = match (self.ask)(texts) {
            Ok(Asked {
                answers,
                breakdown: None,
            }) => return Ok(answers),
            Ok(Asked {
                breakdown: Some(breakdown),
                ..
            }) => return Err(breakdown),
            Err(failure) => failure,
        };
        self.failure = Some(failure);
        Err(unreported())
    }
}

/// Returns what a search gets if the run cannot go on. The failure is reported, and nothing that the search found.
pub(super) fn unreported() -> Breakdown {
    Breakdown {
        command: String::new(),
        problem: Problem::TooOften { most: 0 },
        texts: 0,
        stage: Stage::Suite,
        ending: Ending::default(),
    }
}

/// Searches for the causes of the disagreements, with questions to a parser: see [`Asking`].
pub(super) fn find_causes(
    (chosen, production): (&ChosenGrammar, &str),
    disagreements: &[Disagreement],
    budget: &Budget,
    ask: impl FnMut(&[Vec<u8>]) -> Result<Asked<Option<bool>>, Failure>,
) -> Result<Findings<Breakdown>, Failure> {
    let mut parser = Asking { ask, failure: None };
    let grammar = &chosen.named()?.grammar;
    let found = find(grammar, production, disagreements, &mut parser, budget);
    if let Some(failure) = parser.failure {
        return Err(failure);
    }
    let mut found = found.map_err(|error| chosen.unusable(&error))?;
    // The search sees the end of the run before it looks at the answers.
    if matches!(&found.conclusion, Conclusion::Stopped(breakdown) if is_end(breakdown)) {
        found.conclusion = Conclusion::Ended { different: None };
    }
    Ok(found)
}

/// Returns the disagreements of a parser that gives the opposite of the grammar's verdict on these texts. So does the one
/// that a search asks which is to learn them.
pub(super) fn opposite(
    texts: impl IntoIterator<Item = Vec<u8>>,
    derives: &dyn Fn(&[u8]) -> Option<bool>,
) -> Vec<Disagreement> {
    let disagreements = texts.into_iter().filter_map(|text| {
        let is_accepted = !derives(&text)?;
        Some(Disagreement { text, is_accepted })
    });
    disagreements.collect()
}

impl<A> Asked<Option<A>> {
    /// Returns the verdicts that these answers mean. A text without an answer, or without a verdict of the grammar, has
    /// none.
    pub(super) fn verdicts(
        self,
        texts: &[Vec<u8>],
        derives: &dyn Fn(&[u8]) -> Option<bool>,
        verdict: impl Fn(A, bool) -> bool,
    ) -> Asked<Option<bool>> {
        let answers = texts.iter().zip(self.answers);
        let answers = answers.map(|(text, answer)| Some(verdict(answer?, derives(text)?)));
        Asked {
            answers: answers.collect(),
            breakdown: self.breakdown,
        }
    }
}

/// The searches for the causes of one run.
pub(super) struct CauseSearch<'s, 'a, 'b> {
    chosen: &'s ChosenGrammar,
    production: &'s str,
    budget: Budget,
    known: KnownAnswers<'a, 'b>,
    /// Returns whether the grammar derives the text, if that is decided.
    derives: &'s dyn Fn(&[u8]) -> Option<bool>,
}

impl<'s, 'a, 'b> CauseSearch<'s, 'a, 'b> {
    pub(super) fn new(
        (chosen, production): (&'s ChosenGrammar, &'s str),
        budget: Budget,
        known: KnownAnswers<'a, 'b>,
        derives: &'s dyn Fn(&[u8]) -> Option<bool>,
    ) -> Self {
        Self {
            chosen,
            production,
            budget,
            known,
            derives,
        }
    }

    /// Searches for the causes of wrong verdicts. Takes the disagreements. If the command broke on a text, its verdict
    /// counts as right.
    pub(super) fn of_verdicts(
        &mut self,
        disagreements: &mut Disagreements,
    ) -> Result<Findings<Breakdown>, Failure> {
        let (known, derives) = (&mut self.known, self.derives);
        let about = (self.chosen, self.production);
        find_causes(about, &disagreements.take(), &self.budget, |texts| {
            let asked = known.answers(texts)?;
            let of = |answer, right| verdict(answer).unwrap_or(right);
            Ok(asked.verdicts(texts, derives, of))
        })
    }

    /// Searches for the causes of crashes or of hangs. The command broke on some text in this way.
    pub(super) fn of_reaction(
        &mut self,
        reaction: Reaction,
    ) -> Result<Option<Findings<Breakdown>>, Failure> {
        let reacted = match reaction {
            Reaction::Crashed => Answer::Crashed,
            Reaction::TimedOut => Answer::TimedOut,
        };
        let disagreements = opposite(self.known.breaks().texts(reacted), self.derives);
        if disagreements.is_empty() {
            return Ok(None);
        }
        let (known, derives) = (&mut self.known, self.derives);
        let about = (self.chosen, self.production);
        let found = find_causes(about, &disagreements, &self.budget, |texts| {
            let asked = known.answers(texts)?;
            let of = |answer, right: bool| right ^ (answer == reacted);
            Ok(asked.verdicts(texts, derives, of))
        });
        found.map(Some)
    }

    /// Returns which of the texts the command accepts. There are no answers if it has to end, or breaks
    /// down: the searches say why.
    pub(super) fn answers(&mut self, texts: &[Vec<u8>]) -> Result<HashMap<Vec<u8>, bool>, Failure> {
        if texts.is_empty() {
            return Ok(HashMap::new());
        }
        let asked = self.known.answers(texts)?;
        if asked.breakdown.is_some() {
            return Ok(HashMap::new());
        }
        let answers = texts.iter().zip(asked.answers);
        let known = answers.filter_map(|(text, answer)| Some((text.clone(), verdict(answer?)?)));
        Ok(known.collect())
    }

    /// Asks once more about texts that were answered.
    pub(super) fn answers_again(
        &mut self,
        texts: &[Vec<u8>],
    ) -> Result<HashMap<Vec<u8>, bool>, Failure> {
        self.known.forget_ahead();
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
        self.known.keep();
    }

    /// Asks about texts in sets, as long as the search may go on, and keeps the answers for it.
    pub(super) fn ask_ahead(
        &mut self,
        texts: impl Iterator<Item = Vec<u8>>,
    ) -> Result<(), Failure> {
        let mut texts = texts.filter(|text| lines::fits(text)).peekable();
        while texts.peek().is_some() && !self.budget.end.is_requested() {
            let set: Vec<Vec<u8>> = texts.by_ref().take(SET).collect();
            // The searches say why there are no answers.
            if !self.known.ask_ahead(&set)? {
                return Ok(());
            }
        }
        Ok(())
    }

    /// Returns the answers to all texts beyond the suite that were kept.
    pub(super) fn kept(&self) -> &HashMap<Vec<u8>, bool> {
        self.known.kept()
    }

    /// Ends the command. Returns what it still answers.
    pub(super) fn finish(mut self) -> Result<Option<Breakdown>, Failure> {
        let breakdown = self.known.finish()?;
        Ok(breakdown.filter(|breakdown| !is_end(breakdown)))
    }
}
