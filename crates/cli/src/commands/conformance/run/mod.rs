//! `rfc1738 conformance run`: asks a program about every text of a complete suite, and searches for
//! the causes of its wrong verdicts.
//!
//! A question goes down through these layers, and its answer comes up, or a `NoAnswer`, to which each layer adds what it
//! knows:
//!
//! ```text
//! search.rs          find_causes     what an answer means: a wrong verdict, a crash, a text that one of two accepts
//! rounds.rs          KnownAnswers    is not asked again: texts on which the command broke, texts asked ahead
//! rounds.rs          Rounds          the same texts to one command or to two, a round at a time; the breakdown
//! process_pool.rs    ProcessPool     several processes of a command, their answers in the order of the texts
//! crash_bisector.rs  CrashBisector   processes one after another; which text one of them broke on
//! crash_bisector.rs  Session         an input that stays open between sets of texts, or has to be closed
//! process.rs         Process         one process and its time limit
//! pipes.rs                           a thread for each pipe
//! ```
//!
//! The suite is given to the pool without rounds (`suite_run.rs`), or to a single process as a stream.

mod again;
mod against;
pub(crate) mod arguments;
mod baseline;
pub(super) mod child_run;
mod crash_bisector;
pub(super) mod crash_log;
pub(super) mod cutoff;
mod explain;
pub(super) mod no_answer;
mod parts;
mod pinned;
mod pipes;
mod process;
pub(super) mod process_pool;
mod rounds;
mod search;
pub(super) mod subject;
mod suite_run;

use std::mem;
use std::num::NonZeroU64;
use std::sync::{Arc, Mutex, PoisonError};

use rfc1738_views::conformance::breakdown::{
    Breakdown, Ending, Problem, RunEnd, Stage, write_remark,
};
use rfc1738_views::conformance::run_result::RunResult;
use rfc1738_views::count::counted;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::causes::Budget;
use rfcbnf_engine::escape::Printable;

use crate::arguments::ProductionChoice;
use crate::commands::conformance::reports::{Reports, Shown};
use crate::commands::conformance::suites::{ChosenSuite, SuiteChoice, remark_on_size};
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::lines as input_lines;
use crate::input::source::{Source, refuse_two_hyphens};
use crate::input::suspects::add_suspects;
use crate::outcome::{Failure, Verdict};
use crate::output::streams::{self, show_remark};
use again::Again;
use arguments::{RunArguments, written};
use baseline::Baseline;
use crash_log::CrashLog;
use cutoff::Cutoff;
use explain::Explained;
use subject::{BufferingDetector, Subject};
use suite_run::SuiteRun;

/// Asks the command about every text, and reports.
pub(crate) fn run(arguments: &RunArguments) -> Result<Verdict, Failure> {
    let cutoff = Cutoff::handled(arguments.time.as_ref());
    let ProductionChoice { rule, grammar } = &arguments.production;
    let file = arguments.baseline.as_deref();
    refuse_two_hyphens(&[file, arguments.corpus.as_deref()])?;
    let input = arguments.corpus.as_deref().filter(|name| *name == "-");
    let Some(chosen) = ChosenGrammar::of(grammar, input.or(file))? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let baseline = file.map(|file| Baseline::read(file, arguments.accept.is_some()));
    let choice = &arguments.suite;
    let suite = ChosenSuite::of(&chosen, name, choice)?;
    remark_on_size(&[(name, &suite)], choice)?;
    let mut beside_suite = Budget {
        corpus: corpus(arguments)?,
        ..Budget::default()
    };
    if !arguments.no_causes {
        add_suspects(&mut beside_suite, grammar, (&chosen, name))?;
    }
    let (command, _) = arguments.command();
    let task = RunTask {
        arguments,
        command: Printable(command.as_encoded_bytes()).to_string(),
        chosen: &chosen,
        baseline: baseline.transpose()?,
        beside_suite,
        suite: Arc::new(suite),
        cutoff,
        stalls: BufferingDetector::default(),
        reports: Mutex::new(Some(Reports::begin(
            &arguments.report,
            [
                ("--baseline", file),
                ("--corpus", arguments.corpus.as_deref()),
            ]
            .into_iter()
            .chain(grammar.inputs()),
        )?)),
    };
    chosen.run(name, &[], task)
}

struct RunTask<'a> {
    arguments: &'a RunArguments,
    /// The name of the command, escaped.
    command: String,
    chosen: &'a ChosenGrammar,
    baseline: Option<Baseline<'a>>,
    /// The texts that the searches ask about beside the suite: those of the user, and suspects.
    beside_suite: Budget,
    suite: Arc<ChosenSuite>,
    cutoff: Cutoff,
    stalls: BufferingDetector,
    /// `None` once they are written.
    reports: Mutex<Option<Reports<'a>>>,
}

/// The length in octets of the longest file of `--corpus`, whose texts are all kept.
const CORPUS: usize = 8 << 20;

/// Returns the lines of the file of `--corpus`.
fn corpus(arguments: &RunArguments) -> Result<Vec<Vec<u8>>, Failure> {
    let Some(name) = &arguments.corpus else {
        return Ok(Vec::new());
    };
    let octets = Source::new(name).read_limited(CORPUS, "a corpus; take fewer of its texts")?;
    let lines = input_lines::lines(&octets, 1);
    Ok(lines.map(|line| line.text.to_vec()).collect())
}

