//! `rfc1738 conformance run`: asks a program about every text of a complete suite, and searches for
//! the causes of its wrong verdicts.

mod again;
pub(crate) mod arguments;
mod asking;
mod baseline;
mod cutoff;
mod junit;
mod pipes;
pub(super) mod questions;
mod recognizer;
mod rounds;
mod search;
mod suite_run;

use std::io::{self, Write as _};
use std::sync::Arc;

use rfc1738_views::conformance::breakdown::{Breakdown, write_remark};
use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::causes::sentence::{sentence, sentence_of_group};
use rfc1738_views::conformance::page;
use rfc1738_views::conformance::report;
use rfc1738_views::conformance::run_record::RunRecord;
use rfc1738_views::conformance::run_result::RunResult;
use rfc1738_views::count::counted;
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::causes::Conclusion;
use rfcbnf_engine::escape::Printable;

use crate::arguments::grammar::ProductionChoice;
use crate::commands::conformance::suites::{ChosenSuite, SuiteChoice, remark_on_size};
use crate::input::chosen_grammar::{ChosenGrammar, ProductionTask};
use crate::input::grammar_file::show_remark;
use crate::outcome::{Failure, Verdict};
use crate::output::lines;
use crate::output::streams::{self, Output, flushed};
use arguments::{ReportFormat, RunArguments};
use baseline::Baseline;
use cutoff::Cutoff;
use suite_run::SuiteRun;

/// Asks the command about every text, and reports.
pub(crate) fn run(arguments: &RunArguments) -> Result<Verdict, Failure> {
    let cutoff = Cutoff::handled(arguments.time.as_ref());
    let ProductionChoice { rule, grammar } = &arguments.production;
    let file = arguments.baseline.as_deref();
    let Some(chosen) = ChosenGrammar::of(grammar, file)? else {
        return Ok(Verdict::Unreadable);
    };
    let name = chosen.production(rule.as_deref())?;
    let baseline = file.map(|file| Baseline::read(file, arguments.accept.is_some()));
    let choice = arguments.suite;
    let suite = ChosenSuite::of(&chosen, name, choice)?;
    remark_on_size(&[(name, &suite)], choice)?;
    let task = RunTask {
        arguments,
        chosen: &chosen,
        baseline: baseline.transpose()?,
        suite: Arc::new(suite),
        cutoff,
    };
    chosen.run(name, &[], task)
}

struct RunTask<'a> {
    arguments: &'a RunArguments,
    chosen: &'a ChosenGrammar,
    baseline: Option<Baseline<'a>>,
    suite: Arc<ChosenSuite>,
    cutoff: Cutoff,
}

impl ProductionTask for RunTask<'_> {
    fn run<P: CheckedProduction>(self, rule: P, _: &[P]) -> Result<Verdict, Failure> {
        let SuiteChoice {
            extra_states,
            quick,
            ..
        } = self.arguments.suite;
        let (name, _) = self.arguments.command();
        let command = Printable(name.as_encoded_bytes()).to_string();
        let mut run = SuiteRun::start(self.arguments, rule, &self.suite, &command, &self.cutoff)?;
        let breakdown = match run.breakdown(&command) {
            None => self.ask_again(&mut run, &command)?,
            breakdown => breakdown,
        };
        let explanation = match breakdown {
            Some(_) => None,
            None => self.explain(&mut run, &command)?,
        };
        let result = RunResult {
            command: &command,
            tally: &run.tally,
            extra_states,
            quick,
            size: run.size,
            breakdown: breakdown.as_ref(),
            explanation: explanation.as_ref(),
        };
        self.cutoff.begin_report();
        self.write_report(result)?;
        let (err, palette) = (&mut streams::error(), Palette::COLORED);
        match result.failure() {
            Some(breakdown) => breakdown.write(err, palette)?,
            None => write_remark(err, palette, &command, &run.ending)?,
        }
        Ok(verdict(result))
    }
}

