//! The reports of a run, in files and on standard output.

pub(super) mod choice;
pub(super) mod comparison;
mod junit;

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;

use rfc1738_views::conformance::causes::Explanation;
use rfc1738_views::conformance::run_record::RunRecord;
use rfc1738_views::conformance::run_result::RunResult;
use rfc1738_views::conformance::tested::Tested;
use rfc1738_views::conformance::{github, page, report, sarif};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;
use rfcbnf::causes::Conclusion;

use crate::arguments::grammar::GrammarChoice;
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::{Failure, Verdict};
use crate::output::lines;
use crate::output::new_file::NewFile;
use crate::output::streams::{self, Output};
use choice::{ReportChoice, ReportFormat, refuse_conflicts};

/// The reports that the arguments choose. Their files are begun.
pub(super) struct Reports<'a> {
    /// The format of the report on standard output.
    output: ReportFormat,
    files: Vec<ReportFile<'a>>,
}

struct ReportFile<'a> {
    format: ReportFormat,
    path: &'a Path,
    content: NewFile,
}

/// What the reports of a run show.
#[derive(Clone, Copy)]
pub(super) struct Shown<'a, P> {
    /// The command with its arguments, as one would write it in a shell, escaped.
    pub(super) command_line: &'a str,
    pub(super) grammar: &'a GrammarChoice,
    pub(super) chosen: &'a ChosenGrammar,
    pub(super) result: RunResult<'a, P>,
}

impl<'a> Reports<'a> {
    /// Begins the files, before the command is asked: a run can take long, and a file that cannot be
    /// written is to be known before. Without a report for standard output, that gets the one for people.
    ///
    /// `inputs` are the options that name a file to read, beside those of the grammar.
    pub(super) fn begin(
        choices: &'a [ReportChoice],
        grammar: &GrammarChoice,
        inputs: &[(&str, Option<&OsStr>)],
    ) -> Result<Self, Failure> {
        let mut inputs = inputs.to_vec();
        inputs.push(("--readings", grammar.readings.as_deref()));
        inputs.extend(
            grammar
                .files
                .iter()
                .map(|file| ("--grammar", Some(&**file))),
        );
        inputs.extend(
            grammar
                .imports
                .iter()
                .map(|file| ("--import", Some(&**file))),
        );
        refuse_conflicts(choices, &inputs)?;
        let to_output = choices.iter().find(|one| one.file.is_none());
        let mut reports = Self {
            output: to_output.map_or(ReportFormat::Human, |choice| choice.format),
            files: Vec::new(),
        };
        for choice in choices {
            let Some(path) = choice.file.as_deref().map(Path::new) else {
                continue;
            };
            let content = NewFile::create(path);
            reports.files.push(ReportFile {
                format: choice.format,
                path,
                content: content.map_err(|error| Failure::unwritable_file(path, error))?,
            });
        }
        Ok(reports)
    }

    /// Writes all reports, each with `write`. One that cannot be written keeps no other from being
    /// written.
    pub(super) fn write(
        self,
        write: impl Fn(ReportFormat, &mut dyn Write, Palette) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let write = |format, out: &mut dyn Write, palette| {
            write(format, out, palette)?;
            Ok(out.flush()?)
        };
        let written = self.files.into_iter().map(|file| file.finish(write));
        let mut failures: Vec<Failure> = written.filter_map(Result::err).collect();
        let written = if self.output == ReportFormat::Human {
            let mut out = Output::new();
            let palette = out.palette();
            write(self.output, &mut out, palette)
        } else {
            write(self.output, &mut streams::plain_output(), Palette::PLAIN)
        };
        failures.extend(written.err());
        let Some(last) = failures.pop() else {
            return Ok(());
        };
        for failure in failures {
            failure.write()?;
        }
        Err(last)
    }
}

impl ReportFile<'_> {
    /// Writes the report and gives the file its name.
    fn finish(
        mut self,
        write: impl Fn(ReportFormat, &mut dyn Write, Palette) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        let written = write(self.format, &mut self.content, Palette::PLAIN);
        let written = written.and_then(|()| Ok(self.content.commit()?));
        written.map_err(|failure| match failure {
            Failure::Unwritable(error) => Failure::unwritable_file(self.path, error),
            failure => failure,
        })
    }
}

impl<P: CheckedProduction> Shown<'_, P> {
    /// Writes all reports, and why the run ended early to standard error. Returns the verdict.
    pub(super) fn write(self, reports: Reports<'_>) -> Result<Verdict, Failure> {
        lines::write_left_out(
            self.result.size.left_out,
            "`conformance export --format jsonl` writes all",
        )?;
        reports.write(|format, out, palette| self.write_report(format, out, palette))?;
        if let Some(breakdown) = self.result.failure() {
            streams::message(|out| breakdown.write(out, Palette::COLORED))?;
        }
        Ok(verdict(self.result))
    }

    fn write_report(
        self,
        format: ReportFormat,
        mut out: &mut dyn Write,
        palette: Palette,
    ) -> Result<(), Failure> {
        let (out, result) = (&mut out, self.result);
        match format {
            ReportFormat::Human => report::write(out, palette, result)?,
            ReportFormat::Json => json::write(out, &RunRecord::new(self.tested()?, result))?,
            ReportFormat::Junit => junit::write(out, result)?,
            ReportFormat::Html => out.write_all(page::page(self.tested()?, result).as_bytes())?,
            ReportFormat::Github => github::write(out, self.tested()?, result)?,
            ReportFormat::Sarif => sarif::write(out, self.tested()?, result)?,
        }
        Ok(())
    }

    fn tested(&self) -> Result<Tested<'_>, Failure> {
        let file = self.grammar.file().filter(|file| *file != "-");
        Ok(Tested {
            command_line: self.command_line,
            grammar: self.chosen.named()?,
            file: file.map(Path::new),
        })
    }
}

fn verdict(result: RunResult<'_, impl CheckedProduction>) -> Verdict {
    if result.failure().is_some() {
        return Verdict::Unreadable;
    }
    let of_reactions = result.reactions.iter().map(|causes| &causes.explanation);
    let searches = || result.explanation.into_iter().chain(of_reactions.clone());
    let is_contradicted =
        |it: &Explanation| matches!(it.conclusion, Conclusion::Contradicted { .. });
    if searches().any(is_contradicted) {
        return Verdict::Unreadable;
    }
    let breaks_loosely = result.restarts.is_some_and(|restarts| restarts.loose > 0);
    let is_accepted = searches().all(Explanation::is_accepted);
    Verdict::of(is_accepted && result.without_causes() == 0 && !breaks_loosely)
}