impl ProductionTask for RunTask<'_> {
    fn run<P>(mut self, rule: P, _: &[P]) -> Result<Verdict, Failure>
    where
        P: CheckedProduction + Send + Sync + 'static,
    {
        let arguments = self.arguments;
        if let Some(program) = &arguments.against {
            return self.compare(program, rule);
        }
        let SuiteChoice {
            extra_states,
            quick,
            ..
        } = self.arguments.suite;
        let mut breaks = CrashLog::new(self.arguments.restart.map_or(0, NonZeroU64::get));
        let mut run = SuiteRun::start(
            self.arguments,
            rule,
            &self.suite,
            self.subject(),
            &mut breaks,
        )?;
        let mut disagreements = mem::take(&mut run.disagreements);
        let baseline = self.baseline.take();
        let Again { breakdown, flaky } = match run.breakdown.take() {
            None => self.ask_again(&mut run, &mut breaks)?,
            breakdown => Again {
                breakdown,
                flaky: Vec::new(),
            },
        };
        let may_search = breakdown.is_none() || !flaky.is_empty();
        let is_searched = may_search && self.searches(&run)?;
        // A search tells which answers hold.
        let breakdown = breakdown.filter(|_| !is_searched);
        let command_line = written(arguments.command());
        let (corpus, breakdown) = match breakdown {
            None => self.answers_to_corpus(run.tally.rule(), [self.subject()])?,
            breakdown => (Vec::new(), breakdown),
        };
        let result = RunResult {
            command: &self.command,
            tally: &run.tally,
            extra_states,
            quick,
            size: run.size,
            breakdown: breakdown.as_ref(),
            explanation: None,
            restarts: None,
            reactions: &[],
            parts: &[],
            corpus: &corpus,
        };
        let shown = Shown {
            command_line: &command_line,
            grammar: &arguments.production.grammar,
            chosen: self.chosen,
            result,
        };
        let restarts = |breaks: &CrashLog| arguments.restarts().then(|| breaks.restarts().clone());
        let (explained, parts) = if is_searched {
            let restarts = restarts(&breaks);
            let suite = (&run, &mut disagreements, flaky);
            self.cutoff.work_in_time(
                || self.explain_with_parts(suite, baseline, &mut breaks),
                || {
                    let breakdown = self.late_search(&self.command, run.size.texts);
                    self.report_instead(|reports| {
                        let result = RunResult {
                            breakdown: Some(&breakdown),
                            restarts: restarts.as_ref(),
                            ..result
                        };
                        Shown { result, ..shown }.write(reports)
                    });
                },
            )?
        } else {
            (Explained::default(), Vec::new())
        };
        let restarts = restarts(&breaks);
        let result = RunResult {
            explanation: explained.verdicts.as_ref(),
            restarts: restarts.as_ref(),
            reactions: &explained.reactions,
            parts: &parts,
            ..result
        };
        let Some(reports) = self.take_reports() else {
            return Ok(Verdict::Unreadable);
        };
        let verdict = Shown { result, ..shown }.write(reports)?;
        self.remark_on_late()?;
        if result.failure().is_none() {
            streams::message(|out| {
                write_remark(out, Palette::COLORED, &self.command, &run.ending)
            })?;
        }
        Ok(verdict)
    }
}

impl<'a> RunTask<'a> {
    /// Returns the reports, once.
    fn take_reports(&self) -> Option<Reports<'a>> {
        let mut reports = self.reports.lock().unwrap_or_else(PoisonError::into_inner);
        reports.take()
    }

    /// Writes the reports while the search still computes. Nothing else can say what fails.
    fn report_instead(&self, write: impl FnOnce(Reports<'a>) -> Result<Verdict, Failure>) {
        if let Some(Err(failure)) = self.take_reports().map(write) {
            failure.report();
        }
    }

    /// Writes a note if texts were answered when they were asked again with more time.
    fn remark_on_late(&self) -> Result<(), Failure> {
        let late = self.stalls.late();
        if late == 0 {
            return Ok(());
        }
        let texts = counted(late, "text", "texts", Palette::PLAIN.number);
        let remark = format!(
            "{texts} had no answer within the time limit, and one when asked again with more time: the \
             machine is slow, or --timeout is short"
        );
        show_remark("note", &remark)?;
        Ok(())
    }

    /// Returns what happened to a search that computes beyond the end of the run. The suite was answered.
    fn late_search(&self, command: &str, texts: u64) -> Breakdown {
        let by = self.cutoff.cause().unwrap_or(RunEnd::Interrupt);
        Breakdown {
            command: command.to_owned(),
            problem: Problem::Ended {
                answered: texts,
                by,
            },
            texts,
            stage: Stage::Suite,
            ending: Ending::default(),
        }
    }
}

impl RunTask<'_> {
    /// Returns how much a search may take, and what it asks about first.
    fn budget(&self, left_out: u64) -> Budget {
        Budget {
            questions: self.arguments.questions.get(),
            extra_states: self.arguments.suite.extra_states,
            has_complete_suite: self.arguments.suite.is_complete() && left_out == 0,
            depth: self
                .arguments
                .baseline
                .as_ref()
                .map(|_| self.arguments.suite.depth.depth),
            end: self.cutoff.search().clone(),
            ..self.beside_suite.clone()
        }
    }

    /// Returns the command under test.
    fn subject(&self) -> Subject<'_> {
        Subject {
            most_breaks: self.arguments.restart.map(NonZeroU64::get),
            ..Subject::new(
                (self.arguments.command(), &self.command),
                self.arguments.timeout.get(),
                &self.cutoff,
                &self.stalls,
            )
        }
    }

    /// Asks about some texts of the suite again.
    fn ask_again<P: CheckedProduction>(
        &self,
        run: &mut SuiteRun<P>,
        breaks: &mut CrashLog,
    ) -> Result<Again, Failure> {
        let again = run.sample.ask(self.subject(), breaks)?;
        if let (None, true, Some(end)) = (
            &again.breakdown,
            self.arguments.no_causes,
            self.cutoff.cause(),
        ) {
            show_remark("note", &format!("{end} ended the run after the suite"))?;
        }
        Ok(again)
    }
}
