//! `conformance run --against`: two programs on the same texts, and the causes of their differences.

use std::ffi::{OsStr, OsString};

use rfc1738_views::conformance::answer::{Answer, Reply};
use rfc1738_views::conformance::breakdown::Breakdown;
use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::comparison::{Comparison, ComparisonResult};
use rfc1738_views::production::CheckedProduction;
use rfcbnf::causes::Conclusion;
use rfcbnf_engine::escape::Printable;

use crate::commands::conformance::reports::{refuse_comparison_formats, write_comparison};
use crate::commands::conformance::run::RunTask;
use crate::commands::conformance::run::again::Sample;
use crate::commands::conformance::run::arguments::{Program, written};
use crate::commands::conformance::run::crash_log::CrashLog;
use crate::commands::conformance::run::parts::DifferingParts;
use crate::commands::conformance::run::process_pool::ProcessPool;
use crate::commands::conformance::run::rounds::Rounds;
use crate::commands::conformance::run::search::{KEPT, find_causes, opposite};
use crate::commands::conformance::run::subject::{BufferingDetector, Subject};
use crate::commands::conformance::run::suite_run::size;
use crate::outcome::{Failure, Verdict};
use crate::output::progress::Progress;

/// The texts that are asked together.
const TEXTS: usize = 20_000;

/// What the suite shows.
struct Compared {
    comparison: Comparison,
    /// The texts that only the first or only the second accepts.
    alone: [Vec<Vec<u8>>; 2],
    left_out: [u64; 2],
    parts: DifferingParts,
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
        let names = names([self.arguments.command(), program.command()]);
        let stalls = BufferingDetector::default();
        let first = Subject {
            name: &names[0],
            ..self.subject()
        };
        let second = Subject {
            command: program.command(),
            name: &names[1],
            stalls: &stalls,
            ..first
        };
        let subjects = [first, second];
        let mut compared = self.compare_suite(subjects, &names)?;
        for (sample, subject) in compared.samples.iter().zip(subjects) {
            if compared.breakdown.is_none() {
                let again = sample.ask(subject, &mut CrashLog::new(0))?;
                compared.breakdown = again.breakdown;
            }
        }
        let size = size(&self.suite, &self.cutoff);
        let mut corpus = Vec::new();
        if compared.breakdown.is_none() {
            (corpus, compared.breakdown) = self.answers_to_corpus(rule, subjects)?;
        }
        let name = Printable(rule.to_string().as_bytes()).to_string();
        let result = ComparisonResult {
            rule: &name,
            comparison: &compared.comparison,
            extra_states: self.arguments.suite.extra_states,
            quick: self.arguments.suite.quick,
            size,
            breakdown: compared.breakdown.as_ref(),
            causes: [None, None],
            parts: &[],
            corpus: &corpus,
        };
        let (causes, parts) = match compared.breakdown {
            Some(_) => ([None, None], Vec::new()),
            None => self.cutoff.work_in_time(
                || {
                    let differing = (compared.alone, compared.left_out);
                    // Time that is short is for the parts first.
                    let parts = self.compare_parts(subjects, &names, rule, compared.parts)?;
                    let causes = self.explain_differences(subjects, &names, rule, differing)?;
                    Ok::<_, Failure>((causes, parts))
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
            parts: &parts,
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
            parts: DifferingParts::new(self.arguments.changes()),
            samples: [Sample::of(number), Sample::of(number)],
            breakdown: None,
        };
        let pools = subjects.map(|subject| ProcessPool::new(subject, self.arguments.jobs));
        let mut breaks = [CrashLog::new(0), CrashLog::new(0)];
        let progress = Progress::of_suite(&names.join(" and "), number);
        let mut both = Rounds::new(pools, breaks.each_mut(), progress);
        let mut texts = self.suite.texts_on_lines();
        loop {
            let most = TEXTS.saturating_mul(self.arguments.jobs.get());
            let asked: Vec<Vec<u8>> = texts.by_ref().take(most).collect();
            if asked.is_empty() {
                let breakdown = self.count_parts_of_corpus(&mut both, &mut compared.parts)?;
                compared.breakdown = match breakdown {
                    None => both.finish()?,
                    breakdown => breakdown,
                };
                return Ok(compared);
            }
            let texts: Vec<&Vec<u8>> = asked.iter().collect();
            let given = both.ask(&texts, compared.comparison.texts(), number)?;
            for (text, answers) in asked.iter().zip(given.answers) {
                compared.parts.count(text, &answers);
                compared.count(
                    text,
                    answers.map(|reply| reply.answer),
                    !self.arguments.no_causes,
                );
            }
            if given.breakdown.is_some() {
                compared.breakdown = given.breakdown;
                return Ok(compared);
            }
        }
    }

    /// Asks both about the texts beside the suite, which show parts that no text of the suite does: a parser may accept
    /// none of them.
    fn count_parts_of_corpus(
        &self,
        both: &mut Rounds<'_, '_, 2>,
        parts: &mut DifferingParts,
    ) -> Result<Option<Breakdown>, Failure> {
        let corpus = &self.beside_suite.corpus;
        if self.arguments.no_causes || corpus.is_empty() {
            return Ok(None);
        }
        let asked = both.answers(corpus, vec![None; corpus.len()])?;
        for (text, replies) in corpus.iter().zip(asked.answers) {
            if let Some(replies) = replies {
                parts.count(text, &replies);
            }
        }
        Ok(asked.breakdown)
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
        let pools = subjects.map(|subject| ProcessPool::new(subject, self.arguments.jobs));
        let mut breaks = [CrashLog::new(0), CrashLog::new(0)];
        let progress = Progress::of_search(&names.join(" and "));
        let mut rounds = Rounds::new(pools, breaks.each_mut(), progress);
        let derives = |text: &[u8]| rule.is_valid(text).ok();
        let production = rule.to_string();
        let about = (self.chosen, production.as_str());
        let mut causes = [None, None];
        for alone in [0, 1] {
            let mut budget = self.budget_of_share(2 - alone);
            budget.has_complete_suite &= left_out == [0, 0];
            let differences = opposite(std::mem::take(&mut differing[alone]), &derives);
            let found = find_causes(about, &differences, &budget, |texts| {
                rounds.begin();
                let asked = rounds.answers(texts, vec![None; texts.len()])?;
                let of = |both: [Reply; 2], right: bool| {
                    let accept = both.map(|reply| reply.answer == Answer::Accept);
                    right ^ (accept[alone] && !accept[1 - alone])
                };
                Ok(asked.verdicts(texts, &derives, of))
            })?;
            let mut explanation = Explanation::new(found, left_out[alone], &[]);
            explanation.note_sources(|production| self.chosen.source(production));
            if let Conclusion::Ended { .. } = explanation.conclusion {
                explanation.ended_by = self.search_cause();
            }
            let is_over = matches!(explanation.conclusion, Conclusion::Stopped(_));
            causes[alone] = Some(explanation);
            if is_over {
                return Ok(causes);
            }
        }
        if let (Some(breakdown), [Some(explanation), _]) = (rounds.finish()?, &mut causes) {
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
