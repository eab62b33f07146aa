//! `conformance run --against`: two programs on the same texts, and the causes of their differences.

use std::ffi::{OsStr, OsString};
use std::panic::resume_unwind;
use std::thread;

use rfc1738_views::conformance::answer::Answer;
use rfc1738_views::conformance::breakdown::{Breakdown, Problem, Stage};
use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::comparison::{Comparison, ComparisonResult};
use rfc1738_views::production::CheckedProduction;
use rfcbnf::causes::{Conclusion, Disagreement, Peer, find};
use rfcbnf_engine::escape::Printable;

use crate::commands::conformance::reports::{refuse_comparison_formats, write_comparison};
use crate::commands::conformance::run::RunTask;
use crate::commands::conformance::run::again::Sample;
use crate::commands::conformance::run::arguments::{Program, written};
use crate::commands::conformance::run::crash_log::{CrashLog, Stopped, later};
use crate::commands::conformance::run::process_pool::ProcessPool;
use crate::commands::conformance::run::rounds::Stop;
use crate::commands::conformance::run::search::{KEPT, findings};
use crate::commands::conformance::run::subject::{BufferingDetector, Subject};
use crate::commands::conformance::run::suite_run::size;
use crate::outcome::{Failure, Verdict};
use crate::output::lines;
use crate::output::progress::Progress;

/// The texts that are asked together.
const TEXTS: usize = 20_000;

/// What the suite shows.
struct Compared {
    comparison: Comparison,
    /// The texts that only the first or only the second accepts.
    alone: [Vec<Vec<u8>>; 2],
    left_out: [u64; 2],
    samples: [Sample; 2],
    breakdown: Option<Breakdown>,
}

