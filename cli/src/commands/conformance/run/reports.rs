//! The reports of a run, in files and on standard output.

use std::io::Write;
use std::path::Path;

use rfc1738_views::conformance::run_record::RunRecord;
use rfc1738_views::conformance::run_result::RunResult;
use rfc1738_views::conformance::tested::Tested;
use rfc1738_views::conformance::{github, page, report, sarif};
use rfc1738_views::json;
use rfc1738_views::palette::Palette;
use rfc1738_views::production::CheckedProduction;

use super::arguments::{RunArguments, written};
use super::junit;
use super::report_choice::{ReportFormat, refuse_conflicts};
use crate::input::chosen_grammar::ChosenGrammar;
use crate::outcome::Failure;
use crate::output::new_file::NewFile;
use crate::output::streams::{self, Output};

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
    pub(super) arguments: &'a RunArguments,
    pub(super) chosen: &'a ChosenGrammar,
    pub(super) result: RunResult<'a, P>,
}

impl<'a> Reports<'a> {
    /// Begins the files, before the command is asked: a run can take long, and a file that cannot be
    /// written is to be known before. Without a report for standard output, that gets the one for people.
    pub(super) fn begin(arguments: &'a RunArguments) -> Result<Self, Failure> {
        let grammar = &arguments.production.grammar;
        let mut inputs = vec![
            ("--readings", grammar.readings.as_deref()),
            ("--baseline", arguments.baseline.as_deref()),
            ("--corpus", arguments.corpus.as_deref()),
        ];
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
        refuse_conflicts(&arguments.report, &inputs)?;
        let to_output = arguments.report.iter().find(|one| one.file.is_none());
        let mut reports = Self {
            output: to_output.map_or(ReportFormat::Human, |choice| choice.format),
            files: Vec::new(),
        };
        for choice in &arguments.report {
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
    /// Writes a report in this format.
    pub(super) fn write(
        self,
        format: ReportFormat,
        mut out: &mut dyn Write,
        palette: Palette,
    ) -> Result<(), Failure> {
        let (out, result) = (&mut out, self.result);
        match format {
            ReportFormat::Human => report::write(out, palette, result)?,
            ReportFormat::Json => json::write(out, &RunRecord::new(result))?,
            ReportFormat::Junit => junit::write(out, result)?,
            ReportFormat::Html => {
                let command = written(self.arguments.command());
                let page = page::page(self.tested(&command)?, result);
                out.write_all(page.as_bytes())?;
            }
            ReportFormat::Github => {
                github::write(
                    out,
                    self.tested(&written(self.arguments.command()))?,
                    result,
                )?;
            }
            ReportFormat::Sarif => sarif::write(
                out,
                self.tested(&written(self.arguments.command()))?,
                result,
            )?,
        }
        Ok(())
    }

    fn tested<'t>(&'t self, command_line: &'t str) -> Result<Tested<'t>, Failure> {
        let file = self.arguments.production.grammar.file();
        let file = file.filter(|file| *file != "-");
        Ok(Tested {
            command_line,
            grammar: self.chosen.named()?,
            file: file.map(Path::new),
        })
    }
}