impl RunTask<'_> {
    /// Asks about some texts of the suite again. Returns why the answers cannot be relied on.
    fn ask_again<P: CheckedProduction>(
        &self,
        run: &mut SuiteRun<P>,
        command: &str,
    ) -> Result<Option<Breakdown>, Failure> {
        let breakdown = run.sample.ask(self.arguments, &self.cutoff, command)?;
        if let (None, true, Some(end)) = (&breakdown, self.arguments.no_causes, self.cutoff.cause())
        {
            show_remark("note", &format!("{end} ended the run after the suite"))?;
        }
        Ok(breakdown)
    }

    /// Searches for the causes of wrong verdicts, those of texts beyond the suite too, and compares
    /// them with the baseline. Returns `None` if there is no search.
    fn explain<P: CheckedProduction>(
        &self,
        run: &mut SuiteRun<P>,
        command: &str,
    ) -> Result<Option<Explanation>, Failure> {
        if self.arguments.no_causes {
            return Ok(None);
        }
        if !self.suite.has_automaton() {
            let remark = "the causes are not searched for, because the production has no automaton";
            show_remark("note", remark)?;
            return Ok(None);
        }
        if run.ending.exit.is_none() && self.cutoff.cause().is_none() {
            let remark = format!(
                "the causes are not searched for, because {command} does not end when its input \
                 ends"
            );
            show_remark("note", &remark)?;
            return Ok(None);
        }
        let left_out = run.disagreements.left_out();
        let findings = search::search(
            self.arguments,
            self.chosen,
            &run.tally.rule().to_string(),
            &mut run.disagreements,
            &self.cutoff,
            command,
        )?;
        let accepted = self.baseline.as_ref();
        let accepted = accepted.map_or(&[][..], |baseline| baseline.accepted.as_slice());
        let mut explanation = Explanation::new(findings, left_out, accepted);
        if let Conclusion::Ended { .. } = explanation.conclusion {
            explanation.ended_by = self.cutoff.cause();
        }
        self.accept(&mut explanation)?;
        Ok(Some(explanation))
    }

    /// Adds the new causes to the baseline if the arguments say so.
    fn accept(&self, explanation: &mut Explanation) -> Result<(), Failure> {
        let (Some(reason), Some(baseline)) = (&self.arguments.accept, &self.baseline) else {
            return Ok(());
        };
        let why = match explanation.conclusion {
            Conclusion::Stopped(_) | Conclusion::Contradicted { .. } => Some("stopped"),
            Conclusion::Ended { .. } => Some("did not finish"),
            Conclusion::Explained { .. } | Conclusion::Incomplete(_) => None,
        };
        if let Some(why) = why {
            let remark =
                format!("the baseline stays as it is, because the search for causes {why}");
            return Ok(show_remark("note", &remark)?);
        }
        let causes = explanation.new_causes();
        let causes = causes.map(|one| (one.id.as_str(), sentence(&one.cause)));
        let groups = explanation.new_groups();
        let groups = groups.map(|one| (one.id.as_str(), sentence_of_group(&one.group)));
        let new: Vec<(&str, String)> = causes.chain(groups).collect();
        if !new.is_empty() {
            baseline.add(&new, reason)?;
        }
        let remark = added(
            explanation.new_causes().count(),
            explanation.new_groups().count(),
        );
        for one in &mut explanation.causes {
            one.accepted.get_or_insert_with(|| reason.clone());
        }
        for one in &mut explanation.unexplained {
            one.accepted.get_or_insert_with(|| reason.clone());
        }
        Ok(show_remark("note", &remark)?)
    }

    fn write_report(&self, result: RunResult<'_, impl CheckedProduction>) -> Result<(), Failure> {
        lines::write_left_out(
            result.size.left_out,
            "`conformance export --format jsonl` writes all",
        )?;
        let written: io::Result<()> = match self.arguments.report {
            ReportFormat::Human => flushed(Output::new(), |out| {
                let palette = out.palette();
                report::write(out, palette, result)
            }),
            ReportFormat::Json => flushed(streams::plain_output(), |out| {
                json::write(out, &RunRecord::new(result))
            }),
            ReportFormat::Junit => {
                flushed(streams::plain_output(), |out| junit::write(out, result))
            }
            ReportFormat::Html => {
                let page = page::page(self.chosen.named()?, result);
                flushed(streams::plain_output(), |out| {
                    out.write_all(page.as_bytes())
                })
            }
        };
        Ok(written?)
    }
}

/// Returns a remark on the causes and the groups that were added to the baseline.
fn added(causes: usize, groups: usize) -> String {
    let mut added = Vec::new();
    if causes > 0 {
        added.push(counted(causes, "cause", "causes", Palette::PLAIN.number));
    }
    if groups > 0 {
        let (one, many) = (
            "group of texts without a cause",
            "groups of texts without a cause",
        );
        added.push(counted(groups, one, many, Palette::PLAIN.number));
    }
    if added.is_empty() {
        return "the baseline stays as it is, because no cause is new".to_owned();
    }
    format!("{} added to the baseline", added.join(" and "))
}

fn verdict(result: RunResult<'_, impl CheckedProduction>) -> Verdict {
    if result.failure().is_some() {
        return Verdict::Unreadable;
    }
    let total = result.tally.total();
    match result.explanation {
        None => Verdict::of(total.disagreements() == 0),
        Some(explanation) => match explanation.conclusion {
            Conclusion::Contradicted { .. } => Verdict::Unreadable,
            _ => Verdict::of(explanation.is_accepted() && total.offsets_other() == 0),
        },
    }
}