impl RunTask<'_> {
    /// Compares two programs, and reports.
    pub(super) fn compare<P: CheckedProduction + Send + Sync + 'static>(
        self,
        program: &Program,
        rule: P,
    ) -> Result<Verdict, Failure> {
        refuse_comparison_formats(&self.arguments.report)?;
        let first = self.subject();
        let stalls = BufferingDetector::default();
        let second = Subject {
            command: program.command(),
            stalls: &stalls,
            ..first
        };
        let subjects = [first, second];
        let names = names(subjects.map(|subject| subject.command));
        let mut compared = self.compare_suite(subjects, &names)?;
        for ((sample, subject), name) in compared.samples.iter().zip(subjects).zip(&names) {
            if compared.breakdown.is_none() {
                let again = sample.ask(subject, &mut CrashLog::new(0), name)?;
                compared.breakdown = again.breakdown;
            }
        }
        let size = size(&self.suite, &self.cutoff);
        let name = Printable(rule.to_string().as_bytes()).to_string();
        let result = ComparisonResult {
            rule: &name,
            comparison: &compared.comparison,
            extra_states: self.arguments.suite.extra_states,
            quick: self.arguments.suite.quick,
            size,
            breakdown: compared.breakdown.as_ref(),
            causes: [None, None],
        };
        let causes = match compared.breakdown {
            Some(_) => [None, None],
            None => self.cutoff.work_in_time(
                || {
                    let differing = (compared.alone, compared.left_out);
                    self.explain_differences(subjects, &names, rule, differing)
                },
                || {
                    let breakdown = self.late_search(&names.join(" and "), size.texts);
                    self.report_instead(|reports| {
                        let breakdown = Some(&breakdown);
                        write_comparison(
                            reports,
                            ComparisonResult {
                                breakdown,
                                ..result
                            },
                        )
                    });
                },
            )?,
        };
        let result = ComparisonResult {
            causes: causes.each_ref().map(Option::as_ref),
            ..result
        };
        match self.take_reports() {
            Some(reports) => write_comparison(reports, result),
            None => Ok(Verdict::Unreadable),
        }
    }

    /// Asks both about the suite.
    fn compare_suite(
        &self,
        subjects: [Subject<'_>; 2],
        names: &[String; 2],
    ) -> Result<Compared, Failure> {
        let number = size(&self.suite, &self.cutoff).texts;
        let mut compared = Compared {
            comparison: Comparison::new(
                names.clone(),
                subjects.map(|subject| written(subject.command)),
                self.arguments.most.get(),
            ),
            alone: [Vec::new(), Vec::new()],
            left_out: [0; 2],
            samples: [Sample::of(number), Sample::of(number)],
            breakdown: None,
        };
        let crews = subjects.map(|subject| ProcessPool::new(subject, self.arguments.jobs));
        let mut pair = Pair::new(crews, names);
        let mut progress = Progress::of_suite(&names.join(" and "), number);
        let mut texts = self.suite.texts_on_lines();
        loop {
            let most = TEXTS.saturating_mul(self.arguments.jobs.get());
            let asked: Vec<Vec<u8>> = texts.by_ref().take(most).collect();
            if asked.is_empty() {
                compared.breakdown = pair.finish(Stage::Suite)?;
                return Ok(compared);
            }
            let stage = (Stage::Suite, compared.comparison.texts(), number);
            let (answers, breakdown) = pair.ask(&asked, &mut progress, stage)?;
            for (text, answers) in asked.iter().zip(answers) {
                compared.count(text, answers, !self.arguments.no_causes);
            }
            if breakdown.is_some() {
                compared.breakdown = breakdown;
                return Ok(compared);
            }
            progress.begin_stretch();
        }
    }

    /// Searches for the causes of the differences.
    fn explain_differences<P: CheckedProduction>(
        &self,
        subjects: [Subject<'_>; 2],
        names: &[String; 2],
        rule: P,
        (mut differing, left_out): ([Vec<Vec<u8>>; 2], [u64; 2]),
    ) -> Result<[Option<Explanation>; 2], Failure> {
        if self.arguments.no_causes {
            return Ok([None, None]);
        }
        if !self.is_searchable(&rule.to_string())? {
            return Ok([None, None]);
        }
        let crews = subjects.map(|subject| ProcessPool::new(subject, self.arguments.jobs));
        let mut rounds = PairRounds {
            pair: Pair::new(crews, names),
            round: 0,
            progress: Progress::of_search(&names.join(" and ")),
        };
        let derives = |text: &[u8]| rule.is_valid(text).ok();
        let grammar = &self.chosen.named()?.grammar;
        let budget = self.budget(left_out.iter().sum());
        let mut causes = [None, None];
        for alone in [0, 1] {
            let texts = std::mem::take(&mut differing[alone]).into_iter();
            let differences = texts.filter_map(|text| {
                let is_accepted = !derives(&text)?;
                Some(Disagreement { text, is_accepted })
            });
            let differences: Vec<Disagreement> = differences.collect();
            let mut peer = Differing {
                rounds: &mut rounds,
                derives: &derives,
                alone,
            };
            let found = find(grammar, &rule.to_string(), &differences, &mut peer, &budget);
            let found = findings(self.chosen, found)?;
            let mut explanation = Explanation::new(found, left_out[alone], &[]);
            if let Conclusion::Ended { .. } = explanation.conclusion {
                explanation.ended_by = self.cutoff.search_cause();
            }
            let is_over = matches!(explanation.conclusion, Conclusion::Stopped(_));
            causes[alone] = Some(explanation);
            if is_over {
                return Ok(causes);
            }
        }
        let stage = Stage::Round(rounds.round);
        if let (Some(breakdown), [Some(explanation), _]) = (rounds.pair.finish(stage)?, &mut causes)
        {
            explanation.conclusion = Conclusion::Stopped(breakdown);
        }
        Ok(causes)
    }
}

impl Compared {
    fn count(&mut self, text: &[u8], answers: [Answer; 2], keeps: bool) {
        let number = self.comparison.texts() + 1;
        let alone = self.comparison.count(text, answers);
        for (sample, answer) in self.samples.iter_mut().zip(answers) {
            sample.keep(number, text, answer, alone.is_none());
        }
        let Some(alone) = alone.filter(|_| keeps) else {
            return;
        };
        if self.alone[alone].len() < KEPT {
            self.alone[alone].push(text.to_owned());
        } else {
            self.left_out[alone] += 1;
        }
    }
}

/// Returns the names of two commands, escaped: `awk` and `sed`, or `the first sed` and `the second sed`.
fn names(commands: [(&OsStr, &[OsString]); 2]) -> [String; 2] {
    let [first, second] = commands.map(|(name, _)| Printable(name.as_encoded_bytes()).to_string());
    if first == second {
        return [format!("the first {first}"), format!("the second {second}")];
    }
    [first, second]
}

/// Two commands.
struct Pair<'a> {
    crews: [ProcessPool<'a>; 2],
    /// The names of the two, escaped.
    names: &'a [String; 2],
}

/// What one of the commands answered.
struct Answered {
    answers: Vec<Answer>,
    stopped: Option<Stopped>,
}

impl<'a> Pair<'a> {
    fn new(crews: [ProcessPool<'a>; 2], names: &'a [String; 2]) -> Self {
        Self { crews, names }
    }

    /// Asks both about the texts. Returns the answers to the first texts, and why there are no more.
    /// Numbers in that begin after `before`; `texts` is the number of texts of the stage.
    fn ask(
        &mut self,
        asked: &[Vec<u8>],
        progress: &mut Progress,
        (stage, before, texts): (Stage, u64, u64),
    ) -> Result<(Vec<[Answer; 2]>, Option<Breakdown>), Failure> {
        let [one, other] = &mut self.crews;
        let (one, other) = thread::scope(|scope| {
            let name = self.names[1].as_str();
            let other = scope.spawn(move || ask(other, asked, &mut Progress::of_suite(name, 0)));
            let one = ask(one, asked, progress);
            (
                one,
                other.join().unwrap_or_else(|panic| resume_unwind(panic)),
            )
        });
        let (one, other) = (one?, other?);
        let answers = one.answers.into_iter().zip(other.answers);
        let answers: Vec<[Answer; 2]> = answers.map(|(one, other)| [one, other]).collect();
        let answered = before + answers.len() as u64;
        let stopped = [one.stopped, other.stopped].into_iter().zip(self.names);
        let stopped = stopped.filter_map(|(stopped, name)| Some((stopped?, name)));
        // The one that was abandoned has nothing to say.
        let stopped = stopped.min_by_key(|(stopped, _)| stopped.is_abandoned);
        let breakdown = stopped.map(|(stopped, name)| Breakdown {
            command: name.clone(),
            problem: match stopped.problem {
                Problem::Ended { by, .. } => Problem::Ended { answered, by },
                problem => later(problem, before),
            },
            texts,
            stage,
            ending: stopped.ending,
        });
        Ok((answers, breakdown))
    }

    /// Ends the commands. Returns what one of them still answers.
    fn finish(&mut self, stage: Stage) -> Result<Option<Breakdown>, Failure> {
        for (crew, name) in self.crews.iter_mut().zip(self.names) {
            if let Some(stopped) = crew.finish()? {
                return Ok(Some(Breakdown {
                    command: name.clone(),
                    problem: stopped.problem,
                    texts: 0,
                    stage,
                    ending: stopped.ending,
                }));
            }
        }
        Ok(None)
    }
}

fn ask(
    crew: &mut ProcessPool<'_>,
    asked: &[Vec<u8>],
    progress: &mut Progress,
) -> Result<Answered, Failure> {
    let mut answers = Vec::with_capacity(asked.len());
    let stopped = crew.ask(
        asked.iter().cloned(),
        asked.len() as u64,
        progress,
        &mut CrashLog::new(0),
        |_, _, answer| answers.push(answer),
    )?;
    Ok(Answered { answers, stopped })
}

/// Two commands that are asked in rounds.
struct PairRounds<'a> {
    pair: Pair<'a>,
    round: u64,
    progress: Progress,
}

impl PairRounds<'_> {
    /// Asks about the texts. Returns for each the two answers; `None` if a line cannot hold it.
    fn answers(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<[Answer; 2]>>, Stop> {
        self.round += 1;
        let fitting = texts.iter().enumerate();
        let fitting = fitting.filter(|(_, text)| lines::fits(text));
        let (indices, asked): (Vec<usize>, Vec<Vec<u8>>) =
            fitting.map(|(index, text)| (index, text.clone())).unzip();
        let mut answers = vec![None; texts.len()];
        if asked.is_empty() {
            return Ok(answers);
        }
        let rounds = if self.round == 1 { "round" } else { "rounds" };
        self.progress.say(format!("{} {rounds}", self.round));
        self.progress.begin_stretch();
        let stage = (Stage::Round(self.round), 0, asked.len() as u64);
        let (given, breakdown) = self.pair.ask(&asked, &mut self.progress, stage)?;
        match breakdown {
            Some(Breakdown {
                problem: Problem::Ended { .. },
                ..
            }) => return Err(Stop::Ended),
            Some(breakdown) => return Err(Stop::Breakdown(Box::new(breakdown))),
            None => {}
        }
        for (index, both) in indices.into_iter().zip(given) {
            answers[index] = Some(both);
        }
        Ok(answers)
    }
}

/// Two commands, to learn the texts that only one of them accepts. To the search they are a parser that
/// gives the opposite of the grammar's verdict on these texts, and the grammar's verdict on all others.
pub(super) struct Differing<'r, 'a> {
    rounds: &'r mut PairRounds<'a>,
    /// Returns whether the grammar derives the text, if that is decided.
    pub(super) derives: &'r dyn Fn(&[u8]) -> Option<bool>,
    /// The number of the command that accepts them, counted from 0.
    pub(super) alone: usize,
}

impl Peer for Differing<'_, '_> {
    type Error = Stop;

    fn ask(&mut self, texts: &[Vec<u8>]) -> Result<Vec<Option<bool>>, Stop> {
        let answers = self.rounds.answers(texts)?;
        let answers = texts.iter().zip(answers);
        let verdicts = answers.map(|(text, answers)| {
            let accept = answers?.map(|answer| answer == Answer::Accept);
            let is_meant = accept[self.alone] && !accept[1 - self.alone];
            Some((self.derives)(text)? ^ is_meant)
        });
        Ok(verdicts.collect())
    }
}
